/// The dates of an expression, without its text: what is kept of it with a task that waits.
struct CalendarDates: Sendable {
  /// Nil for the machine's zone.
  let zone: CalendarExpression.Zone?
  private let search: CalendarSearch

  init(_ fields: CalendarExpression.Fields, zone: CalendarExpression.Zone?) {
    (self.zone, search) = (zone, CalendarSearch(fields))
  }

  /// The first one that is later than a moment, to the microsecond; nil when there is none before the year
  /// 2200.
  ///
  /// What the clock skips when it is put forward is no date. When it is put back it shows some times twice.
  /// An expression that allows every hour has dates in both passes: what runs every minute goes on doing so.
  /// Others have theirs in the first pass only: what runs at 02:30 runs once. systemd answers by whether its
  /// moment lies in the first pass or in the second, and an hourly timer misses an hour.
  /// - Parameters:
  ///   - machine: The zone of expressions that name none.
  ///   - change: What the task says of changes of the clock.
  func next(
    after moment: WallTime, zone machine: ZoneRules, at change: ClockChange? = nil
  ) -> WallTime? {
    let rules = zone?.rules ?? machine
    let first = WallTime(uSec: moment.uSec.saturatingPlus(1))
    let comesTwice = change == .shown || change == nil && search.isEveryHour
    // What was skipped right before the first moment is looked for from the moment before it.
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
      // Mostly what was found lies after the beginning, and nothing before it was left out.
      guard begin < start || found.map({ $0 < begin }) == true else { continue }
      start = begin
      found = search.first(from: start)
    }
  }
}
