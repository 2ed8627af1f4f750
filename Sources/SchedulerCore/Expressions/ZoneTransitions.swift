/// The transitions of a zone, in order. For years in which they follow a rule only the rule is stored, so a
/// zone with summer time until 2199 takes a few hundred bytes instead of seven thousand.
package struct ZoneTransitions: RandomAccessCollection, Hashable, Sendable {
  /// The transitions before the years that follow the rule.
  private let listed: [ZoneRules.Transition]
  private let yearly: YearlyTransitions?

  /// Creates the list of these transitions, which are in order.
  init(_ transitions: [ZoneRules.Transition]) {
    yearly = YearlyTransitions(endOf: transitions)
    listed = transitions.dropLast(yearly?.count ?? 0).map(\.self)
  }

  /// The number of transitions that are stored one by one.
  var listedCount: Int { listed.count }

  package var startIndex: Int { 0 }
  package var endIndex: Int { listed.count + (yearly?.count ?? 0) }

  package subscript(index: Int) -> ZoneRules.Transition {
    guard let yearly, index >= listed.count else { return listed[index] }
    return yearly[index - listed.count]
  }

  /// Returns the number of transitions up to a moment.
  func count(until moment: WallTime) -> Int {
    if let count = yearly?.count(until: moment), count > 0 { return listed.count + count }
    var (low, high) = (0, listed.count)
    while low < high {
      let middle = (low + high) / 2
      if listed[middle].at <= moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Two transitions a year, in many consecutive years. Their dates follow from the length of the year and the
/// day of the week on which it begins, as where summer time begins on a last Sunday.
struct YearlyTransitions: Hashable, Sendable {
  /// The fewest years for which a rule is kept: the calendar's cycle, with years of every sort.
  private static let fewestYears = 28

  private let firstYear: Int64
  private let yearCount: Int
  /// The seconds from the beginning of the year to each of its transitions, for each sort of year.
  private let seconds: [Int32]
  /// The offset after the first transition of a year, in seconds ahead of UTC.
  private let firstOffset: Int64
  private let secondOffset: Int64

  /// Creates the rule that the last years follow; `nil` when there is none, or too few years follow it.
  init?(endOf transitions: [ZoneRules.Transition]) {
    guard transitions.count >= 2 * Self.fewestYears, let last = transitions.last else { return nil }
    secondOffset = last.offset
    firstOffset = transitions[transitions.count - 2].offset
    var known = [Int32?](repeating: nil, count: 2 * Year.sortCount)
    var year = Year(of: last.at)
    var count = 0
    for index in stride(from: transitions.count - 2, through: 0, by: -2) {
      let (first, second) = (transitions[index], transitions[index + 1])
      let place = 2 * year.sort
      guard first.offset == firstOffset, second.offset == secondOffset,
        let early = year.seconds(of: first.at), early == known[place] ?? early,
        let late = year.seconds(of: second.at), late == known[place + 1] ?? late
      else { break }
      (known[place], known[place + 1]) = (early, late)
      count += 1
      year = Year(year.number - 1)
    }
    guard count >= Self.fewestYears else { return nil }
    (firstYear, yearCount, seconds) = (year.number + 1, count, known.map { $0 ?? 0 })
  }

  /// The number of transitions in all years.
  var count: Int { 2 * yearCount }

  subscript(index: Int) -> ZoneRules.Transition {
    let year = Year(firstYear + Int64(index / 2))
    let at = year.begin + .seconds(Int64(seconds[2 * year.sort + index % 2]))
    return ZoneRules.Transition(at: at, offset: index % 2 == 0 ? firstOffset : secondOffset)
  }

  /// Returns the number of these transitions up to a moment.
  func count(until moment: WallTime) -> Int {
    let before = Year(of: moment).number - firstYear
    guard before >= 0 else { return 0 }
    guard before < yearCount else { return count }
    let index = 2 * Int(before)
    return index + (index...index + 1).count { self[$0].at <= moment }
  }
}

/// A year of the Gregorian calendar, in UTC.
private struct Year {
  /// The number of sorts: 365 or 366 days, beginning on any day of the week.
  static let sortCount = 14

  let number: Int64
  /// Days since the first day of 1970.
  private let day: Int64

  init(_ number: Int64) {
    self.number = number
    day = CivilDate(year: number, month: 1, day: 1).daysSinceEpoch
  }

  /// Creates the year that contains a moment.
  init(of moment: WallTime) {
    self.init(CivilDate(daysSinceEpoch: moment.uSec.dividedDown(by: TimeSpan.days(1).uSec)).year)
  }

  var begin: WallTime { WallTime(uSec: day.saturatingTimes(TimeSpan.days(1).uSec)) }

  /// The sort of the year, 0 to 13.
  var sort: Int {
    let isLeap = CivilDate(year: number, month: 2, day: 1).monthLength == 29
    return Int(day - day.dividedDown(by: 7) * 7) + (isLeap ? 7 : 0)
  }

  /// Returns the seconds since the year's beginning; `nil` in another year or between two seconds.
  func seconds(of moment: WallTime) -> Int32? {
    guard Year(of: moment).number == number else { return nil }
    let (seconds, rest) = (moment - begin).uSec.quotientAndRemainder(dividingBy: TimeSpan.seconds(1).uSec)
    return rest == 0 ? Int32(seconds) : nil
  }
}
