import CSystemd
package import Dispatch
import Glibc
import PlainText

/// What a service tells systemd and gets from it (sd_notify(3), sd_watchdog_enabled(3), sd_listen_fds(3)).
/// Outside systemd, where `NOTIFY_SOCKET` is not set, every message is a no-op. Confined to its queue.
package final class ServiceManager {
  private let queue: DispatchQueue
  private var watchdog: (any DispatchSourceTimer)?
  private var isReady = false

  /// How long the service manager waits for a ``startWatchdog()`` sign of life, in microseconds; nil when it
  /// does not.
  package let watchdogUSec: Int64?

  /// Looks at the environment that the service manager has set.
  package init(queue: DispatchQueue) {
    self.queue = queue
    var interval: UInt64 = 0
    watchdogUSec = sd_watchdog_enabled(0, &interval) > 0 ? Int64(clamping: interval) : nil
  }

  deinit { watchdog?.cancel() }

  /// The service has started, or has reloaded.
  package func ready(status: String) {
    isReady = true
    notify("READY=1\n" + Self.statusLine(status))
  }

  /// A line for `systemctl status`. Before the service is ready it says how far the start has come, so the
  /// start may take longer: a service that is still getting on is not ended for the time that it takes
  /// (`TimeoutStartSec=`).
  package func status(_ text: String) {
    let line = Self.statusLine(text)
    notify(isReady ? line : "EXTEND_TIMEOUT_USEC=\(Self.extensionUSec)\n" + line)
  }

  /// So long the service manager waits for the next line of a start: as long as the units let a start take
  /// that says nothing.
  private static let extensionUSec: Int64 = 120_000_000

  /// The service reloads its configuration; ``ready(status:)`` says that it has.
  package func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonicUSec)") }

  /// The service ends.
  package func stopping(status: String) { notify("STOPPING=1\n" + Self.statusLine(status)) }

  /// Gives signs of life from the queue, twice in the time that is allowed: a queue that is stuck gives none.
  /// Without a watchdog it does nothing.
  package func startWatchdog() {
    guard let watchdogUSec, watchdog == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let half = DispatchTimeInterval.microseconds(Int(clamping: max(watchdogUSec / 2, 1)))
    timer.schedule(deadline: .now(), repeating: half)
    timer.setEventHandler { [weak self] in self?.notify("WATCHDOG=1") }
    timer.activate()
    watchdog = timer
  }

  /// The sockets that the service manager listens on for this process. They are handed out once.
  /// - Throws: ``SystemError`` when the service manager's variables are malformed.
  package func takeListeningSockets() throws(SystemError) -> [SharedDescriptor] {
    let count = try systemCallReturningCode("sd_listen_fds", positive: false) { sd_listen_fds(1) }
    return (0..<count).map { SharedDescriptor(owning: SD_LISTEN_FDS_START + $0) }
  }

  /// Whether the descriptor is a Unix stream socket that listens.
  static func isListeningStreamSocket(_ descriptor: SharedDescriptor) -> Bool {
    sd_is_socket_unix(descriptor.number, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0
  }

  /// A message that does not arrive changes nothing for this process: the service manager draws its own
  /// conclusions.
  private func notify(_ state: String) { _ = sd_notify(0, state) }

  /// A line break would begin another assignment.
  private static func statusLine(_ text: String) -> String {
    "STATUS=" + SingleLine.cleaned(text)
  }
}
