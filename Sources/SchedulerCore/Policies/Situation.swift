/// Everything besides the task that policies may look at.
struct Situation {
  var moment: Moment
  var configuration: SchedulerConfiguration
  /// The machine, with all that time has brought by the moment.
  var reading: MachineReading
  var load: Load
  var phase: SchedulerPhase
  /// The machine is about to go.
  var departure: PendingDeparture?
  /// Why the disk takes nothing; nil while it does.
  var storeFailure: String?
  /// What holds the task back because somebody said so.
  var pause: Pause?
  /// How many transfers name the task as what comes after them.
  var openTransfers: Int
  /// A run of the task's group.
  var runOfGroup: Run?
  /// The run of the task's own key.
  var runOfSameKey: Run?
  /// Somebody handles the task now.
  var isHandled: Bool
  /// Why the task's application cannot be started for it; nil when it can, or when there is none.
  var startObstacle: String?
  /// The task's application is in use (R36).
  var isInForeground: Bool
  /// What the task's application has had.
  var applicationUse: ApplicationUse?
  /// How fast the task's identifier comes round.
  var pace: Pace?
  /// When the rest of the deadlines of the task's user that have passed is taken in, if there are too many
  /// for once.
  var deadlinesBehind: MonotonicTime?

  /// The machine's requirements.
  var machine: Machine { reading.machine }
}
