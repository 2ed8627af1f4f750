/// Standard time, and summer time with the days on which it begins and ends every year, as POSIX writes them
/// in `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3` (tzset(3); RFC 8536, 3.3.1, for hours beyond a day).
struct ZoneRule: Hashable {
  /// A time on a day of every year.
  fileprivate struct Change: Hashable {
    enum Day: Hashable {
      /// A day without leap days: `J60` is the first of March in every year.
      case julian(Int)
      /// A day from 0: `59` is the first of March, or the last day of February in a leap year.
      case number(Int)
      /// A day of the week: `M3.5.0` is the last Sunday of March.
      case weekday(month: Int, week: Int, weekday: Int)
    }
    var day: Day
    /// Seconds after midnight, by the clock before the change.
    var seconds: Int64
  }

  private struct Summer: Hashable {
    var offset: Int64
    var begin: Change
    var end: Change
  }

  /// Standard time, in seconds ahead of UTC.
  private var offset: Int64
  private var summer: Summer?

  /// Parses a rule; `nil` when the text is none.
  init?(_ text: ArraySlice<UInt8>) {
    var reader = ZoneRuleReader(rest: text)
    // The text gives the seconds to add to local time for UTC.
    guard reader.name(), let standard = reader.time() else { return nil }
    offset = -standard
    guard !reader.rest.isEmpty else { return }
    guard reader.name() else { return nil }
    // Summer time is an hour ahead unless the text says otherwise.
    var behind = standard - 3600
    if reader.rest.first != UInt8(ascii: ",") {
      guard let time = reader.time() else { return nil }
      behind = time
    }
    guard let begin = reader.change(), let end = reader.change(), reader.rest.isEmpty else { return nil }
    summer = Summer(offset: -behind, begin: begin, end: end)
  }

  /// Returns the changes after a Unix second, in these years and the ones beside them. Without summer time
  /// there are none.
  func transitions(after last: Int64, in years: Range<Int>) -> [ZoneFile.Transition] {
    guard let summer else { return [] }
    var found: [ZoneFile.Transition] = []
    // Hours reach up to a week into another year.
    for year in years.lowerBound - 1...years.upperBound {
      found += [
        ZoneFile.Transition(at: summer.end.seconds(in: year) - summer.offset, offset: offset),
        ZoneFile.Transition(at: summer.begin.seconds(in: year) - offset, offset: summer.offset),
      ]
    }
    return found.enumerated().filter { last < $0.element.at }
      // Transitions at one moment stay in the order of years.
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}

extension ZoneRule.Change {
  /// Returns the time of the change in a year, in Unix seconds as if there were no zones.
  fileprivate func seconds(in year: Int) -> Int64 {
    let first = CivilTime(year: year, month: 1, day: 1)
    let isLeapYear = CivilTime.days(inMonth: 2, year: year) == 29
    let date: CivilTime =
      switch day {
      case .julian(let number): first.movedByDays(number - 1 + (isLeapYear && number > 59 ? 1 : 0))
      case .number(let number): first.movedByDays(number)
      case .weekday(let month, let week, let weekday): Self.date(year, month, week, weekday)
      }
    return date.daysSinceEpoch * CivilTime.secondsPerDay + seconds
  }

  /// Returns the date; the fifth such day of the week is the last one of the month.
  private static func date(_ year: Int, _ month: Int, _ week: Int, _ weekday: Int) -> CivilTime {
    let first = CivilTime(year: year, month: month, day: 1)
    let day = (weekday - first.weekday + 7) % 7 + (week - 1) * 7
    return first.movedByDays(day < CivilTime.days(inMonth: month, year: year) ? day : day - 7)
  }
}

/// A reader of the text, piece by piece. A missing piece is `nil`.
private struct ZoneRuleReader {
  var rest: ArraySlice<UInt8>

  mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips a name such as `CET` or `<+03>`.
  mutating func name() -> Bool {
    if take(UInt8(ascii: "<")) {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let name = rest.prefix(while: ASCII.isLetter)
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// Takes a time such as `-1`, `+3:30` or `167:59:59`, in seconds.
  mutating func time() -> Int64? {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    guard var seconds = number(in: 0...167).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where take(UInt8(ascii: ":")) {
      guard let number = number(in: 0...59) else { return nil }
      seconds += number * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  /// Takes a change such as `,M10.5.0/3`; the time is two o'clock unless it is given.
  mutating func change() -> ZoneRule.Change? {
    guard take(UInt8(ascii: ",")), let day = day() else { return nil }
    guard take(UInt8(ascii: "/")) else { return ZoneRule.Change(day: day, seconds: 7200) }
    return time().map { ZoneRule.Change(day: day, seconds: $0) }
  }

  private mutating func day() -> ZoneRule.Change.Day? {
    if take(UInt8(ascii: "J")) { return number(in: 1...365).map { .julian($0) } }
    guard take(UInt8(ascii: "M")) else { return number(in: 0...365).map { .number($0) } }
    guard let month = number(in: 1...12), take(UInt8(ascii: ".")), let week = number(in: 1...5),
      take(UInt8(ascii: ".")), let weekday = number(in: 0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(while: ASCII.isDigit)
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return range.contains(number) ? number : nil
  }
}
