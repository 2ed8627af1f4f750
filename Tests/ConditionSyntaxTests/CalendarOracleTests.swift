import Foundation
import SystemdSyntax
import TestSupport
import Testing

@testable import ConditionSyntax
@testable import SchedulerCore

/// Expressions that nobody thought of, held against systemd 252's own answers.
@Suite(
  "Calendar expressions beside systemd-analyze",
  .enabled(if: CalendarAnalysis.program != nil, "systemd-analyze is not installed"))
struct CalendarOracleTests {
  /// `BGTASKD_CALENDAR_ROUNDS` asks for more expressions than the suite can afford, `BGTASKD_CALENDAR_SEED`
  /// for others.
  private static let rounds = number("BGTASKD_CALENDAR_ROUNDS").map(Int.init) ?? 10_000
  private static let seed = number("BGTASKD_CALENDAR_SEED") ?? 1

  private static func number(_ variable: String) -> UInt64? {
    getenv(variable).flatMap { UInt64(String(cString: $0)) }
  }

  /// Both hemispheres, half an hour and two hours of summer time, winter time that is moved, Ramadan, none.
  private static let zones = [
    "UTC", "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Santiago", "America/Havana",
    "America/Nuuk", "Africa/Cairo", "Africa/Casablanca", "Australia/Lord_Howe", "Australia/Sydney",
    "Pacific/Apia", "Pacific/Chatham", "Asia/Kolkata", "Antarctica/Troll",
  ].filter { ZoneFile(named: $0) != nil }

  fileprivate static let iterations = 4
  private static let batch = 200

  @Test("Both read and refuse the same, write it alike and name the same dates")
  func alike() throws {
    var generator = CalendarGenerator(seed: Self.seed, zones: Self.zones)
    var figures = Figures()
    for _ in 0..<(Self.rounds + Self.batch - 1) / Self.batch {
      let zone = generator.oneOf(Self.zones)
      let machine = ZoneRules(try #require(ZoneFile(named: zone)))
      let base = Self.base(in: machine, &generator)
      let expressions = (0..<Self.batch).map { _ in generator.expression() }
      let answers = try CalendarAnalysis.of(
        expressions, after: TimestampSyntax.format(base.uSec, zone: .utc), iterations: Self.iterations,
        zone: zone, program: try #require(CalendarAnalysis.program))
      for (text, answer) in zip(expressions, answers) {
        let comparison = Comparison(text: text, base: base, machine: machine, zone: zone)
        comparison.compare(answer, &figures)
      }
    }
    print("calendar: seed \(Self.seed), \(figures)")
    #expect(figures.read > Self.rounds / 4 && figures.refused > Self.rounds / 20)
  }

  /// Near a change of the clock, half of the time.
  private static func base(in zone: ZoneRules, _ generator: inout CalendarGenerator) -> WallTime {
    // 2020 to 2045.
    let second = 1_577_836_800 + Int64(generator.number(25 * 365)) * 86_400 + Int64(generator.number(86_400))
    let date = WallTime(uSec: second * 1_000_000)
    let change = zone.transitions.first { date < $0.at }
    guard let change, generator.happens(2) else { return date }
    return change.at + .seconds(Int64(generator.number(12 * 3600)) - 8 * 3600)
  }
}

/// What was compared, and what was left out of it: where systemd 252 is wrong.
private struct Figures: CustomStringConvertible {
  var read = 0
  var refused = 0
  var dates = 0
  var leftOut: [Deviation: Int] = [:]

  var description: String {
    let names = Deviation.allCases.map { "\(leftOut[$0] ?? 0) \($0.rawValue)" }
    return "\(read) read, \(refused) refused, \(dates) dates; left out: \(names.joined(separator: ", "))"
  }
}

/// Where systemd 252 is wrong, or says now this and now that.
private enum Deviation: String, CaseIterable {
  /// Which of the times that a clock that is put back shows twice it says depends on whether it is asked
  /// before or among them, and on what the C library was asked last. `CalendarNextTests` says what ours are.
  case repeatedTimes = "dates in repeated hours"
  /// Of days that are counted from the end of the month the first in a list may be 28, the second 25, the
  /// third 22 and so on.
  case listsOfLastDays = "lists of last days"
  /// strtoul(3) reads signs and spaces before a number.
  case signedUnixTime = "signs before Unix time"
  /// Some dates it does not find, and says that it is in a loop without end.
  case loops = "that it did not find"
  /// What goes beyond its minute, hour, day, month or year, as the row `*:26/32` does, is followed into the
  /// next one, and what comes before it there may be missed.
  case carriedRows = "dates missed behind a row"
  /// After a time that the clock skips the rest of the day may be missed, depending on the zone.
  case skippedTimes = "dates missed behind a skipped time"
  /// Where winter time is the one that is moved, as in Ireland and in Ramadan in Morocco, whole dates may be
  /// missed: `03-30` in Dublin comes in 2025 and then in 2030.
  case movedWinters = "dates missed where winter time is moved"
  /// Every second and fractions besides, as in `*:*:0/1,30.5`, are written as every second.
  case fractionsNotWritten = "fractions not written"

  /// Why systemd has not found a date.
  static func missing(
    _ date: WallTime, of expression: CalendarExpression, in zone: String, _ rules: ZoneRules
  ) -> Deviation? {
    if ["Europe/Dublin", "Africa/Casablanca"].contains(zone) { return .movedWinters }
    if rules.repeats(date) || rules.willRepeat(date) { return .repeatedTimes }
    if rules.hasSkipped(onDayOf: date) { return .skippedTimes }
    return hasCarriedRows(expression.text) ? .carriedRows : nil
  }

  private static func hasCarriedRows(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    guard let place = words.firstIndex(where: { $0.contains(":") }) else { return false }
    let date = words[place - 1].split { "-~".contains($0) }
    let limits: [(field: Substring, end: Double?)] =
      [(date[1], 13), (date[2], nil)]
      + zip(words[place].split(separator: ":"), [24, 60, 60]).map { ($0, $1) }
    return limits.contains { field, end in field.split(separator: ",").contains { carries($0, end: end) } }
  }

  /// Whether it is a row that does not end where the next minute, hour, day or year begins.
  private static func carries(_ part: Substring, end: Double?) -> Bool {
    let numbers = part.split(separator: "/").compactMap { Double($0) }
    guard numbers.count == 2 else { return false }
    guard let end else { return true }
    let steps = (end - numbers[0]) / numbers[1]
    return steps != steps.rounded()
  }
}

/// One expression, and the moment and the zone that it is asked for.
private struct Comparison {
  let text: String
  let base: WallTime
  let machine: ZoneRules
  let zone: String

  private var place: Comment { "'\(text)' after \(base.utcText) in \(zone)" }

  func compare(_ answer: CalendarAnalysis, _ figures: inout Figures) {
    let expression = try? CalendarSyntax.parse(text)
    switch answer {
    case .refused where expression?.text.contains(/~[^ ]*,/) == true:
      figures.leftOut[.listsOfLastDays, default: 0] += 1
    case .refused:
      #expect(expression == nil, place)
      figures.refused += 1
    case .read where expression == nil && text.contains(/@[-+ \t]/):
      figures.leftOut[.signedUnixTime, default: 0] += 1
    case .lost:
      #expect(expression != nil, place)
      figures.leftOut[.loops, default: 0] += 1
    case .read(let normalized, _) where expression?.text != normalized && normalized.contains(/:\*( |$)/):
      #expect(expression?.text.contains(/[:,]00\/1([, ]|$)/) == true, place)
      #expect(expression?.text.contains(".") == true, place)
      figures.leftOut[.fractionsNotWritten, default: 0] += 1
    case .read(let normalized, let dates):
      #expect(expression?.text == normalized, place)
      guard let expression else { return }
      #expect((try? CalendarSyntax.parse(normalized)) == expression, place)
      compare(expression, dates, &figures)
      figures.read += 1
    }
  }

  private func compare(_ expression: CalendarExpression, _ dates: [String], _ figures: inout Figures) {
    let (zone, rules) = expression.zone.map { ($0.name, $0.rules) } ?? (zone, machine)
    let theirs = dates.compactMap { try? TimestampSyntax.parse($0, now: 0, zone: .utc) }
    #expect(theirs.count == dates.count, place)
    let expected = theirs.map(WallTime.init(uSec:)).filter { date in
      // Among the times that are shown twice it may even go back.
      !rules.repeats(date) && !(date < base && rules.willRepeat(date))
    }
    figures.leftOut[.repeatedTimes, default: 0] += theirs.count - expected.count
    // Where theirs end, ours do.
    let count = expected.count + (theirs.count < CalendarOracleTests.iterations ? 1 : 0)
    var date = base
    var found: [WallTime] = []
    // Two hours may be repeated, second by second.
    for _ in 0..<10_000 where found.count < count {
      guard let next = expression.next(after: date, zone: machine) else { break }
      #expect(date < next, place)
      date = next
      let second = WallTime(uSec: next.uSec / 1_000_000 * 1_000_000)
      let isExpected = found.count < expected.count && expected[found.count] == second
      if !isExpected, let deviation = Deviation.missing(next, of: expression, in: zone, rules) {
        figures.leftOut[deviation, default: 0] += 1
      } else {
        found.append(second)
      }
    }
    #expect(found == expected, place)
    figures.dates += expected.count
  }
}

extension ZoneRules {
  /// Whether the clock has shown the same before.
  fileprivate func repeats(_ moment: WallTime) -> Bool {
    let stretch = stretch(at: moment)
    return moment.uSec + stretch.offset < latestShown(before: stretch)
  }

  /// Whether the clock will show the same again.
  fileprivate func willRepeat(_ moment: WallTime) -> Bool {
    let here = stretch(at: moment)
    return stretch(after: here).map { $0.begin <= moment.uSec + here.offset } == true
  }

  /// Whether the clock was put forward earlier on that day.
  fileprivate func hasSkipped(onDayOf moment: WallTime) -> Bool {
    let stretch = stretch(at: moment)
    let day: Int64 = 86_400_000_000
    let today = (moment.uSec + stretch.offset).dividedDown(by: day)
    return stretch.begin != .min && stretch.begin.dividedDown(by: day) == today
      && stretch.begin > latestShown(before: stretch)
  }
}
