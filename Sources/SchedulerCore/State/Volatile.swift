/// The scheduler's small state, copied as a whole when a batch is committed and put back when it is not.
struct Volatile {
  static let followedLimit = 32

  var configuration: SchedulerConfiguration {
    didSet { catalog = ApplicationCatalog(configuration.applications) }
  }
  var random: SeededGenerator
  var nextTaskID: TaskID
  /// The number of launches, for turns among users.
  var launches: UInt64 = 0
  var machine = Machine()
  private(set) var catalog: ApplicationCatalog
  var counters = Counters()
  var phase = SchedulerPhase.starting
  /// The machine is about to go.
  var departure: PendingDeparture?
  /// The shell was told to keep the machine awake.
  var preventsSleep = false
  /// Why the disk takes nothing; nil while it does.
  var storeFailure: String?
  /// The room for requests on the disk, less what this batch took; nil when nobody says.
  var stateRoom: StateRoom?
  /// What the wall clock has shown for long enough to delete by it.
  var clock = SteadyClock()
  /// What the shell was told to arm; nil when the timer has fired.
  var armed: WakeUp?
  /// What was put right of a damaged store, to be written with the first batch.
  var repairs: [StoreChange] = []
  /// What applications have had, as it was stored, until there is a moment to count from.
  var storedUses: [ApplicationUseRecord] = []
  /// Looks at paths that go on.
  var looks = OpenQuestions<TaskID>()
  /// When all sources were asked last.
  var lastLook = MonotonicTime(uSec: 0)
  /// When work that is ready but held back by a gate may start.
  var gate: MonotonicTime?
  /// What earlier events have left to do.
  var backlog = Backlog()
  /// How many waiting tasks of each user a start has left in the store, for want of memory.
  var heldBack: [UInt32: Int] = [:]
  /// The tasks that were told last to be held back, the newest last.
  var followed: [TaskID] = []

  init(configuration: SchedulerConfiguration, random: SeededGenerator, nextTaskID: TaskID) {
    self.configuration = configuration
    self.random = random
    self.nextTaskID = nextTaskID
    catalog = ApplicationCatalog(configuration.applications)
  }
}

/// Where the scheduler is in its own life.
enum SchedulerPhase: Hashable {
  /// Restored, and not told yet what the machine is like.
  case starting
  case running
  /// It runs nothing more; `announced` once the shell knows that nothing is left.
  case shuttingDown(announced: Bool)
}

/// The waiting tasks about which an event may have changed the decision.
struct Reconsidered {
  /// They moved on: their date or pause was over.
  var moved: [TaskID] = []
  /// What is believed about the machine changed, so what is followed may wait for something else.
  var conditionsChanged = false
}
