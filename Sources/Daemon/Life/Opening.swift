import Dispatch
import Glibc
import LinuxSystem
import SchedulerAPI
import Synchronization
import TaskStore

/// The time before there is a shell. The store is opened and read on another thread, which takes its time
/// with very many tasks; on the daemon's queue signals are heard meanwhile, and the service manager is told
/// how far it is.
actor Opening {
  private enum Phase {
    /// Nothing is decided, and whoever wants the daemon to end need not wait.
    case reading
    /// The shell has what was read. The store may still have something to do before it takes anything in.
    case starting
    case over
  }

  nonisolated let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let mailbox: Mailbox
  private let log: SystemLog
  private let serviceManager: ServiceManager
  private let pace = Mutex(ProgressPace(since: SystemClock.monotonicUSec))
  private var phase = Phase.reading

  init(_ mailbox: Mailbox, _ log: SystemLog) {
    executor = mailbox.executor
    self.mailbox = mailbox
    self.log = log
    serviceManager = ServiceManager(queue: mailbox.executor.queue)
  }

  /// Hears signals from now on, before and after the shell is there.
  /// - Parameter signals: Caught since the process began.
  /// - Throws: ``SystemError`` when the system is out of descriptors.
  nonisolated func hear(_ signals: SignalSource) throws(SystemError) {
    try executor.queue.sync {
      Result { () throws(SystemError) in
        try signals.deliver(on: executor.queue) { signal in self.assumeIsolated { $0.received(signal) } }
      }
    }.get()
  }

  /// The opening has come so far. Called on any thread, as often as it comes further.
  nonisolated func cameTo(_ step: OpeningStep) {
    guard pace.withLock({ $0.isDue(step, at: SystemClock.monotonicUSec) }) else { return }
    executor.queue.async { self.assumeIsolated { $0.tell(step) } }
  }

  /// The shell takes over what was read. The caller is on the daemon's queue.
  nonisolated func handOver() { assumeIsolated { $0.phase = .starting } }

  /// The daemon listens. The caller is on the daemon's queue.
  nonisolated func end() { assumeIsolated { $0.phase = .over } }

  private func tell(_ step: OpeningStep) {
    if phase != .over { serviceManager.status(step.text) }
  }

  private func received(_ signal: CInt) {
    guard phase == .reading, signal != SIGHUP else { return mailbox.put { $0.received(signal) } }
    let text = "Ending before all was read; nothing is lost"
    log.write(LogEntry(.stopping, "\(text)."))
    serviceManager.stopping(status: text)
    // Whatever the other thread writes just now is on disk or not, as after a power failure. It must not go
    // on while what it uses is torn down.
    _exit(ExitCode.success.rawValue)
  }
}
