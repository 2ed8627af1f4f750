import Dispatch
import Foundation
import Synchronization
import SystemdSyntax
import TestSupport
import Testing

@testable import ConditionSyntax
@testable import SchedulerCore

@Suite("Zones that expressions name")
struct ZoneDatabaseTests {
  private static let system = URL(filePath: "/usr/share/zoneinfo")

  /// Puts a zone of the machine into a database of the test's own, as a package does it: by another file.
  private func put(_ zone: String, as name: String, in folder: TemporaryFolder) throws {
    try folder.write("new", [UInt8](Data(contentsOf: Self.system.appending(path: zone))))
    #expect(rename(folder.path("new"), folder.path(name)) == 0)
  }

  @Test("Whoever names one has the same one, however it is read")
  func shared() throws {
    let first = try #require(try CalendarSyntax.parse("daily Europe/Berlin").zone)
    #expect(try CalendarSyntax.parse("Mon 03:00 Europe/Berlin").zone === first)
    #expect(try CalendarSyntax.parse("daily Europe/Berlin").zone === first)
    #expect(try CalendarSyntax.parse("daily Europe/Paris").zone !== first)
    #expect(try CalendarSyntax.parse("daily utc").zone === CalendarSyntax.parse("@5").zone)
  }

  @Test("Threads that name one at once have the same one")
  func threads() throws {
    let folder = try TemporaryFolder()
    try put("Europe/Berlin", as: "Here", in: folder)
    let database = ZoneDatabase(in: folder.path)
    for _ in 0..<50 {
      let found = Mutex<[CalendarExpression.Zone]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        guard let zone = database.zone(named: "Here") else { return }
        found.withLock { $0.append(zone) }
      }
      let zones = found.withLock { $0 }
      #expect(zones.count == 8 && zones.allSatisfy { $0 === zones[0] })
    }
  }

  @Test("A file that was updated is read anew; who has the old zone goes on with it, and is not the same")
  func updated() throws {
    let folder = try TemporaryFolder()
    try put("Europe/Berlin", as: "Here", in: folder)
    let database = ZoneDatabase(in: folder.path)
    let before = try #require(database.zone(named: "Here"))
    try put("America/New_York", as: "Here", in: folder)
    let after = try #require(database.zone(named: "Here"))
    #expect(after != before && database.zone(named: "Here") === after)
    let expressions = [before, before, after].map { CalendarExpression(.init(), zone: $0) }
    #expect(expressions[0] == expressions[1] && expressions[0] != expressions[2])
    // The same rules from another file are the same zone to those who compare.
    try put("Europe/Berlin", as: "Here", in: folder)
    let again = try #require(database.zone(named: "Here"))
    #expect(again !== before && again == before)
    #expect(unlink(folder.path("Here")) == 0 && database.zone(named: "Here") == nil)
  }

  @Test("What nobody has is not kept, and little is left of it, however many are named")
  func released() throws {
    let folder = try TemporaryFolder()
    for number in 0..<200 { try put("Europe/Berlin", as: "Zone\(number)", in: folder) }
    let database = ZoneDatabase(in: folder.path)
    weak var released: CalendarExpression.Zone?
    for number in 0..<200 {
      released = database.zone(named: "Zone\(number)")
      #expect(released == nil && database.knownCount <= 16)
    }
    let held = (0..<100).compactMap { database.zone(named: "Zone\($0)") }
    for number in 100..<200 { _ = database.zone(named: "Zone\(number)") }
    #expect(held.count == 100 && database.knownCount >= 100)
    #expect((0..<100).allSatisfy { database.zone(named: "Zone\($0)") === held[$0] })
  }

  @Test("Every zone of the machine is as its file says, and of most years only the rule is kept")
  func compact() throws {
    let files = try #require(FileManager.default.enumerator(atPath: Self.system.path()))
    var (all, kept) = (0, 0)
    for case let name as String in files {
      guard let file = ZoneFile(named: name) else { continue }
      let rules = ZoneRules(file)
      let isSame =
        rules.firstOffset == file.firstOffset
        && rules.transitions.elementsEqual(file.transitions) {
          $0.at.uSec == $1.at * 1_000_000 && $0.offset == $1.offset
        }
      #expect(isSame, "\(name)")
      all += rules.transitions.count
      kept += rules.transitions.listedCount
    }
    #expect(all > 50_000 && kept < all / 4)
  }
}
