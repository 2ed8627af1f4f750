package import SchedulerCore
import Synchronization
package import SystemdSyntax

/// The time zones of the system's database as expressions name them. Whoever names a zone has the same one as
/// long as somebody has it; a zone that nobody has is not kept. What is left of it here, its name and its
/// file's mark, goes when twice as many names are known as zones are there.
///
/// A user can have all of them held by naming all: with Debian's 1,200 names that is half a megabyte in all,
/// however many tasks name them.
final class ZoneDatabase: Sendable {
  /// The machine's.
  static let system = ZoneDatabase()

  private struct Known {
    /// Of the file that the zone was read from.
    let mark: ZoneFile.Mark
    weak var zone: CalendarExpression.Zone?
  }

  private struct Zones {
    /// Nothing is looked for while there are so few.
    private static let fewest = 16

    private(set) var known: [String: Known] = [:]
    private var most = Self.fewest

    func zone(named name: String, mark: ZoneFile.Mark) -> CalendarExpression.Zone? {
      guard let known = known[name], known.mark == mark else { return nil }
      return known.zone
    }

    mutating func keep(_ zone: CalendarExpression.Zone, mark: ZoneFile.Mark) {
      known[zone.name] = Known(mark: mark, zone: zone)
      guard known.count > most else { return }
      known = known.filter { $0.value.zone != nil }
      most = max(2 * known.count, Self.fewest)
    }
  }

  /// Nil for the system's.
  private let directory: String?
  private let zones = Mutex(Zones())

  /// - Parameter directory: Where its files are; nil is where the C library looks for them.
  init(in directory: String? = nil) { self.directory = directory }

  /// The zone; nil when there is no such zone. Its file is read anew when it has changed.
  func zone(named name: String) -> CalendarExpression.Zone? {
    let path = ZoneFile.path(ofZone: name, in: directory)
    // What the file is like is asked before it is read: a change meanwhile is seen the next time.
    guard let path, let mark = ZoneFile.Mark(ofFile: path) else { return nil }
    if let known = zones.withLock({ $0.zone(named: name, mark: mark) }) { return known }
    guard let file = ZoneFile(at: path) else { return nil }
    let zone = CalendarExpression.Zone(name: name, rules: ZoneRules(file))
    return zones.withLock { zones in
      // Another thread may have been quicker.
      if let known = zones.zone(named: name, mark: mark) { return known }
      zones.keep(zone, mark: mark)
      return zone
    }
  }

  /// How many names it knows, those included whose zones nobody has.
  var knownCount: Int { zones.withLock { $0.known.count } }
}

extension ZoneRules {
  /// The rules in a file of the time zone database.
  package init(_ file: ZoneFile) {
    self.init(
      firstOffset: file.firstOffset,
      transitions: file.transitions.map {
        Transition(at: WallTime(uSec: $0.at * 1_000_000), offset: $0.offset)
      })
  }
}
