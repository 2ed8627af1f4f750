import FleetCore
import Testing

@testable import Fleet

@Suite("Dates of nightly tasks")
struct CalendarTurnTests {
  private static func uSec(_ second: Int64) -> Int64 { second * 1_000_000 }
  /// 2026-11-01 00:00 UTC.
  private static let november: Int64 = 1_793_491_200

  private func date(_ expressions: [String], zone: String = "UTC", after: Int64, now: Int64) -> (
    Int64?, Int64?
  ) {
    let calendar = FleetCalendar(task: 1, expressions: expressions, zone: zone, afterUSec: Self.uSec(after))
    let date = TaskDate(calendar, nowUSec: Self.uSec(now))
    return (date.map { $0.dateUSec / 1_000_000 }, date?.nextUSec.map { $0 / 1_000_000 })
  }

  @Test("The next date, and the one after it")
  func next() {
    let (first, second) = date(["03:00"], after: Self.november, now: Self.november)
    #expect(first == Self.november + 3 * 3600 && second == Self.november + 27 * 3600)
  }

  @Test("Of dates that have passed the last one counts, and makes up for all")
  func passed() {
    let days: Int64 = 10
    let (first, second) = date(["03:00"], after: Self.november, now: Self.november + days * 86400)
    #expect(
      first == Self.november + (days - 1) * 86400 + 3 * 3600
        && second == Self.november + days * 86400 + 3 * 3600)
    let (minute, _) = date(["*:*"], after: Self.november, now: Self.november + 300 * 86400 + 30)
    #expect(minute == Self.november + 300 * 86400)
  }

  @Test("A zone that this machine does not know, and expressions that are none, give no date")
  func unknown() {
    #expect(date(["03:00"], zone: "Mars/Base", after: 0, now: 0).0 == nil)
    #expect(date(["every third moon"], after: 0, now: 0).0 == nil)
    let berlin = date(["03:00"], zone: "Europe/Berlin", after: Self.november, now: Self.november)
    #expect(berlin.0 == Self.november + 2 * 3600)
  }
}
