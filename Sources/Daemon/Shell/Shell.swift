import ConfigurationFiles
import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemConditions
import TaskExecution
import TaskStore

/// The shell around the scheduler: it takes events in, has them decided, commits the decisions, and carries
/// them out. It decides nothing itself.
///
/// Everything happens on one serial queue. The ``EventPipeline`` decides the order of the work.
actor Shell {
  /// The longest time for which a batch is decided before other sources have their turn, in microseconds.
  private static let longestDecisionUSec: Int64 = 20_000

  /// The shell's phases, from its start to its end.
  enum Phase {
    /// The shell looks for the programs that were at work when the last daemon ended. Nothing is decided.
    case takingOver
    /// The scheduler knows the machine's conditions, and decides.
    case deciding
    /// The daemon has reported that it listens.
    case listening
    /// The daemon was told to end. A start that was not reported yet is not reported any more.
    case ending
    /// Nothing is decided any more, and everything is on disk.
    case ended
  }

  nonisolated let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated let log: SystemLog
  nonisolated let store: TaskStore
  nonisolated let opening: Opening
  /// The queue for long answers, which are encoded beside the daemon's queue.
  nonisolated let encoding = DispatchQueue(label: "io.bgtaskd.encoding")
  let loader: ConfigurationLoader
  let host: ProgramHost
  let startedUSec = SystemClock.wallUSec

  // The shell's surroundings.
  let timer: WakeUpTimer
  let serviceManager: ServiceManager
  let statusLine: StatusLine
  let leftovers: LeftoverProcesses
  let conditions: SystemConditionSources
  let timeZone: TimeZoneSource
  let loginManager: LoginManager
  let programs: Programs
  let server: Server
  /// The path of the socket that callers connect to.
  let address: String

  var phase = Phase.takingOver
  /// Whether a reload waits until the daemon listens, or until the files of the one before are read.
  var isReloadDue = false
  /// Whether files are being read for a reload.
  var isReadingFiles = false
  var configuration: DaemonConfiguration
  /// The rules after a reload, as long as not all that its files say is in force.
  var reloaded: ReloadedRules?
  /// The errors in the files as they were read last.
  var fileErrors: FileErrors
  let calls = PendingCalls()
  let watchers = Watchers()
  /// The connections of applications and of assertions. Their ends are events.
  var applications: Set<SessionID> = []
  /// The calls that wait for conditions without a task, by connection. The ends of these are events, too.
  var inquiries: [ConnectionID: CallID] = [:]
  /// The calls that launches are delivered to, by connection.
  var handlers: [ConnectionID: CallID] = [:]
  /// The calls that are told to end their assertions, by connection.
  var holders: [ConnectionID: CallID] = [:]

  private var pipeline: EventPipeline<AfterCommit>
  private var isDrainDue = false
  /// Whether the store has a batch that it has not answered yet.
  var isWriting: Bool { pipeline.isWriting }
  let memoryOfWork: MemoryOfWork
  /// The retry timer, while the disk takes nothing.
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

  /// Takes in an event, behind all that came before.
  func take(_ event: Event) { enqueue(.event(event)) }

  /// Looks at the scheduler when all that came before is decided. The work that the body returns is done when
  /// that is on disk.
  func look(_ body: @escaping @Sendable (Scheduler, Moment) -> AfterCommit) { enqueue(.look(body)) }

  private func enqueue(_ inbound: Inbound<AfterCommit>) {
    pipeline.take(inbound)
    drainSoon()
  }

  /// The scheduler, as of the last batch that was decided. Each use copies its fields: a look at many tasks
  /// takes it once, and what every batch needs is in ``standing``.
  var scheduler: Scheduler { _read { yield pipeline.scheduler } }

  /// The facts about the scheduler after the last batch.
  var standing: EventPipeline<AfterCommit>.Standing { pipeline.standing }

  /// Drains the inbox when the sources that are ready now have had their turn, so that events that come
  /// together are written together.
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
    // Output gives way to requests, of which the next ones find the room.
    if standing.isShortOfRoom { store.dropOutput() }
    if let action { perform(action) }
    server.holdBack(pipeline.isBehind)
  }

  func now() -> Moment {
    let monotonic = MonotonicTime(uSec: SystemClock.monotonicUSec)
    return Moment(
      wall: WallTime(uSec: SystemClock.wallUSec), monotonic: monotonic,
      boot: BootTime(uSec: SystemClock.bootUSec))
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
    let batch = StoreBatch(
      changes: inFlight.batch.changes, outputs: outputs(of: inFlight.batch.endedRuns),
      now: inFlight.historyDate, payloadsOf: inFlight.batch.launched,
      payloadsBefore: inFlight.batch.told)
    // A single call costs less without another thread; while others wait, they are read during the commit.
    if inFlight.isSingle, !pipeline.isBehind, !server.isBusy, let result = store.commitAtOnce(batch) {
      return committed(inFlight, result)
    }
    store.commit(batch) { result in
      // On the store's thread, which nothing on the daemon's queue waits for: it delivers the result itself.
      self.executor.queue.takeTurn { self.onQueue { $0.committed(inFlight, result) } }
    }
  }

  /// Returns the output of runs that is stored with their ends. On a full disk output leaves room for ends:
  /// what has no room is left out, and the reader sees that something is missing.
  private func outputs(of runs: [RunID]) -> [(run: RunID, output: RunOutput)] {
    let outputs = runs.compactMap { run in programs.output(of: run).map { (run, $0) } }
    guard !outputs.isEmpty else { return [] }
    var room = scheduler.roomForOutput(in: store.stateRoom()) ?? .max
    return outputs.map { run, output in
      let bytes = Int64(output.bytes.count)
      guard bytes <= room else { return (run, RunOutput(bytes: [], isTruncated: true)) }
      room -= bytes
      return (run, output)
    }
  }

  private func committed(
    _ inFlight: EventPipeline<AfterCommit>.InFlight, _ result: Result<FoundPayloads, StoreError>
  ) {
    // The daemon was told to end meanwhile (``endSoon()``).
    guard phase != .ended else { return later { $0.sendRest() } }
    perform(pipeline.committed(inFlight, result, at: now()))
    server.holdBack(pipeline.isBehind)
  }

  /// Arms the retry timer while the disk takes nothing; its event tries the disk as any other does.
  private func tryStoreLater() {
    guard standing.hasStoreFailed else { return storeRetry = nil }
    guard storeRetry == nil else { return }
    storeRetry = StoreRetry(queue: executor.queue) { [weak self] in self?.onQueue { $0.take(.timer) } }
  }
}

/// The work that is done once all that was decided before is on disk.
typealias AfterCommit = @Sendable (isolated Shell) -> Void
