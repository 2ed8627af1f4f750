import SystemdSyntax
import Testing

@Suite("Points in time")
struct TimestampSyntaxTests {
  /// Sat 2026-11-21 07:54:30.5 UTC
  static let now: Int64 = 1_795_247_670_500_000

  /// What `systemd-analyze timestamp` of systemd 252 says of the same texts with TZ=UTC.
  @Test(
    "They are read as systemd reads them",
    arguments: [
      ("now", now), ("+1h", now + 3_600_000_000), ("1h left", now + 3_600_000_000),
      ("-10min", now - 600_000_000), ("10min ago", now - 600_000_000), ("+ 1d 2h", now + 93_600_000_000),
      ("today", 1_795_219_200_000_000), ("tomorrow", 1_795_305_600_000_000),
      ("yesterday", 1_795_132_800_000_000), ("18:30", 1_795_285_800_000_000),
      ("06:30", 1_795_242_600_000_000), ("8:5", 1_795_248_300_000_000),
      ("2026-11-21", 1_795_219_200_000_000), ("26-11-21", 1_795_219_200_000_000),
      ("2026-1-2", 1_767_312_000_000_000), ("Sat 2026-11-21 18:30", 1_795_285_800_000_000),
      ("saturday 2026-11-21", 1_795_219_200_000_000), ("2026-11-21  18:30:15", 1_795_285_815_000_000),
      ("2026-11-21 18:30:15.5", 1_795_285_815_500_000), ("@1395716396.5", 1_395_716_396_500_000),
      ("@0", 0), ("today UTC", 1_795_219_200_000_000), (" 18:30 UTC ", 1_795_285_800_000_000),
      ("2028-02-29", 1_835_395_200_000_000), ("9999-12-31 23:59:59.999999", TimestampSyntax.maximum),
      ("1970-01-01", 0), ("99-12-31", 946_598_400_000_000),
    ])
  func reads(text: String, uSec: Int64) throws {
    #expect(try TimestampSyntax.parse(text, now: Self.now, zone: .utc) == uSec)
  }

  @Test(
    "What is no date, or a date that does not exist, is refused with an example",
    arguments: [
      "", "soon", "1h", "Sun 2026-11-21", "2026-02-30", "2027-02-29", "2026-13-01", "2026-00-10", "18:60",
      "24:00", "18:30:60", "@-5", "@", "@1.", "@9999999999999999999", "2026-11-21 18:30 Europe/Berlin",
      "2026-11-21 2026-11-21", "Sat 18:30", "Sat", "18", "18:30:", "18:30:15.", "202-11-21", "2026--11-21",
      "ago", " left", "UTC", "now UTC", "2026-11-21T18:30", "1969-01-01", "٢٠٢٦-١١-٢١",
    ])
  func garbage(text: String) throws {
    let error = try #require(throws: SyntaxError.self) {
      try TimestampSyntax.parse(text, now: Self.now, zone: .utc)
    }
    #expect(error.description.contains("for example"))
  }

  @Test("A text without end is refused, and the message stays short")
  func endless() throws {
    let text = String(repeating: "1", count: 100_000)
    let error = try #require(throws: SyntaxError.self) { try TimestampSyntax.parse(text, now: Self.now) }
    #expect(error.found.unicodeScalars.count == 65)
  }

  @Test(
    "Points outside of the calendar are refused and never overflow",
    arguments: [
      "-100y", "100y ago", "+9000y", "+infinity", "-infinity", "@253402300800", "@999999999999999999",
    ])
  func outside(text: String) throws {
    let error = try #require(throws: SyntaxError.self) {
      try TimestampSyntax.parse(text, now: Self.now, zone: .utc)
    }
    #expect(error.problem == "is outside of the calendar")
  }

  @Test("A wrong length in a relative point is reported as a wrong length")
  func wrongLength() throws {
    let error = try #require(throws: SyntaxError.self) {
      try TimestampSyntax.parse("+5 parsecs", now: Self.now)
    }
    #expect(error.problem == "is not a length of time")
    #expect(error.found == "5 parsecs")
  }

  @Test("Dates are written as systemctl writes them, and read back")
  func writes() throws {
    #expect(TimestampSyntax.format(1_795_285_800_000_000, zone: .utc) == "Sat 2026-11-21 18:30:00 UTC")
    #expect(TimestampSyntax.format(0, zone: .utc) == "Thu 1970-01-01 00:00:00 UTC")
    #expect(TimestampSyntax.format(951_782_400_000_000, zone: .utc) == "Tue 2000-02-29 00:00:00 UTC")
    #expect(TimestampSyntax.format(TimestampSyntax.maximum, zone: .utc) == "Fri 9999-12-31 23:59:59 UTC")
    #expect(TimestampSyntax.format(.max, zone: .utc) == "@9223372036854")
    #expect(TimestampSyntax.format(.min) == "@-9223372036854")
    for day in stride(from: Int64(0), to: 253_402_300_800, by: 86_400 * 97 + 12_345) {
      let text = TimestampSyntax.format(day * 1_000_000, zone: .utc)
      #expect(try TimestampSyntax.parse(text, now: Self.now) == day * 1_000_000)
    }
  }

  @Test("Local dates are read back as the same point")
  func local() throws {
    let text = TimestampSyntax.formatShort(1_795_199_400_000_000, now: 0)
    #expect(try TimestampSyntax.parse(text, now: Self.now) == 1_795_199_400_000_000)
    let midnight = try TimestampSyntax.parse("today", now: Self.now)
    #expect(TimestampSyntax.formatShort(midnight, now: Self.now) == "00:00")
  }

  @Test("Short dates leave the day out when it is today")
  func short() {
    #expect(TimestampSyntax.formatShort(1_795_285_800_000_000, now: Self.now, zone: .utc) == "18:30")
    #expect(
      TimestampSyntax.formatShort(1_795_132_800_000_000, now: Self.now, zone: .utc) == "2026-11-20 00:00")
  }

  @Test(
    "Distances from now are written in two units",
    arguments: [
      (7_500_000_000, "in 2h 5min"), (-180_000_000, "3min ago"), (999_999, "now"), (0, "now"),
      (93_661_000_000, "in 1d 2h"), (1_999_999, "in 1s"), (-2_629_800_000_000, "1month ago"),
    ] as [(Int64, String)])
  func relative(distance: Int64, text: String) {
    #expect(TimestampSyntax.formatRelative(Self.now + distance, now: Self.now) == text)
  }

  @Test("A distance that overflows is written as a date")
  func relativeOverflow() {
    #expect(TimestampSyntax.formatRelative(.min, now: Self.now) == "@-9223372036854")
  }
}
