/// The dates of a calendar expression without its text, as a waiting task keeps them.
struct CalendarDates: Sendable {
  /// The zone of the expression, or `nil` for the machine's zone.
  let zone: CalendarExpression.Zone?
  private let search: CalendarSearch

  init(_ fields: CalendarExpression.Fields, zone: CalendarExpression.Zone?) {
    (self.zone, search) = (zone, CalendarSearch(fields))
  }

  /// The contradiction of a weekday and one whole date in words: `2027-01-01 is a Friday`; `nil` when there
  /// is none.
  var contradiction: String? {
    let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return search.excludedDay.map { date in
      "\(date.year)-\(digits(date.month))-\(digits(date.day)) is a \(names[Int(date.daysAfterMonday)])"
    }
  }

  /// Returns the first date after `moment`, to the microsecond, or `nil` when there is none before the year
  /// 2200.
  ///
  /// A time that the clock skips when it is put forward is no date. A clock that is put back shows some times
  /// twice. An expression that allows every hour has dates in both passes: a task of every minute goes on.
  /// Other expressions have dates in the first pass only: a task at 02:30 runs once. systemd goes by the pass
  /// in which its moment lies, and an hourly timer misses an hour.
  /// - Parameters:
  ///   - machine: The zone of expressions that name none.
  ///   - change: The task's treatment of clock changes.
  func next(
    after moment: WallTime, zone machine: ZoneRules, at change: ClockChange? = nil
  ) -> WallTime? {
    let rules = zone?.rules ?? machine
    let first = WallTime(uSec: moment.uSec.saturatingPlus(1))
    let comesTwice = change == .shown || change == nil && search.isEveryHour
    // With `once`, the stretch of `moment` shows a date that was skipped right before `first`.
    var stretch = rules.stretch(at: change == .once ? moment : first)
    var shown = comesTwice ? .min : rules.latestShown(before: stretch)
    var start = max(first.uSec.saturatingPlus(stretch.offset), shown)
    var found = search.first(from: start)
    while true {
      if let found, found < stretch.end { return WallTime(uSec: found.saturatingMinus(stretch.offset)) }
      if !comesTwice { shown = max(shown, stretch.end) }
      guard let following = rules.stretch(after: stretch) else { return nil }
      if change == .once, let found, found < following.begin {
        return WallTime(uSec: following.begin.saturatingMinus(following.offset))
      }
      stretch = following
      let begin = max(stretch.begin, shown)
      // Only a stretch that begins before the last search's start or after its result needs a new search.
      guard begin < start || found.map({ $0 < begin }) == true else { continue }
      start = begin
      found = search.first(from: start)
    }
  }
}

/// A task's treatment of calendar dates where the clock is put forward or back. Without one, a skipped date
/// is dropped and one shown twice counts once, unless every hour is asked for.
package enum ClockChange: String, CaseIterable, Sendable {
  /// All skipped dates come as one right after the clock was put forward, and a date shown twice comes once,
  /// as cron(8) does with fixed times.
  case once
  /// A date comes whenever the clock shows it: not when skipped, twice when shown twice, as cron(8) does with
  /// minutes or hours that have a star.
  case shown
}
