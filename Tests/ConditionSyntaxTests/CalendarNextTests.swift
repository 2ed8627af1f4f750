import SchedulerCore
import SystemdSyntax
import Testing

@testable import ConditionSyntax

@Suite("When calendar expressions come next")
struct CalendarNextTests {
  /// Berlin in 2024: summer time from 31 March 01:00 UTC to 27 October 01:00 UTC.
  private static let berlin = ZoneRules(
    firstOffset: 3600,
    transitions: [.init(at: at(1_711_846_800), offset: 7200), .init(at: at(1_729_990_800), offset: 3600)])

  /// Sydney in 2024: summer time to 6 April 16:00 UTC, and from 5 October 16:00 UTC.
  private static let sydney = ZoneRules(
    firstOffset: 39_600,
    transitions: [.init(at: at(1_712_419_200), offset: 36_000), .init(at: at(1_728_144_000), offset: 39_600)])

  /// Lord Howe Island in 2024: half an hour of summer time, to 6 April 15:00 UTC and from 5 October 15:30
  /// UTC.
  private static let lordHowe = ZoneRules(
    firstOffset: 39_600,
    transitions: [.init(at: at(1_712_415_600), offset: 37_800), .init(at: at(1_728_142_200), offset: 39_600)])

  private static func at(_ second: Int64) -> WallTime { WallTime(uSec: second * 1_000_000) }

  /// The dates after a moment, as `2024-03-31 01:30`, in UTC.
  private static func dates(
    _ text: String, after: String, in zone: ZoneRules = .utc, count: Int = 3
  ) throws -> [String] {
    let expression = try CalendarSyntax.parse(text)
    var date = WallTime(uSec: try TimestampSyntax.parse(after, now: 0, zone: .utc))
    var dates: [String] = []
    while dates.count < count, let next = expression.next(after: date, zone: zone) {
      #expect(date < next)
      date = next
      dates.append(TimestampSyntax.formatShort(next.uSec, now: 0, zone: .utc))
    }
    return dates
  }

  @Test(
    "In UTC",
    arguments: [
      ("daily", "2024-02-28 00:00", ["2024-02-29 00:00", "2024-03-01 00:00", "2024-03-02 00:00"]),
      ("Mon..Fri 8:00", "2024-03-08 08:00", ["2024-03-11 08:00", "2024-03-12 08:00", "2024-03-13 08:00"]),
      ("*-*~1 12:00", "2024-01-31 12:00", ["2024-02-29 12:00", "2024-03-31 12:00", "2024-04-30 12:00"]),
      ("Mon *-*~7/1", "2024-03-25 00:00", ["2024-04-29 00:00", "2024-05-27 00:00", "2024-06-24 00:00"]),
      ("*-02~03", "2024-03-10", ["2025-02-26 00:00", "2026-02-26 00:00", "2027-02-26 00:00"]),
      ("*-*-31", "2024-03-31 00:00", ["2024-05-31 00:00", "2024-07-31 00:00", "2024-08-31 00:00"]),
      ("*:0/25", "2024-12-31 23:30", ["2024-12-31 23:50", "2025-01-01 00:00", "2025-01-01 00:25"]),
      ("*:26/32", "2024-12-31 23:30", ["2024-12-31 23:58", "2025-01-01 00:26", "2025-01-01 00:58"]),
      ("2025..2100/25-6-1", "2024-01-01", ["2025-06-01 00:00", "2050-06-01 00:00", "2075-06-01 00:00"]),
      ("Fri *-02-29", "2024-03-10", ["2036-02-29 00:00", "2064-02-29 00:00", "2092-02-29 00:00"]),
      ("@1800000000", "2024-01-01", ["2027-01-15 08:00"]), ("2023-*-*", "2024-01-01", []),
      ("2199-12-31", "2024-01-01", ["2199-12-31 00:00"]), ("*-02-30", "2024-01-01", []),
      ("Sun *-02-29", "2190-03-01", []), ("yearly", "2199-01-01 00:00", []),
    ])
  func utc(text: String, after: String, dates: [String]) throws {
    #expect(try Self.dates(text, after: after) == dates)
  }

  @Test("To the microsecond, and never the moment itself")
  func microseconds() throws {
    let expression = try CalendarSyntax.parse("*:*:0/0.3,59.999999")
    let minute = Self.at(1_710_028_800)
    var date = minute + TimeSpan(uSec: 59_700_000 - 1)
    for uSec: Int64 in [59_700_000, 59_999_999, 60_000_000, 60_300_000] {
      date = try #require(expression.next(after: date, zone: .utc))
      #expect(date - minute == TimeSpan(uSec: uSec))
    }
  }

  @Test(
    "What the clock skips is no date, and what follows it is",
    arguments: [
      (berlin, "02:30", "2024-03-30 00:00", ["2024-03-30 01:30", "2024-04-01 00:30", "2024-04-02 00:30"]),
      (berlin, "2..4:30", "2024-03-31 00:15", ["2024-03-31 01:30", "2024-03-31 02:30", "2024-04-01 00:30"]),
      (berlin, "*:0/30", "2024-03-31 00:15", ["2024-03-31 00:30", "2024-03-31 01:00", "2024-03-31 01:30"]),
      (berlin, "2024-03-31 02:30", "2024-03-30 00:00", []),
      (sydney, "02:30", "2024-10-04 15:00", ["2024-10-04 16:30", "2024-10-06 15:30", "2024-10-07 15:30"]),
      (lordHowe, "02:15", "2024-10-04 00:00", ["2024-10-04 15:45", "2024-10-06 15:15", "2024-10-07 15:15"]),
      (lordHowe, "*:0/20", "2024-10-05 15:01", ["2024-10-05 15:10", "2024-10-05 15:40", "2024-10-05 16:00"]),
    ])
  func skipped(zone: ZoneRules, text: String, after: String, dates: [String]) throws {
    #expect(try Self.dates(text, after: after, in: zone) == dates)
  }

  @Test(
    "What the clock shows twice is one date, in the first pass, wherever the moment lies",
    arguments: [
      (berlin, "02:30", "2024-10-26 12:00", ["2024-10-27 00:30", "2024-10-28 01:30", "2024-10-29 01:30"]),
      (berlin, "02:30", "2024-10-27 00:30", ["2024-10-28 01:30", "2024-10-29 01:30", "2024-10-30 01:30"]),
      (berlin, "02:30", "2024-10-27 01:15", ["2024-10-28 01:30", "2024-10-29 01:30", "2024-10-30 01:30"]),
      (berlin, "1..3:30", "2024-10-27 00:15", ["2024-10-27 00:30", "2024-10-27 02:30", "2024-10-28 00:30"]),
      (sydney, "02:30", "2024-04-06 12:00", ["2024-04-06 15:30", "2024-04-07 16:30", "2024-04-08 16:30"]),
      (sydney, "02:30", "2024-04-06 16:15", ["2024-04-07 16:30", "2024-04-08 16:30", "2024-04-09 16:30"]),
      (lordHowe, "01:45", "2024-04-06 12:00", ["2024-04-06 14:45", "2024-04-07 15:15", "2024-04-08 15:15"]),
    ])
  func once(zone: ZoneRules, text: String, after: String, dates: [String]) throws {
    #expect(try Self.dates(text, after: after, in: zone) == dates)
  }

  @Test(
    "Where every hour is meant both passes are: nothing that runs every hour waits for two",
    arguments: [
      (berlin, "hourly", "2024-10-27 00:00", ["2024-10-27 01:00", "2024-10-27 02:00", "2024-10-27 03:00"]),
      (berlin, "*:0/30", "2024-10-27 00:15", ["2024-10-27 00:30", "2024-10-27 01:00", "2024-10-27 01:30"]),
      (berlin, "*:30", "2024-10-27 00:45", ["2024-10-27 01:30", "2024-10-27 02:30", "2024-10-27 03:30"]),
      (sydney, "hourly", "2024-04-06 15:15", ["2024-04-06 16:00", "2024-04-06 17:00", "2024-04-06 18:00"]),
      (lordHowe, "*:0/20", "2024-04-06 14:41", ["2024-04-06 15:10", "2024-04-06 15:30", "2024-04-06 15:50"]),
    ])
  func bothPasses(zone: ZoneRules, text: String, after: String, dates: [String]) throws {
    #expect(try Self.dates(text, after: after, in: zone) == dates)
  }

  @Test("A zone that is named counts, not the machine's")
  func named() throws {
    for (text, date) in [
      ("2030-01-01 12:00", "2029-12-31 23:00"), ("2030-01-01 12:00 UTC", "2030-01-01 12:00"),
      ("2030-01-01 12:00 Asia/Kolkata", "2030-01-01 06:30"),
      ("2030-07-01 12:00 Europe/Berlin", "2030-07-01 10:00"),
      ("2150-07-01 12:00 Europe/Berlin", "2150-07-01 10:00"),
    ] {
      #expect(
        try Self.dates(text, after: "2024-01-01", in: ZoneRules(firstOffset: 13 * 3600)) == [date], "\(text)")
    }
  }

  @Test(
    "Dates that systemd 252 loses are found: where winter time is moved, and where it is in a loop",
    arguments: [
      (
        "03-30 Europe/Dublin", "2025-03-30 00:00",
        ["2026-03-29 23:00", "2027-03-29 23:00", "2028-03-29 23:00"]
      ),
      ("1..21/13:42 Europe/Dublin", "2038-03-27 17:25", ["2038-03-28 13:42", "2038-03-29 00:42"]),
      ("2037-01/10~4 Antarctica/Troll", "2021-10-31 00:09", ["2037-01-28 00:00", "2037-11-27 00:00"]),
      ("*-*~10,12,13,20 UTC", "2025-01-01 00:00", ["2025-01-12 00:00", "2025-01-19 00:00"]),
    ])
  func lost(text: String, after: String, dates: [String]) throws {
    #expect(try Self.dates(text, after: after, count: dates.count) == dates)
  }

  @Test("A later moment has no earlier date, at every minute of two days around a change")
  func monotonic() throws {
    for zone in [Self.berlin, Self.sydney, Self.lordHowe] {
      for text in ["02:30", "*:0/15", "1..2:0/45", "Sun 2:*:30"] {
        let expression = try CalendarSyntax.parse(text)
        for change in zone.transitions {
          var last = WallTime(uSec: .min)
          for minute: Int64 in -1440...1440 {
            let next = try #require(expression.next(after: change.at + .minutes(minute), zone: zone))
            #expect(last <= next, "\(text)")
            last = next
          }
        }
      }
    }
  }

  @Test(
    "No moment and no zone traps", arguments: ["daily", "*:*:0/0.1", "Fri *-02-29 Europe/Berlin", "*-02-30"])
  func extremes(text: String) throws {
    let expression = try CalendarSyntax.parse(text)
    let zones = [
      ZoneRules(firstOffset: .max), ZoneRules(firstOffset: .min),
      ZoneRules(firstOffset: 0, transitions: [.init(at: WallTime(uSec: .max), offset: .max)]),
      ZoneRules(firstOffset: 0, transitions: [.init(at: WallTime(uSec: .min), offset: .min)]),
    ]
    for uSec in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
      let moment = WallTime(uSec: uSec)
      for zone in zones { _ = expression.next(after: moment, zone: zone) }
      #expect(expression.next(after: moment, zone: .utc).map { moment < $0 } != false)
    }
    #expect(expression.next(after: WallTime(uSec: .max), zone: .utc) == nil)
  }
}
