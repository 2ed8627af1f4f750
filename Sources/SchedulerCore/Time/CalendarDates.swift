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
  /// - Parameter machine: The zone of expressions that name none.
  func next(after moment: WallTime, zone machine: ZoneRules) -> WallTime? {
    let rules = zone?.rules ?? machine
    let first = WallTime(uSec: moment.uSec.saturatingPlus(1))
    var stretch = rules.stretch(at: first)
    var shown = search.isEveryHour ? .min : rules.latestShown(before: stretch)
    var start = max(first.uSec.saturatingPlus(stretch.offset), shown)
    var found = search.first(from: start)
    while true {
      if let found, found < stretch.end { return WallTime(uSec: found.saturatingMinus(stretch.offset)) }
      if !search.isEveryHour { shown = max(shown, stretch.end) }
      guard let following = rules.stretch(after: stretch) else { return nil }
      stretch = following
      let begin = max(stretch.begin, shown)
      // Mostly what was found lies after the beginning, and nothing before it was left out.
      guard begin < start || found.map({ $0 < begin }) == true else { continue }
      start = begin
      found = search.first(from: start)
    }
  }
}
