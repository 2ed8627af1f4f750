/// The facts besides the task that policies may look at.
struct Situation {
  var moment: Moment
  var configuration: SchedulerConfiguration
  /// The machine as of ``moment``.
  var reading: MachineReading
  var load: Load
  var phase: SchedulerPhase
  /// The sleep or shutdown that the machine is about to enter.
  var departure: PendingDeparture?
  /// The reason why the disk takes nothing; `nil` while it works.
  var storeFailure: String?
  /// The pause that holds the task back.
  var pause: Pause?
  /// The number of transfers that name the task as their session.
  var openTransfers: Int
  /// A run of another task of the exclusive group.
  var runOfGroup: Run?
  /// The run of the task's own key.
  var runOfSameKey: Run?
  /// Whether a program handles the task now, or the task is a command.
  var isHandled: Bool
  /// The reason why the task's application cannot be started for it; `nil` when it can, or without one.
  var startObstacle: String?
  /// Whether the task's application is in use (R36).
  var isInForeground: Bool
  /// The spacing and the budget that the task's application has used (R37), and its failed starts.
  var applicationUse: ApplicationUse?
  /// The pace of the runs of the task's identifier (R39).
  var pace: Pace?
  /// The point at which more of the passed deadlines of the task's user are taken in, if there are too many
  /// for one event.
  var deadlinesBehind: MonotonicTime?

  var machine: Machine { reading.machine }
}
