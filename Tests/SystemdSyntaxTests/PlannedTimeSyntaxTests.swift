import SystemdSyntax
import Testing

@Suite("Points in time at which something is to happen")
struct PlannedTimeSyntaxTests {
  /// Sat 2026-11-21 07:54:30.5 UTC
  private static let now = TimestampSyntaxTests.now
  private static let minute: Int64 = 60_000_000
  /// Sat 2026-11-21 00:00 UTC
  private static let today: Int64 = 1_795_219_200_000_000

  private static func at(day: Int64 = 0, _ hour: Int64, _ minutes: Int64 = 0) -> Int64 {
    today + ((day * 24 + hour) * 60 + minutes) * minute
  }

  private static let points: [(String, Int64)] = [
    ("08:00", at(8)), ("07:54", at(day: 1, 7, 54)), ("03:00", at(day: 1, 3)), ("noon", at(12)),
    ("Midnight", at(day: 1, 0)), ("today 18:30", at(18, 30)), ("today 03:00", at(3)), ("today", at(0)),
    ("tomorrow", at(day: 1, 0)), ("tomorrow 03:00", at(day: 1, 3)), ("Tomorrow noon", at(day: 1, 12)),
    ("Mon 03:00", at(day: 2, 3)), ("monday", at(day: 2, 0)), ("Sat 18:00", at(18)),
    ("Sat 03:00", at(day: 7, 3)), ("saturday", at(day: 7, 0)), ("Fri midnight", at(day: 6, 0)),
    ("in 2h", now + 120 * minute), ("in 1d 2h", now + 26 * 60 * minute), ("+2h", now + 120 * minute),
    ("now", now), ("@0", 0), ("2026-11-21", at(0)), ("2026-11-21 18:30", at(18, 30)),
    ("Sat 2026-11-21 18:30:00 UTC", at(18, 30)), ("2026-11-21T18:30:00Z", at(18, 30)),
    ("2026-11-21T18:30:00+01:00", at(17, 30)), ("2026-11-21t18:30-02:30", at(21)),
    ("2026-11-21 18:30:15.5+00:00", at(18, 30) + 15_500_000),
  ]

  @Test("What is said without a date is the next one", arguments: points)
  func reads(text: String, uSec: Int64) throws {
    #expect(try PlannedTimeSyntax.parse(text, now: Self.now, zone: .utc) == uSec)
  }

  @Test(
    "What is none of these is refused with an example",
    arguments: [
      "", "soon", "in", "in soon", "tomorrow 25:00", "Mon Tue", "noon noon", "03:00 tomorrow", "24:00",
      "2026-11-21T18:30", "2026-11-21T18:30+1", "2026-11-21T18:30+24:00", "2026-02-30T18:30Z",
      "26-11-21T18:30Z", "2026-11-21T18:30ZZ", "2026-11-21 18:30 CEST", "today today",
    ])
  func garbage(text: String) throws {
    let error = try #require(throws: SyntaxError.self) {
      try PlannedTimeSyntax.parse(text, now: Self.now, zone: .utc)
    }
    #expect(!error.example.isEmpty)
  }

  @Test("What is shown can be put in again")
  func shown() throws {
    for days in stride(from: Int64(0), to: 730, by: 11) {
      let point = (Self.now + days * 24 * 60 * Self.minute) / Self.minute * Self.minute
      let before = point - 60 * Self.minute
      for text in [
        TimestampSyntax.format(point, zone: .utc),
        TimestampSyntax.formatShort(point, now: before, zone: .utc),
      ] {
        #expect(try PlannedTimeSyntax.parse(text, now: before, zone: .utc) == point, "\(text)")
      }
    }
  }
}
