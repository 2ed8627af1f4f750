/// A time of day, in minutes.
package struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Minutes since midnight, 0 to 1440: 24:00 is the end of the day.
  package let minutes: Int

  /// - Parameter minutes: The minutes since midnight, 0 to 1440.
  package init?(minutes: Int) {
    guard 0...1440 ~= minutes else { return nil }
    self.minutes = minutes
  }

  /// Creates a time from minutes in range.
  fileprivate init(_ minutes: Int) { self.minutes = minutes }

  static let midnight = TimeOfDay(0)

  /// The text of the time (`06:00`).
  package var text: String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

/// A day of the week, with its name in expressions.
package enum Weekday: String, CaseIterable, Sendable {
  case mon
  case tue
  case wed
  case thu
  case fri
  case sat
  case sun
}

/// A set of days of the week.
package struct WeekdaySet: Hashable, Sendable {
  /// The days as bits; Monday is bit 0.
  private(set) var bits: UInt8 = 0

  /// Creates the set of these days, at least one.
  package init(_ days: some Sequence<Weekday>) {
    for (number, day) in Weekday.allCases.enumerated() where days.contains(day) { bits |= 1 << number }
  }

  func contains(_ day: Weekday) -> Bool {
    Weekday.allCases.firstIndex(of: day).map { bits & (1 << $0) != 0 } ?? false
  }

  var isEveryDay: Bool { bits == 0x7F }

  /// The consecutive days, together.
  var rows: [[Weekday]] {
    Weekday.allCases.split { !contains($0) }.map(Array.init)
  }

  /// The text of the days (`mon..fri, sun`): three or more in a row are a range.
  var text: String {
    rows.map { row in
      let names = row.map(\.rawValue)
      return names.count > 2 ? "\(names[0])..\(names[names.count - 1])" : names.joined(separator: ", ")
    }.joined(separator: ", ")
  }
}

/// The local time that a wall clock shows in the machine's zone.
struct LocalTime: Hashable {
  /// Whole minutes since the first midnight of 1970 on a clock that has always had this zone's offset.
  let minutes: Int64

  init(_ moment: WallTime, _ zone: ZoneRules) {
    let seconds = moment.uSec.dividedDown(by: 1_000_000)
    minutes = (seconds + zone.offset(at: moment)).dividedDown(by: 60)
  }

  var timeOfDay: TimeOfDay { TimeOfDay(Int(minutes - minutes.dividedDown(by: 1440) * 1440)) }

  /// The first day of 1970 was a Thursday.
  var weekday: Weekday {
    let day = minutes.dividedDown(by: 1440) + 3
    return Weekday.allCases[Int(day - day.dividedDown(by: 7) * 7)]
  }

  func isBetween(_ start: TimeOfDay, _ end: TimeOfDay) -> Bool {
    let now = timeOfDay
    return start < end ? start <= now && now < end : now >= start || now < end
  }
}
