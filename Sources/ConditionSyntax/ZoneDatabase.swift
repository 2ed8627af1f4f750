package import SchedulerCore
import Synchronization
package import SystemdSyntax

/// The time zones of the system's database that expressions name. All users of a zone share it as long as one
/// of them holds it, and it is not kept beyond that. Its name and its file's mark stay until the known names
/// are twice as many as the zones that were left at the last cleanup.
///
/// A user can have all zones held by naming all: with Debian's 1,200 names that is half a megabyte, however
/// many tasks name them.
final class ZoneDatabase: Sendable {
  /// The database of the machine.
  static let system = ZoneDatabase()

  private struct Known {
    /// The mark of the file that the zone was read from.
    let mark: ZoneFile.Mark
    weak var zone: CalendarExpression.Zone?
  }

  private struct Zones {
    /// The number of known names up to which there is no cleanup.
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

  /// The path of the database; `nil` for the system's.
  private let directory: String?
  private let zones = Mutex(Zones())

  /// - Parameter directory: The path of the files; `nil` is where the C library looks for them.
  init(in directory: String? = nil) { self.directory = directory }

  /// Returns the zone; `nil` when there is no such zone. Its file is read anew when it has changed.
  func zone(named name: String) -> CalendarExpression.Zone? {
    let path = ZoneFile.path(ofZone: name, in: directory)
    // The mark is taken before the file is read, so that a change in between is seen the next time.
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

  /// The number of known names, with those whose zones are not held any more.
  var knownCount: Int { zones.withLock { $0.known.count } }
}

extension ZoneRules {
  /// Creates the rules of a file of the time zone database.
  package init(_ file: ZoneFile) {
    self.init(
      firstOffset: file.firstOffset,
      transitions: file.transitions.map {
        Transition(at: WallTime(uSec: $0.at * 1_000_000), offset: $0.offset)
      })
  }
}
