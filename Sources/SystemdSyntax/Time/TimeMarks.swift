/// Round local dates within a period: the marks on the scale of a picture.
package struct TimeMarks {
  /// A mark of the scale.
  package struct Mark: Hashable {
    /// The date of the mark, in microseconds since the epoch.
    package let uSec: Int64
    /// The text beside it: `18:30:15`, `18:30`, `Sat 21`, `11-21`, `2026-11` or `2026`, in ASCII.
    package let label: String
  }

  /// The distance between two marks.
  private enum Step {
    case seconds(Int)
    case minutes(Int)
    case hours(Int)
    case days(Int)
    case months(Int)
    case years(Int)

    /// The approximate length of the step, in microseconds.
    var length: Int64 {
      switch self {
      case .seconds(let count): Int64(count) * 1_000_000
      case .minutes(let count): Int64(count) * 60_000_000
      case .hours(let count): Int64(count) * 3_600_000_000
      case .days(let count): Int64(count) * 86_400_000_000
      case .months(let count): Int64(count) * 2_629_800_000_000
      case .years(let count): Int64(count) * 31_557_600_000_000
      }
    }
  }

  private static let steps: [Step] =
    [1, 2, 5, 10, 15, 30].map(Step.seconds) + [1, 2, 5, 10, 15, 30].map(Step.minutes)
    + [1, 2, 3, 6, 12].map(Step.hours) + [1, 2, 7].map(Step.days)
    + [1, 3, 6].map(Step.months) + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map(Step.years)

  private let start: Int64
  private let end: Int64
  private let zone: CalendarZone

  /// Returns the marks of the finest scale that has at most `most` of them, in order.
  /// - Parameters:
  ///   - start: The first date that may have a mark, in microseconds since the epoch.
  ///   - end: The last date that may have a mark, in microseconds since the epoch.
  ///   - most: The largest number of marks; below one there are none.
  ///   - zone: The zone of days and hours. A day of 23 or 25 hours has that length here as well.
  package static func between(
    _ start: Int64, _ end: Int64, most: Int, zone: CalendarZone = .local
  ) -> [Mark] {
    guard most > 0, end > start else { return [] }
    let all = TimeMarks(start: start, end: end, zone: zone)
    for step in steps where (end - start) / step.length <= most {
      let marks = all.marks(step)
      if marks.count <= most { return marks }
    }
    return []
  }

  private init(start: Int64, end: Int64, zone: CalendarZone) {
    (self.start, self.end, self.zone) = (start, end, zone)
  }

  private func marks(_ step: Step) -> [Mark] {
    guard let first = civil(start) else { return [] }
    let midnight = CivilTime(year: first.year, month: first.month, day: first.day)
    return switch step {
    case .seconds: even(step.length) { "\(two($0.hour)):\(two($0.minute)):\(two($0.second))" }
    case .minutes: even(step.length, label: clock)
    case .hours(let count): hours(count, from: midnight)
    case .days(let count): days(count, from: midnight)
    case .months(let count): months(count, from: midnight)
    case .years(let count): years(count, from: midnight)
    }
  }

  /// Returns marks at equal lengths of time: an hour that a clock shows twice has its minutes twice.
  private func even(_ length: Int64, label: (CivilTime) -> String) -> [Mark] {
    let first = (start + length - 1) / length * length
    return stride(from: first, through: end, by: Int(length)).compactMap { uSec in
      civil(uSec).map { Mark(uSec: uSec, label: label($0)) }
    }
  }

  private func hours(_ count: Int, from midnight: CivilTime) -> [Mark] {
    var marks: [Mark] = []
    var day = midnight
    while let begin = uSec(day), begin <= end {
      for hour in stride(from: 0, to: 24, by: count) {
        var time = day
        time.hour = hour
        // An hour that the clock skips has no mark.
        guard let uSec = uSec(time), uSec >= start, uSec <= end, civil(uSec)?.hour == hour else { continue }
        marks.append(Mark(uSec: uSec, label: clock(time)))
      }
      day = day.movedByDays(1)
    }
    return marks
  }

  private func days(_ count: Int, from midnight: CivilTime) -> [Mark] {
    // Weeks begin on Monday, and the epoch was a Thursday.
    let (days, length) = (midnight.daysSinceEpoch - 4, Int64(count))
    return each(midnight.movedByDays(-Int(((days % length) + length) % length))) {
      $0.movedByDays(count)
    } label: {
      count == 1 ? day($0) : "\(two($0.month))-\(two($0.day))"
    }
  }

  private func months(_ count: Int, from midnight: CivilTime) -> [Mark] {
    each(
      CivilTime(year: midnight.year, month: (midnight.month - 1) / count * count + 1, day: 1)
    ) { date in
      let month = date.month - 1 + count
      return CivilTime(year: date.year + month / 12, month: month % 12 + 1, day: 1)
    } label: {
      "\($0.year)-\(two($0.month))"
    }
  }

  private func years(_ count: Int, from midnight: CivilTime) -> [Mark] {
    each(CivilTime(year: midnight.year / count * count, month: 1, day: 1)) {
      CivilTime(year: $0.year + count, month: 1, day: 1)
    } label: {
      String($0.year)
    }
  }

  /// Returns the marks of a sequence of dates that are within the period.
  private func each(
    _ first: CivilTime, next: (CivilTime) -> CivilTime, label: (CivilTime) -> String
  ) -> [Mark] {
    var marks: [Mark] = []
    var date = first
    // The sequence may begin before dates exist (1970).
    while date.year <= 9999 {
      if let uSec = uSec(date) {
        if uSec > end { break }
        if uSec >= start { marks.append(Mark(uSec: uSec, label: label(date))) }
      }
      date = next(date)
    }
    return marks
  }

  private func civil(_ uSec: Int64) -> CivilTime? {
    CivilTime.at(seconds: uSec / 1_000_000, in: zone)?.time
  }

  private func uSec(_ time: CivilTime) -> Int64? { TimestampSyntax.uSec(time, in: zone) }

  /// Returns the time of day, or at midnight the day, which says more.
  private func clock(_ time: CivilTime) -> String {
    (time.hour, time.minute) == (0, 0) ? day(time) : "\(two(time.hour)):\(two(time.minute))"
  }

  private func day(_ time: CivilTime) -> String { "\(CivilTime.weekdays[time.weekday]) \(two(time.day))" }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
