/// An application's use of its spacing and its budget (R37), and the course of its starts.
struct ApplicationUse: Hashable {
  /// The point of the last refresh launch.
  var lastRefresh: MonotonicTime?
  /// The point of the last processing launch, whatever its identifier.
  var lastProcessing: MonotonicTime?
  /// The same point if it was before the daemon started: its identifier is not known any more, so it counts
  /// for each.
  private(set) var lastKnownProcessing: MonotonicTime?
  /// The number of failed starts of the program in a row. Not stored: a restart forgives.
  var failedStarts = 0
  /// The point before which the program is not started again.
  var nextStart: MonotonicTime?
  /// The durations of the last launches on demand. Not stored: a restart begins anew.
  var launches = LaunchHistory()
  /// The runtime that the application owes. The debt melts evenly, a whole budget in an hour.
  private var debt = TimeSpan.zero
  private var debtSince: MonotonicTime?

  /// Returns the debt that is left at `now`.
  func debt(at now: MonotonicTime, budgetPerHour: TimeSpan) -> TimeSpan {
    guard let debtSince else { return .zero }
    let elapsed = Double((now - debtSince).uSec)
    let melted = elapsed * Double(budgetPerHour.uSec) / Double(TimeSpan.hours(1).uSec)
    return max(debt - TimeSpan(uSec: Int64(min(melted, Double(TimeSpan.maximum.uSec)))), .zero)
  }

  /// Returns the point at which only `rest` of the debt is left, or `nil` when the debt never was more. The
  /// point is the same at each call: one computed from the present debt would move by some microseconds.
  func melts(to rest: TimeSpan, budgetPerHour: TimeSpan) -> MonotonicTime? {
    guard let debtSince, debt > rest, budgetPerHour > .zero else { return nil }
    let budget = Int128(budgetPerHour.uSec)
    let lasts = (Int128((debt - rest).uSec) * Int128(TimeSpan.hours(1).uSec) + budget - 1) / budget
    return debtSince + TimeSpan(uSec: Int64(min(lasts, Int128(TimeSpan.maximum.uSec))))
  }

  mutating func charge(_ runtime: TimeSpan, at now: MonotonicTime, budgetPerHour: TimeSpan) {
    // Without a budget no debt would ever melt.
    debt = budgetPerHour > .zero ? debt(at: now, budgetPerHour: budgetPerHour) + runtime : .zero
    debtSince = now
  }

  /// Returns the part that outlives the daemon, by the wall clock, or `nil` when no rule asks for any of it.
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

  /// Takes up the record of an earlier daemon and returns whether any of it still counts. A clock that was
  /// set back since makes nothing longer than it was at first.
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
