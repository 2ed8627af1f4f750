import CSystemd
package import Dispatch
import Glibc
import PlainText

/// The service's end of systemd's protocol (sd_notify(3), sd_watchdog_enabled(3), sd_listen_fds(3)). Outside
/// systemd, where `NOTIFY_SOCKET` is not set, every message is a no-op. Confined to its queue.
package final class ServiceManager {
  private let queue: DispatchQueue
  private var watchdog: (any DispatchSourceTimer)?
  private var isReady = false

  /// The longest time between two signs of life (``startWatchdog()``), in microseconds; nil without a
  /// watchdog.
  package let watchdogUSec: Int64?

  /// Reads the environment that the service manager has set.
  package init(queue: DispatchQueue) {
    self.queue = queue
    var interval: UInt64 = 0
    watchdogUSec = sd_watchdog_enabled(0, &interval) > 0 ? Int64(clamping: interval) : nil
  }

  deinit { watchdog?.cancel() }

  /// Reports that the service has started or reloaded.
  package func ready(status: String) {
    isReady = true
    notify("READY=1\n" + Self.statusLine(status))
  }

  /// Sends a line for `systemctl status`. Before the service is ready the line tells how far the start has
  /// come and extends its time limit (`TimeoutStartSec=`), so a start that makes progress is not ended.
  package func status(_ text: String) {
    let line = Self.statusLine(text)
    notify(isReady ? line : "EXTEND_TIMEOUT_USEC=\(Self.extensionUSec)\n" + line)
  }

  /// The time that each line gives a start, in microseconds: as long as the units allow for a start without
  /// lines.
  private static let extensionUSec: Int64 = 120_000_000

  /// Reports that the service reloads its configuration, until ``ready(status:)``.
  package func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonicUSec)") }

  /// Reports that the service ends.
  package func stopping(status: String) { notify("STOPPING=1\n" + Self.statusLine(status)) }

  /// Sends signs of life from the queue, twice in the time allowed, so a stuck queue sends none. Does nothing
  /// without a watchdog.
  package func startWatchdog() {
    guard let watchdogUSec, watchdog == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let half = DispatchTimeInterval.microseconds(Int(clamping: max(watchdogUSec / 2, 1)))
    timer.schedule(deadline: .now(), repeating: half)
    timer.setEventHandler { [weak self] in self?.notify("WATCHDOG=1") }
    timer.activate()
    watchdog = timer
  }

  /// Returns the sockets that the service manager listens on for this process, once.
  /// - Throws: ``SystemError`` when the service manager's variables are malformed.
  package func takeListeningSockets() throws(SystemError) -> [SharedDescriptor] {
    let count = try systemCallReturningCode("sd_listen_fds", positive: false) { sd_listen_fds(1) }
    return (0..<count).map { SharedDescriptor(owning: SD_LISTEN_FDS_START + $0) }
  }

  /// Whether the descriptor is a Unix stream socket that listens.
  static func isListeningStreamSocket(_ descriptor: SharedDescriptor) -> Bool {
    sd_is_socket_unix(descriptor.number, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0
  }

  /// Sends a message. One that does not arrive changes nothing here: the service manager acts on its own.
  private func notify(_ state: String) { _ = sd_notify(0, state) }

  /// Returns one line, because a line break would begin another assignment.
  private static func statusLine(_ text: String) -> String {
    "STATUS=" + SingleLine.cleaned(text)
  }
}
