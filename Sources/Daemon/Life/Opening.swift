import Dispatch
import Glibc
import LinuxSystem
import SchedulerAPI
import Synchronization
import TaskStore

/// The phase before there is a shell. Another thread opens and reads the store, which takes long with very
/// many tasks; meanwhile the daemon's queue handles signals and reports progress to the service manager.
actor Opening {
  private enum Phase {
    /// Nothing is decided yet, so a signal to end ends the daemon at once.
    case reading
    /// The shell has what was read. The store may still have work before it takes anything in.
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

  /// Delivers signals from now on, before and after there is a shell.
  /// - Parameter signals: The signals that are caught since the process began.
  /// - Throws: ``SystemError`` when the system is out of descriptors.
  nonisolated func hear(_ signals: SignalSource) throws(SystemError) {
    try executor.queue.sync {
      Result { () throws(SystemError) in
        try signals.deliver(on: executor.queue) { signal in self.assumeIsolated { $0.received(signal) } }
      }
    }.get()
  }

  /// Reports progress to the service manager, at a bounded pace. Called on any thread, once a step.
  nonisolated func cameTo(_ step: OpeningStep) {
    guard pace.withLock({ $0.isDue(step, at: SystemClock.monotonicUSec) }) else { return }
    executor.queue.async { self.assumeIsolated { $0.tell(step) } }
  }

  /// Records that the shell takes over what was read. The caller is on the daemon's queue.
  nonisolated func handOver() { assumeIsolated { $0.phase = .starting } }

  /// Records that the daemon listens. The caller is on the daemon's queue.
  nonisolated func end() { assumeIsolated { $0.phase = .over } }

  private func tell(_ step: OpeningStep) {
    if phase != .over { serviceManager.status(step.text) }
  }

  private func received(_ signal: CInt) {
    guard phase == .reading, signal != SIGHUP else { return mailbox.put { $0.received(signal) } }
    let text = "Ending before all state was read; nothing is lost"
    log.write(LogEntry(.stopping, "\(text)."))
    serviceManager.stopping(status: text)
    // A write of the other thread is on disk or not, as after a power failure. That thread must not go on
    // while exit(3) tears down what it uses.
    _exit(ExitCode.success.rawValue)
  }
}
