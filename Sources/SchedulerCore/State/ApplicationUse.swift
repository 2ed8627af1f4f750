/// What an application has had of its spacing and its budget (R37), and how its starts went.
struct ApplicationUse: Hashable {
  /// When a refresh of it was last launched.
  var lastRefresh: MonotonicTime?
  /// When processing work of it was last launched, whichever it was.
  var lastProcessing: MonotonicTime?
  /// The same, if that was before the daemon started: nobody knows any more which identifier it was, so it
  /// counts for each.
  private(set) var lastKnownProcessing: MonotonicTime?
  /// How often in a row its program could not be started. Not stored: a restart forgives.
  var failedStarts = 0
  /// It is not started again before this point.
  var nextStart: MonotonicTime?
  /// How long its last launches on demand took. Not stored: a restart begins anew.
  var launches = LaunchHistory()
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

  /// When no more than so much of the debt is left; nil when it never was more. It is one point, whenever it
  /// is asked for: a rest that was worked out anew each time would end some microseconds earlier or later.
  func melts(to rest: TimeSpan, budgetPerHour: TimeSpan) -> MonotonicTime? {
    guard let debtSince, debt > rest, budgetPerHour > .zero else { return nil }
    let budget = Int128(budgetPerHour.uSec)
    let lasts = (Int128((debt - rest).uSec) * Int128(TimeSpan.hours(1).uSec) + budget - 1) / budget
    return debtSince + TimeSpan(uSec: Int64(min(lasts, Int128(TimeSpan.maximum.uSec))))
  }

  mutating func charge(_ runtime: TimeSpan, at now: MonotonicTime, budgetPerHour: TimeSpan) {
    // Without a budget nothing would ever melt.
    debt = budgetPerHour > .zero ? debt(at: now, budgetPerHour: budgetPerHour) + runtime : .zero
    debtSince = now
  }

  /// What of it outlives the daemon, by the wall clock; nil when no rule asks for any of it.
  func record(
    of application: ApplicationKey, at moment: Moment, _ configuration: SchedulerConfiguration
  ) -> ApplicationUseRecord? {
    func date(_ point: MonotonicTime?, _ spacing: TimeSpan) -> WallTime? {
      point.flatMap { spacing > .zero ? moment.wall - (moment.monotonic - $0) : nil }
    }
    let record = ApplicationUseRecord(
      uid: application.uid, application: application.name,
      lastRefresh: date(lastRefresh, configuration.refreshSpacing),
      lastProcessing: date(lastProcessing, configuration.processingSpacing),
      debt: debt(at: moment.monotonic, budgetPerHour: configuration.runtimeBudgetPerHour), debtAt: moment.wall
    )
    let isOfUse = record.lastRefresh != nil || record.lastProcessing != nil || record.debt > .zero
    return isOfUse ? record : nil
  }

  /// Takes up what a daemon before this one stored. A clock that was set back since makes nothing longer than
  /// it was at first. False when all of it is over.
  mutating func resume(
    _ record: ApplicationUseRecord, at moment: Moment, _ configuration: SchedulerConfiguration
  ) -> Bool {
    func point(_ date: WallTime) -> MonotonicTime {
      MonotonicTime(uSec: moment.monotonic.uSec.saturatingMinus(max(moment.wall - date, .zero).uSec))
    }
    lastRefresh = record.lastRefresh.map(point)
    lastProcessing = record.lastProcessing.map(point)
    lastKnownProcessing = lastProcessing
    debt = min(max(record.debt, .zero), configuration.runtimeMaximum)
    debtSince = point(record.debtAt)
    let now = moment.monotonic
    return debt(at: now, budgetPerHour: configuration.runtimeBudgetPerHour) > .zero
      && configuration.runtimeBudgetPerHour > .zero
      || lastRefresh.map { now < $0 + configuration.refreshSpacing } ?? false
      || lastProcessing.map { now < $0 + configuration.processingSpacing } ?? false
  }
}
