/// The changes of a zone's clock, in order. Of the years in which they come round by a rule the rule is kept,
/// so a zone with summer time takes a few hundred bytes until 2199, and not seven thousand.
package struct ZoneTransitions: RandomAccessCollection, Hashable, Sendable {
  /// Before the years that are alike.
  private let listed: [ZoneRules.Transition]
  private let yearly: YearlyTransitions?

  /// These changes, in order.
  init(_ transitions: [ZoneRules.Transition]) {
    yearly = YearlyTransitions(endOf: transitions)
    listed = transitions.dropLast(yearly?.count ?? 0).map(\.self)
  }

  /// How many are kept one by one.
  var listedCount: Int { listed.count }

  package var startIndex: Int { 0 }
  package var endIndex: Int { listed.count + (yearly?.count ?? 0) }

  package subscript(index: Int) -> ZoneRules.Transition {
    guard let yearly, index >= listed.count else { return listed[index] }
    return yearly[index - listed.count]
  }

  /// How many there have been by a moment.
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

/// Two changes of the clock a year, in many years that follow one another. When in a year they are follows
/// from how long it is and on which day of the week it begins, as where summer time begins on a last Sunday.
struct YearlyTransitions: Hashable, Sendable {
  /// In fewer years not every sort of year comes twice.
  private static let fewestYears = 28

  private let firstYear: Int64
  private let yearCount: Int
  /// For each sort of year, how many seconds after its beginning each of its changes is.
  private let seconds: [Int32]
  /// Ahead of UTC after the first change of a year, in seconds.
  private let firstOffset: Int64
  private let secondOffset: Int64

  /// What comes round in the last of these years; nil when that is nothing, or not for long.
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

  /// How many changes there are in all.
  var count: Int { 2 * yearCount }

  subscript(index: Int) -> ZoneRules.Transition {
    let year = Year(firstYear + Int64(index / 2))
    let at = year.begin + .seconds(Int64(seconds[2 * year.sort + index % 2]))
    return ZoneRules.Transition(at: at, offset: index % 2 == 0 ? firstOffset : secondOffset)
  }

  /// How many of them there have been by a moment.
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
  /// With 365 days or 366, from any day of the week on.
  static let sortCount = 14

  let number: Int64
  /// Since the first day of 1970.
  private let day: Int64

  init(_ number: Int64) {
    self.number = number
    day = CivilDate(year: number, month: 1, day: 1).daysSinceEpoch
  }

  /// The one that a moment lies in.
  init(of moment: WallTime) {
    self.init(CivilDate(daysSinceEpoch: moment.uSec.dividedDown(by: TimeSpan.days(1).uSec)).year)
  }

  var begin: WallTime { WallTime(uSec: day.saturatingTimes(TimeSpan.days(1).uSec)) }

  /// Which of the fourteen it is.
  var sort: Int {
    let isLeap = CivilDate(year: number, month: 2, day: 1).monthLength == 29
    return Int(day - day.dividedDown(by: 7) * 7) + (isLeap ? 7 : 0)
  }

  /// How many seconds after its beginning a moment is; nil when it is in another year or between two seconds.
  func seconds(of moment: WallTime) -> Int32? {
    guard Year(of: moment).number == number else { return nil }
    let (seconds, rest) = (moment - begin).uSec.quotientAndRemainder(dividingBy: TimeSpan.seconds(1).uSec)
    return rest == 0 ? Int32(seconds) : nil
  }
}
