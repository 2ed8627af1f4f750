/// Everything besides the task that policies may look at.
struct Situation {
  var moment: Moment
  var configuration: SchedulerConfiguration
  var machine: Machine
  var load: Load
  var phase: SchedulerPhase
  /// Why the disk takes nothing; nil while it does.
  var storeFailure: String?
  /// The run of the task's own key.
  var runOfSameKey: Run?
  /// What the task's application has had.
  var applicationUse: ApplicationUse?
}
