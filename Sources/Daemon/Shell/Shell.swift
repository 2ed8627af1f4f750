import ConfigurationFiles
import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemConditions
import TaskExecution
import TaskStore

/// What stands around the scheduler: it takes events in, has them decided, puts what was decided on disk, and
/// carries it out. It decides nothing itself.
///
/// Everything happens on one serial queue. What is to be done when is the ``EventPipeline``'s affair.
actor Shell {
  /// Others have their turn after so much deciding, however much waits.
  private static let longestDecisionUSec: Int64 = 20_000

  /// How far its start has come.
  enum Phase {
    /// It looks for the programs that were at work when the last daemon ended. Nothing is decided.
    case takingOver
    /// The scheduler was told what the machine is like, and decides.
    case deciding
    /// It has said that it listens.
    case listening
    /// It was told to end. Who has not been told yet that it listens is not told any more.
    case ending
    /// Nothing runs any more and everything is on disk: nothing is decided.
    case ended
  }

  nonisolated let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated let log: SystemLog
  nonisolated let store: TaskStore
  nonisolated let opening: Opening
  /// Long answers are put together beside the daemon's queue.
  nonisolated let encoding = DispatchQueue(label: "io.bgtaskd.encoding")
  let loader: ConfigurationLoader
  let host: ProgramHost
  let startedUSec = SystemClock.wallUSec

  // What it works with.
  let timer: WakeUpTimer
  let serviceManager: ServiceManager
  let statusLine: StatusLine
  let leftovers: LeftoverProcesses
  let conditions: SystemConditionSources
  private let timeZone: TimeZoneSource
  let loginManager: LoginManager
  let programs: Programs
  let server: Server
  /// Where clients connect to.
  let address: String

  var phase = Phase.takingOver
  /// It was told to reload before it listens.
  var isReloadDue = false
  var configuration: DaemonConfiguration
  /// Files were read again, and not all of what they say is in force yet; what the rules had of that.
  var reloaded: ReloadedRules?
  /// What is wrong with the files since they were read last.
  var fileErrors: FileErrors
  let calls = PendingCalls()
  let watchers = Watchers()
  /// Connections that have said that they are an application's, or that ask for time. Their ends are events.
  var applications: Set<SessionID> = []
  /// Who waits for conditions without a task. The ends of their connections are events, too.
  var inquiries: [ConnectionID: CallID] = [:]
  /// Where launches are delivered to.
  var handlers: [ConnectionID: CallID] = [:]
  /// Where who has asked for time is told to end.
  var holders: [ConnectionID: CallID] = [:]

  private var pipeline: EventPipeline<AfterCommit>
  private var isDrainDue = false
  /// A batch was given to the store, which has not answered yet.
  var isWriting: Bool { pipeline.isWriting }
  let memoryOfWork: MemoryOfWork
  /// There while the disk takes nothing.
  private var storeRetry: StoreRetry?

  init(_ startup: Startup, _ surroundings: sending Surroundings, _ executor: QueueExecutor) {
    var configuration = startup.loaded.configuration
    startup.host.apply(to: &configuration.scheduler)
    self.configuration = configuration
    self.executor = executor
    memoryOfWork = MemoryOfWork(queue: executor.queue)
    log = startup.log
    loader = startup.loader
    host = startup.host
    fileErrors = FileErrors(startup.loaded.allProblems)
    timer = surroundings.timer
    serviceManager = surroundings.serviceManager
    statusLine = surroundings.statusLine
    leftovers = surroundings.leftovers
    conditions = surroundings.conditions
    timeZone = surroundings.timeZone
    loginManager = surroundings.loginManager
    programs = surroundings.programs
    server = surroundings.server
    address = surroundings.address
    store = startup.opened.store
    opening = startup.opening
    guard let scheduler = startup.opened.scheduler.take() else { preconditionFailure("a second shell") }
    pipeline = EventPipeline(scheduler) { [helper = surroundings.programs.helper] task in
      Wire.TaskRequest(actionOf: task, helper: helper)?.payload ?? []
    }
  }

  /// Calls the body on the daemon's queue, as this actor.
  nonisolated func onQueue(_ body: (isolated Shell) -> Void) {
    assumeIsolated(body)
  }

  /// Calls the body on the daemon's queue, after what is on it already.
  nonisolated func later(_ body: @escaping @Sendable (isolated Shell) -> Void) {
    executor.queue.async { self.onQueue(body) }
  }

  /// Takes in something that happened.
  func take(_ event: Event) { enqueue(.event(event)) }

  /// Looks at the scheduler when all that came before is decided. What the body returns is done when that is
  /// on disk.
  func look(_ body: @escaping @Sendable (Scheduler, Moment) -> AfterCommit) { enqueue(.look(body)) }

  private func enqueue(_ inbound: Inbound<AfterCommit>) {
    pipeline.take(inbound)
    drainSoon()
  }

  /// What the scheduler knows, as of the last batch that was decided.
  var scheduler: Scheduler { _read { yield pipeline.scheduler } }

  /// Drains the inbox when the sources that are ready now have had their turn, so that what comes together is
  /// written together.
  private func drainSoon() {
    guard !isDrainDue, pipeline.isReady else { return }
    isDrainDue = true
    executor.queue.runLater { self.onQueue { $0.drain() } }
  }

  private func drain() {
    isDrainDue = false
    guard phase != .ended else { return }
    let moment = now()
    let end = moment.monotonic.uSec + Self.longestDecisionUSec
    let action = pipeline.decide(
      at: moment, stateRoom: { store.stateRoom() }, isEnough: { SystemClock.monotonicUSec >= end },
      watched: { watchers.task(toldOf: $0) })
    if let action { perform(action) }
  }

  func now() -> Moment {
    Moment(
      wall: WallTime(uSec: SystemClock.wallUSec), monotonic: MonotonicTime(uSec: SystemClock.monotonicUSec))
  }

  private func perform(_ action: EventPipeline<AfterCommit>.Action) {
    switch action {
    case .write(let inFlight): write(inFlight)
    case .carryOut(let batch, let payloads):
      carryOut(batch, payloads: payloads)
      tryStoreLater()
      drainSoon()
    }
  }

  private func write(_ inFlight: EventPipeline<AfterCommit>.InFlight) {
    guard !inFlight.isProbe else {
      return store.probe { result in self.later { $0.committed(inFlight, result.map { [:] }) } }
    }
    let batch = inFlight.batch
    let outputs = batch.endedRuns.compactMap { run in
      programs.output(of: run).map { (run, StoredOutput(text: $0.text, isTruncated: $0.isTruncated)) }
    }
    store.commit(
      changes: batch.changes, outputs: outputs, now: scheduler.historyDate(at: inFlight.now),
      payloadsOf: batch.launched, payloadsBefore: batch.told
    ) { result in
      // On the store's thread, which nobody on the daemon's queue waits for: what follows is the answer.
      self.executor.queue.takeTurn { self.onQueue { $0.committed(inFlight, result) } }
    }
  }

  private func committed(
    _ inFlight: EventPipeline<AfterCommit>.InFlight, _ result: Result<FoundPayloads, StoreError>
  ) {
    // Told to end meanwhile (``endSoon()``).
    guard phase != .ended else { return later { $0.end() } }
    perform(pipeline.committed(inFlight, result, at: now()))
  }

  /// While the disk takes nothing it is tried again, by nothing more than something that comes in.
  private func tryStoreLater() {
    guard scheduler.storeFailure != nil else { return storeRetry = nil }
    guard storeRetry == nil else { return }
    storeRetry = StoreRetry(queue: executor.queue) { [weak self] in self?.onQueue { $0.take(.timer) } }
  }
}

/// What is done once all that was decided before is on disk.
typealias AfterCommit = @Sendable (isolated Shell) -> Void
