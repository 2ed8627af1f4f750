/// The scheduler's small state, copied as a whole when a batch is committed and put back when it is not.
struct Volatile {
  private var inPlace = InPlace()
  static let followedLimit = 32

  var configuration: SchedulerConfiguration {
    didSet { catalog = ApplicationCatalog(configuration.applications) }
  }
  var random: SeededGenerator
  var nextTaskID: TaskID
  /// The number of launches, for turns among users.
  var launches: UInt64 = 0
  /// The number of ends so far of tasks that others come after (``EndRecord``).
  var ends: Int64 = 0
  var machine = Machine()
  private(set) var catalog: ApplicationCatalog
  var counters = Counters()
  var phase = SchedulerPhase.starting
  /// The sleep or shutdown that is about to happen, if any.
  var departure: PendingDeparture?
  /// Whether the shell was told to keep the machine awake.
  var preventsSleep = false
  /// The reason why the disk takes nothing, or `nil` while it does.
  var storeFailure: String?
  /// The time that the machine has been suspended since its boot.
  var suspended = TimeSpan.zero
  /// The room for requests on the disk, less this batch's use; `nil` while unknown.
  var stateRoom: StateRoom?
  /// The wall clock that deletions by age go by.
  var clock = SteadyClock()
  /// The scheduler's side of the record of conditions.
  var record = RecordState()
  /// The wake-up that the shell was told to arm, or `nil` once the timer has fired.
  var armed: WakeUp?
  /// The repairs of a damaged store, to be written with the first batch.
  var repairs: [StoreChange] = []
  /// The stored uses of applications, until there is a moment to count from.
  var storedUses: [ApplicationUseRecord] = []
  /// The looks at paths that are under way.
  var looks = OpenQuestions<TaskID>()
  /// The point at which all sources were last asked.
  var lastLook = MonotonicTime(uSec: 0)
  /// The point at which tasks that are ready but held back by a gate may start.
  var gate: MonotonicTime?
  /// The work that earlier events have left.
  var backlog = Backlog()
  /// The number of each user's waiting tasks that a start left in the store, for want of memory.
  var heldBack: [UInt32: Int] = [:]
  /// The tasks last reported as held back, the newest last.
  var followed: [TaskID] = []

  init(configuration: SchedulerConfiguration, random: SeededGenerator, nextTaskID: TaskID) {
    self.configuration = configuration
    self.random = random
    self.nextTaskID = nextTaskID
    catalog = ApplicationCatalog(configuration.applications)
  }
}

/// The phase of the scheduler's life.
enum SchedulerPhase: Hashable {
  /// The state is restored, and the machine's conditions are not known yet.
  case starting
  case running
  /// The scheduler runs no task any more; `announced` once the shell knows that nothing is left.
  case shuttingDown(announced: Bool)
}

/// The waiting tasks about which an event may have changed the decision.
struct Reconsidered {
  /// The tasks that moved on, because their date or pause was over.
  var moved: [TaskID] = []
  /// Whether conditions changed, so that followed tasks may wait for another reason.
  var conditionsChanged = false
}
