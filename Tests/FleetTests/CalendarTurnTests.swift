import FleetCore
import SchedulerCore
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

  /// The next date of calendars of which no date has passed.
  private static func next(_ expressions: [String], after moment: WallTime, zone: String) -> WallTime? {
    let calendar = FleetCalendar(task: 1, expressions: expressions, zone: zone, afterUSec: moment.uSec)
    return TaskDate(calendar, nowUSec: 0).map { WallTime(uSec: $0.dateUSec) }
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

  @Test("The latest date is found with few searches, whatever the calendar is")
  func searches() throws {
    for expression in ["*:*:0/0.000001", "*:*:*", "*:*", "Mon 02:00"] {
      func next(_ moment: WallTime) -> WallTime? { Self.next([expression], after: moment, zone: "UTC") }
      let now = WallTime(uSec: Self.uSec(Self.november) + 123_456)
      var count = 0
      let date = TaskDate.latest(from: WallTime(uSec: 1), until: now) { moment in
        count += 1
        return next(moment)
      }
      #expect(count <= 60 && date <= now && next(date).map { $0 > now } == true)
    }
    let (date, following) = date(["*:*:0/0.000001"], after: 0, now: Self.november)
    #expect(date == Self.november && following == Self.november)
  }

  @Test("The latest date is the one that a walk finds, also over changes of the clock")
  func walks() throws {
    var random = SeededGenerator(seed: 5)
    func any(_ most: Int) -> Int { Int.random(in: 0..<most, using: &random) }
    for _ in 0..<60 {
      let hour = any(3) == 0 ? "*" : "\(any(4))"
      let texts = (0...any(2)).map { _ in "*-*-* \(hour):\([0, 15, 30][any(3)])/\(7 + any(20)):\(any(60))" }
      func next(_ moment: WallTime) -> WallTime? { Self.next(texts, after: moment, zone: "Europe/Berlin") }
      // 2026-10-25 01:00 UTC and 2027-03-28 01:00 UTC are Berlin's changes.
      let change: Int64 = any(2) == 0 ? 1_792_890_000 : 1_806_195_600
      let after = WallTime(uSec: Self.uSec(change - Int64(any(200_000))))
      let now = WallTime(uSec: after.uSec + Self.uSec(Int64(any(200_000))) + Int64(any(1_000_000)))
      let first = try #require(next(after))
      var walked = first
      while let one = next(walked), one <= now { walked = one }
      #expect(TaskDate.latest(from: first, until: now, next: next) == walked, "\(texts) at \(now)")
    }
  }

  @Test(
    "A turn computes the dates of few calendars, and the others are not lost; a task's last calendar counts")
  func turns() {
    var queue = CalendarQueue()
    func calendar(_ task: Int64, after: Int64 = 0) -> FleetCalendar {
      FleetCalendar(
        task: task, expressions: Array(repeating: "*:*:0/0.000001", count: 7), zone: "UTC",
        afterUSec: Self.uSec(Self.november + after))
    }
    let now = WallTime(uSec: Self.uSec(Self.november + 90))
    queue.add((1...5).map { calendar($0) }, at: now)
    #expect(queue.turn().map(\.task) == [1, 2])
    queue.add([calendar(4, after: 60)], at: now)
    var dates: [TaskDate] = []
    while !queue.isEmpty { dates += queue.turn() }
    #expect(dates.map(\.task) == [3, 5, 4] && dates.last?.afterUSec == Self.uSec(Self.november + 60))
    let wrong = Array(repeating: "x", count: 99)
    queue.add([FleetCalendar(task: 6, expressions: wrong, zone: "UTC", afterUSec: 0)], at: now)
    #expect(queue.turn().isEmpty && queue.isEmpty)
  }

  @Test("A zone that this machine does not know, and expressions that are none, give no date")
  func unknown() {
    #expect(date(["03:00"], zone: "Mars/Base", after: 0, now: 0).0 == nil)
    #expect(date(["every third moon"], after: 0, now: 0).0 == nil)
    let berlin = date(["03:00"], zone: "Europe/Berlin", after: Self.november, now: Self.november)
    #expect(berlin.0 == Self.november + 2 * 3600)
  }
}
