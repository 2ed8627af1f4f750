package import Dispatch
import Glibc
import LinuxSystem
package import SchedulerCore

/// The source of the machine's time zone, as the C library reads it, and of its changes. Work at night runs
/// in the machine's night.
///
/// The zone is read from `/etc/localtime` (localtime(5)), a link that is replaced, so inotify(7) watches its
/// directory. Without the link the zone is UTC.
package final class TimeZoneSource {
  private let queue: DispatchQueue
  private let link: String
  private var watch: FileWatch?
  private var handler: ((ZoneRules) -> Void)?
  private var said: ZoneRules?

  /// A source that is not started yet.
  package init(queue: DispatchQueue, link: String = "/etc/localtime") {
    self.queue = queue
    self.link = link
  }

  /// Begins to watch. The handler is called on the queue: once before this returns, and later with each new
  /// zone.
  package func start(_ handler: @escaping (ZoneRules) -> Void) {
    self.handler = handler
    look()
  }

  /// Stops watching. The handler is not called again.
  package func stop() { (handler, watch) = (nil, nil) }

  private func look() {
    // The watch reports one event only, so each look sets a new one.
    let directory = String(link.prefix(upTo: link.lastIndex(of: "/") ?? link.startIndex))
    watch = try? FileWatch(directory, for: .newEntries, queue: queue) { [weak self] in self?.look() }
    // Behind the new watch: a zone that is set between the two would be missed.
    tzset()
    let rules = ZoneRules(around: time(nil), offset: SystemClock.zoneOffset)
    guard rules != said else { return }
    said = rules
    handler?(rules)
  }
}
