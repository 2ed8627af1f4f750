/// What an application has had of its spacing and its budget (R37). Not stored: a restart forgives.
struct ApplicationUse: Hashable {
  /// When a refresh of it was last launched.
  var lastRefresh: MonotonicTime?
  /// How often in a row its program could not be started.
  var failedStarts = 0
  /// It is not started again before this point.
  var nextStart: MonotonicTime?
  /// How much run time it owes. The debt melts evenly, a whole budget in an hour.
  private var debt = TimeSpan.zero
  private var debtSince: MonotonicTime?

  /// What it owes now.
  func debt(at now: MonotonicTime, budgetPerHour: TimeSpan) -> TimeSpan {
    guard let debtSince else { return .zero }
    let elapsed = Double((now - debtSince).uSec)
    let melted = elapsed * Double(budgetPerHour.uSec) / Double(TimeSpan.hours(1).uSec)
    return max(debt - TimeSpan(uSec: Int64(min(melted, Double(TimeSpan.maximum.uSec)))), .zero)
  }

  mutating func charge(_ runtime: TimeSpan, at now: MonotonicTime, budgetPerHour: TimeSpan) {
    // Without a budget nothing would ever melt.
    debt = budgetPerHour > .zero ? debt(at: now, budgetPerHour: budgetPerHour) + runtime : .zero
    debtSince = now
  }
}
