import ConfigurationFiles
import Dispatch
import LinuxSystem
import SchedulerCore
import TaskExecution
import TaskStore

/// What stands around the scheduler: it takes events in, has them decided, puts what was decided on disk, and
/// carries it out. It decides nothing itself.
///
/// Everything happens on one serial queue. What is to be done when is the ``EventPipeline``'s affair.
actor Shell {
  nonisolated let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated let log: SystemLog
  nonisolated let store: TaskStore
  let opened: OpenedStore
  let directories: InstanceDirectories
  let socket: InstanceSocket
  let loader: ConfigurationLoader
  let host: ProgramHost
  let startedUSec = SystemClock.wallUSec
  /// Caught since the process began.
  let signals: SignalSource

  var configuration: DaemonConfiguration
  /// What files asked for at the start, until the scheduler is told.
  var declared: DeclarationSet
  /// What is wrong with the files since they were read last; nil when nothing is.
  var fileProblems: FileProblems?
  var surroundings: Surroundings?
  var server: Server?
  var programs: Programs?
  let calls = PendingCalls()
  let watchers = Watchers()
  /// Where launches are delivered to.
  var handlers: [ConnectionID: CallID] = [:]

  private var pipeline: EventPipeline<AfterCommit>
  private var isDrainDue = false
  /// There while the disk takes nothing.
  private var storeRetry: StoreRetry?
  /// Nil where no service manager wants to know.
  var statusLine: StatusLine?
  /// The scheduler was told what the machine is like, and decides.
  var hasStarted = false
  /// It has said that it listens.
  var isListening = false
  /// It was told to reload before that.
  var isReloadDue = false

  init(
    _ opened: OpenedStore, directories: InstanceDirectories, socket: InstanceSocket,
    loaded: LoadedConfiguration, loader: ConfigurationLoader, host: ProgramHost, log: SystemLog,
    signals: sending SignalSource
  ) {
    var configuration = loaded.configuration
    host.apply(to: &configuration.scheduler)
    executor = QueueExecutor(label: "io.bgtaskd.daemon")
    store = opened.store
    self.opened = opened
    self.directories = directories
    self.socket = socket
    self.configuration = configuration
    declared = loaded.tasks.set
    fileProblems = FileProblems(loaded.allProblems)
    self.loader = loader
    self.host = host
    self.log = log
    self.signals = signals
    pipeline = EventPipeline(
      Scheduler(
        configuration: configuration.scheduler, seed: .random(in: 0...UInt64.max),
        tasks: opened.contents.tasks, activeRuns: opened.contents.activeRuns,
        declarations: opened.contents.declarations, uses: opened.contents.uses,
        nextTaskID: opened.contents.nextTaskID))
  }

  /// Calls the body on the daemon's queue, as this actor. The handlers of all sources come in here.
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
    later { $0.drain() }
  }

  private func drain() {
    isDrainDue = false
    let action = pipeline.decide(at: now()) { store.freeBytes() }
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
      programs?.output(of: run).map { (run, StoredOutput(text: $0.text, isTruncated: $0.isTruncated)) }
    }
    store.commit(
      changes: batch.changes, outputs: outputs, now: scheduler.historyDate(at: inFlight.now),
      payloadsOf: batch.launches
    ) { result in
      self.later { $0.committed(inFlight, result) }
    }
  }

  private func committed(
    _ inFlight: EventPipeline<AfterCommit>.InFlight, _ result: Result<FoundPayloads, StoreError>
  ) {
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
