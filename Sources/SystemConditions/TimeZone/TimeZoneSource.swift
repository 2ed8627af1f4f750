import ConditionSyntax
package import Dispatch
import Glibc
import LinuxSystem
package import SchedulerCore
import SystemdSyntax

/// The source of the machine's time zone and of its changes. Work at night runs in the machine's night.
///
/// The zone is that of `/etc/localtime` (localtime(5)): a link to a file of the time zone database, or such a
/// file. The link may be replaced, and the file may be written, or replaced by an upgrade of the database.
/// Without a file the zone is UTC.
///
/// The file is read here, because tzset(3) reads one anew only when its inode or the second of its last
/// change is another. The C library is asked where it knows more: the variable `TZ` says the zone, for as
/// long as the process lives; or the file counts leap seconds. Of such a file the C library overlooks that it
/// was written twice within a second.
package final class TimeZoneSource {
  private let queue: DispatchQueue
  private let link: String
  private var watch: DescriptorSource?
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
    look(afterChange: false)
  }

  /// Stops watching. The handler is not called again.
  package func stop() { (handler, watch) = (nil, nil) }

  /// Reads the zone anew. Without a file it is UTC from now on.
  package func refresh() { look(afterChange: false) }

  private func look(afterChange: Bool) {
    guard handler != nil else { return }
    // The places to watch follow from where the links lead now, so each look sets a new watch. Where that
    // fails, as the user has no watches left, the old one still tells of the next change.
    if let next = try? watchOnce() { watch = next }
    // Behind the new watch: a zone that is set between the two would be missed.
    guard let rules = rules(afterChange: afterChange), rules != said else { return }
    said = rules
    handler?(rules)
  }

  private func watchOnce() throws(SystemError) -> DescriptorSource {
    let changes = try ChangeWatch()
    try changes.add(link)
    return try DescriptorSource(changes.events, for: .reading, queue: queue) { [weak self] in
      self?.look(afterChange: true)
    }
  }

  /// Returns the zone's rules; nil where they stay as they were said.
  private func rules(afterChange: Bool) -> ZoneRules? {
    guard getenv("TZ") == nil else { return libraryRules() }
    // One reading decides: the file may be written meanwhile.
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try SmallFile.read(link, atMost: ZoneFile.maximumBytes)
    } catch {
      // The C library would wait for the writer of a pipe in its place.
      guard error.isNoSuchFile else { return afterChange ? nil : .utc }
      bytes = nil
    }
    // Local time follows wherever this process asks the C library for it.
    tzset()
    // A file that has gone is being replaced, mostly. Another change will tell.
    guard let bytes else { return afterChange ? nil : .utc }
    if let file = ZoneFile(bytes: bytes) { return ZoneRules(file) }
    // A file that is empty, or a part of one, is being written.
    guard ZoneFile.countsLeapSeconds(bytes) else { return said == nil ? .utc : nil }
    return libraryRules()
  }

  private func libraryRules() -> ZoneRules {
    tzset()
    return ZoneRules(around: time(nil), offset: SystemClock.zoneOffset)
  }
}
