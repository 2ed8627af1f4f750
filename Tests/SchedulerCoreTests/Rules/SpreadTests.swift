import Testing

@testable import SchedulerCore

@Suite("Delays that spread what comes at one date")
struct SpreadTests {
  private static let span = TimeSpan.hours(12)
  private static let count = 10_000

  /// Where in the span a task of this name begins, from 0 until 1.
  private static func share(_ name: String, uid: UInt32 = 1000, on machine: String = "a") -> Double {
    let place = CalendarPlace(zone: ZoneRules(firstOffset: 0), machine: machine)
    let delay = place.delay(upTo: span, of: TaskKey(uid: uid, identifier: name))
    return Double(delay.uSec) / Double(span.uSec)
  }

  /// The name of four letters with this number.
  private static func letters(_ number: Int) -> String {
    String([1000, 100, 10, 1].map { Array("abcdefghij")[number / $0 % 10] })
  }

  /// Pearson's statistic of a hundred parts of the same size, of which each should have as many.
  private static func unevenness(_ shares: [Double]) -> Double {
    let parts = 100
    var counts = Array(repeating: 0.0, count: parts)
    for share in shares { counts[Int(share * Double(parts))] += 1 }
    let expected = Double(shares.count) / Double(parts)
    return counts.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
  }

  /// Of 99 degrees of freedom: of a thousand even spreads one has more (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
  private static let most = 148.23

  @Test(
    "Names that differ in a number, a letter, the user or the machine are spread evenly over the span",
    arguments: ["a number", "a number of four digits", "a letter", "the user", "two machines"])
  func even(difference: String) {
    let shares = (0..<Self.count).map { number in
      switch difference {
      case "a number": return Self.share("backup-\(number)")
      case "a number of four digits": return Self.share("backup-\(number + 10_000)")
      case "a letter": return Self.share("org.example.\(Self.letters(number))")
      case "the user": return Self.share("backup", uid: UInt32(number))
      default:
        let apart = Self.share("t\(number)", on: "machine-1") - Self.share("t\(number)", on: "machine-2")
        return apart < 0 ? apart + 1 : apart
      }
    }
    #expect(Self.unevenness(shares) < Self.most)
  }

  @Test("Neighbours are no neighbours in time")
  func neighbours() {
    let shares = (1...3).map { Self.share("backup-0\($0)") }.sorted()
    // Within 12 hours these three are minutes apart at least.
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $1 - $0 > 0.01 })
  }
}
