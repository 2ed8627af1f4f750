import ConfigurationFiles
import Dispatch
import LinuxSystem
import SchedulerCore
import TaskExecution
import TaskStore

/// What stands around the scheduler: it takes events in, has them decided, puts what was decided on disk, and
/// carries it out. It decides nothing itself.
///
/// Everything happens on one serial queue. Events are collected while a batch is being written, and are one
/// batch themselves after that: the slower the disk, the larger the batches (group commit).
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
  var declared: DeclarationSet?
  /// What is wrong with the files since they were read last; nil when nothing is.
  var fileProblems: FileProblems?
  var scheduler: Scheduler
  var surroundings: Surroundings?
  var server: Server?
  var programs: Programs?
  let calls = PendingCalls()
  let watchers = Watchers()
  /// Where launches are delivered to.
  var handlers: [ConnectionID: CallID] = [:]

  /// What came in and is not decided yet, in order.
  private var inbox: [Inbound] = []
  private var isDrainDue = false
  /// A batch is being written; what comes in meanwhile waits.
  private var isCommitting: Bool { inFlight != nil }
  /// The batch that is being written, and what it was decided from.
  private var inFlight: (batch: Batch, inbound: [Inbound])?
  /// What happened while the disk took nothing, and must be on it before anything else.
  var owed = Batch()
  var storeRetry: StoreRetry?
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
    scheduler = Scheduler(
      configuration: configuration.scheduler, seed: .random(in: 0...UInt64.max), tasks: opened.contents.tasks,
      activeRuns: opened.contents.activeRuns, declarations: opened.contents.declarations,
      nextTaskID: opened.contents.nextTaskID)
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
  func look(_ body: @escaping (Scheduler, Moment) -> AfterCommit) { enqueue(.look(body)) }

  private func enqueue(_ inbound: Inbound) {
    inbox.append(inbound)
    drainSoon()
  }

  /// Drains the inbox when the sources that are ready now have had their turn, so that what comes together is
  /// written together.
  private func drainSoon() {
    guard !isDrainDue, !isCommitting, !inbox.isEmpty else { return }
    isDrainDue = true
    later { $0.drain() }
  }

  private func drain() {
    isDrainDue = false
    guard !isCommitting, !inbox.isEmpty else { return }
    if scheduler.storeFailure == nil { decide() } else { payDebt() }
  }

  func now() -> Moment {
    Moment(
      wall: WallTime(uSec: SystemClock.wallUSec), monotonic: MonotonicTime(uSec: SystemClock.monotonicUSec))
  }

  /// Has everything in the inbox decided, and writes what changes.
  private func decide() {
    let moment = now()
    let inbound = inbox
    inbox = []
    let batch = handle(inbound, at: moment)
    // A delivery may change nothing, and needs what the store keeps of its task.
    guard !batch.changes.isEmpty || !batch.launches.isEmpty else {
      scheduler.commit()
      return carryOut(batch, payloads: [:])
    }
    inFlight = (batch, inbound)
    store.commit(
      changes: batch.changes, outputs: batch.outputs, now: moment.wall, payloadsOf: batch.launches
    ) { result in
      self.later { $0.committed(result) }
    }
  }

  private func handle(_ inbound: [Inbound], at moment: Moment) -> Batch {
    var batch = Batch()
    for item in inbound {
      switch item {
      case .event(let event):
        batch.append(scheduler.handle(event, at: moment))
        if case .runEnded(let run, _) = event, let output = programs?.output(of: run) {
          batch.outputs.append((run, .init(text: output.text, isTruncated: output.isTruncated)))
        }
      case .look(let body): batch.steps.append(.look(body(scheduler, moment)))
      }
    }
    return batch
  }

  private func committed(_ result: Result<[TaskID: [UInt8]], StoreError>) {
    guard let (batch, inbound) = inFlight else { preconditionFailure("nothing was being written") }
    inFlight = nil
    switch result {
    case .success(let payloads):
      scheduler.commit()
      carryOut(batch, payloads: payloads)
    case .failure(let error):
      // None of it happened; then it happens again to a scheduler that knows that the disk takes nothing.
      scheduler.rollBack()
      decideWithoutStore([.event(.storeFailed(cause: error.cause))] + inbound)
    }
    drainSoon()
  }

  /// The disk takes nothing: callers are refused by the scheduler, and what happened is written later.
  private func decideWithoutStore(_ inbound: [Inbound]) {
    var batch = handle(inbound, at: now())
    scheduler.commit()
    owed.changes += batch.changes
    owed.outputs += batch.outputs
    batch.changes = []
    if storeRetry == nil {
      storeRetry = StoreRetry(queue: executor.queue) { [weak self] in self?.onQueue { $0.take(.timer) } }
    }
    carryOut(batch, payloads: [:])
  }

  /// Tries to write what is owed before anything else is decided: the disk may have room again.
  private func payDebt() {
    inFlight = (owed, [])
    store.probe { probed in
      let isWritable = (try? probed.get()) != nil
      self.later { $0.probed(isWritable) }
    }
  }

  private func probed(_ isWritable: Bool) {
    guard isWritable else { return debtPaid(false) }
    store.commit(changes: owed.changes, outputs: owed.outputs, now: now().wall) { result in
      let isPaid = (try? result.get()) != nil
      self.later { $0.debtPaid(isPaid) }
    }
  }

  private func debtPaid(_ isPaid: Bool) {
    inFlight = nil
    if isPaid {
      owed = Batch()
      storeRetry = nil
      inbox.insert(.event(.storeRecovered), at: 0)
      decide()
    } else {
      let inbound = inbox
      inbox = []
      decideWithoutStore(inbound)
    }
    drainSoon()
  }
}
