import ConditionSyntax
package import Dispatch
import Glibc
import LinuxSystem
package import SchedulerCore
import SystemdSyntax

/// The source of the machine's time zone and of its changes. Work at night runs in the machine's night.
///
/// The zone is that of `/etc/localtime` (localtime(5)): a link to a file of the time zone database, or such a
/// file. inotify(7) watches the folder of each of the entries on the way to the file's contents: the link may
/// be replaced, and the file may be written, or replaced by an upgrade of the database. Without a file the
/// zone is UTC.
///
/// The file is read here, because tzset(3) reads one anew only when its inode or the second of its last
/// change is another. The C library is asked where it knows more: the variable `TZ` says the zone, for as
/// long as the process lives; or the file is not understood, as one that counts leap seconds. Of such a file
/// the C library overlooks that it was written twice within a second.
package final class TimeZoneSource {
  private let queue: DispatchQueue
  private let link: String
  private var watch: EntryWatch?
  private var handler: ((ZoneRules) -> Void)?
  private var said: ZoneRules?

  /// The most symbolic links that are followed, as in the kernel (path_resolution(7)).
  private static let linkLimit = 40

  /// A source that is not started yet.
  package init(queue: DispatchQueue, link: String = "/etc/localtime") {
    self.queue = queue
    self.link = link
  }

  /// Begins to watch. The handler is called on the queue: once before this returns, and later with each new
  /// zone.
  package func start(_ handler: @escaping (ZoneRules) -> Void) {
    self.handler = handler
    refresh()
  }

  /// Stops watching. The handler is not called again.
  package func stop() { (handler, watch) = (nil, nil) }

  /// Reads the zone anew. A file that is gone, and a folder that was replaced as a whole, are noticed by this
  /// only.
  package func refresh() {
    guard handler != nil else { return }
    // The watch reports one event only, so each look sets a new one.
    watch = try? EntryWatch(of: way, queue: queue) { [weak self] in self?.refresh() }
    // Behind the new watch: a zone that is set between the two would be missed.
    guard let rules = rules(), rules != said else { return }
    said = rules
    handler?(rules)
  }

  /// The entries that decide what the file's contents are: the link, each link that it leads to, and the
  /// file.
  private var way: [String] {
    var way = [link]
    while way.count <= Self.linkLimit, let path = way.last, let target = SymbolicLink.target(of: path) {
      let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
      way.append(target.hasPrefix("/") ? target : "\(folder)/\(target)")
    }
    return way
  }

  /// Returns the zone's rules; nil where they stay as they were said.
  private func rules() -> ZoneRules? {
    // Local time follows wherever this process asks the C library for it.
    tzset()
    if getenv("TZ") == nil {
      if let file = ZoneFile(at: link) { return ZoneRules(file) }
      var status = stat()
      guard stat(link, &status) == 0 else { return .utc }
      // A file that is empty is about to be written, and its closing is an event.
      if status.st_size == 0 { return said == nil ? .utc : nil }
    }
    return ZoneRules(around: time(nil), offset: SystemClock.zoneOffset)
  }
}
