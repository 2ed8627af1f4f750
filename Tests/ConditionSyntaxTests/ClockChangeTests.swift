import ConditionSyntax
import SchedulerCore
import Testing

@Suite("dates of the calendar where the clock is put forward or back")
struct ClockChangeTests {
  /// The dates after a moment, in seconds since the epoch.
  private func dates(
    _ text: String, _ change: ClockChange?, after moment: Int64, count: Int = 3
  ) throws -> [Int64] {
    let expression = try CalendarSyntax.parse(text)
    var dates: [Int64] = []
    var last = WallTime(uSec: moment * 1_000_000)
    while dates.count < count, let next = expression.next(after: last, zone: .utc, at: change) {
      #expect(next > last && next.uSec % 1_000_000 == 0)
      dates.append(next.uSec / 1_000_000)
      last = next
    }
    return dates
  }

  /// 2026-03-29 01:00 UTC: 02:00 in Berlin becomes 03:00.
  private static let forward: Int64 = 1_774_746_000
  /// 2026-10-25 01:00 UTC: 03:00 in Berlin becomes 02:00.
  private static let back: Int64 = 1_792_890_000

  @Test("What is skipped comes once, right after the jump")
  func skipped() throws {
    let (jump, day, before) = (Self.forward, Int64(86_400), Self.forward - 3 * 3600)
    let half = "*-*-* 02:30:00 Europe/Berlin"
    #expect(try dates(half, .once, after: before) == [jump, jump + day - 1800, jump + 2 * day - 1800])
    for change in [ClockChange.shown, nil] {
      #expect(try dates(half, change, after: before, count: 1) == [jump + day - 1800])
    }
    // All of it once, and with what is due then anyway.
    #expect(
      try dates("*-*-* 02:00..59:00 Europe/Berlin", .once, after: before, count: 2) == [
        jump, jump + 23 * 3600,
      ])
    #expect(
      try dates("*-*-* 02,03:00,30 Europe/Berlin", .once, after: before, count: 3)
        == [jump, jump + 1800, jump + 23 * 3600])
    // However near the moment is.
    let expression = try CalendarSyntax.parse(half)
    for (moment, next) in [(jump * 1_000_000 - 1, jump), (jump * 1_000_000, jump + day - 1800)] {
      #expect(
        expression.next(after: WallTime(uSec: moment), zone: .utc, at: .once)
          == WallTime(uSec: next * 1_000_000))
    }
    // What runs every hour has its own dates besides.
    #expect(
      try dates("*-*-* *:30 Europe/Berlin", .once, after: jump - 3600, count: 3)
        == [jump - 1800, jump, jump + 1800])
    #expect(try dates("*-*-* *:30 Europe/Berlin", .shown, after: jump - 1800, count: 1) == [jump + 1800])
  }

  @Test("What is shown twice comes once, or twice where that is said")
  func shownTwice() throws {
    let back = Self.back
    let half = "*-*-* 02:30:00 Europe/Berlin"
    #expect(
      try dates(half, .once, after: back - 3600, count: 2) == [back - 1800, back + 24 * 3600 + 1800])
    #expect(
      try dates(half, nil, after: back - 3600, count: 2) == dates(half, .once, after: back - 3600, count: 2))
    #expect(try dates(half, .shown, after: back - 3600, count: 2) == [back - 1800, back + 1800])
    // Every second hour: default and once have it in the first pass only.
    let second = "*-*-* 00/2:00:00 Europe/Berlin"
    #expect(try dates(second, .shown, after: back - 7200, count: 3) == [back - 3600, back, back + 7200])
    #expect(try dates(second, .once, after: back - 7200, count: 2) == [back - 3600, back + 7200])
    // Every hour by name: cron has it once where no star says so.
    #expect(
      try dates("*-*-* *:30 Europe/Berlin", .once, after: back - 3600, count: 2) == [
        back - 1800, back + 5400,
      ])
    #expect(
      try dates("*-*-* *:30 Europe/Berlin", nil, after: back - 3600, count: 2) == [back - 1800, back + 1800])
  }

  @Test("Where midnight is skipped, or half an hour, the day's date comes as well")
  func otherZones() throws {
    // 2026-03-08 05:00 UTC: midnight in Havana, a Sunday, becomes 01:00.
    let havana: Int64 = 1_772_946_000
    for text in ["daily America/Havana", "Sun *-*-* 00:00:00 America/Havana"] {
      #expect(try dates(text, .once, after: havana - 3600, count: 1) == [havana])
      #expect(try dates(text, nil, after: havana - 3600, count: 1) != [havana])
    }
    // 2026-10-03 15:30 UTC: 02:00 on Lord Howe becomes 02:30.
    let howe: Int64 = 1_791_041_400
    #expect(try dates("*-*-* 02:15 Australia/Lord_Howe", .once, after: howe - 60, count: 1) == [howe])
    // Without changes nothing differs.
    for change in ClockChange.allCases + [nil] {
      #expect(try dates("*-*-* 02:30 UTC", change, after: Self.forward, count: 1) == [Self.forward + 5400])
    }
  }
}
