/// A gradual start after a disturbance: a boot, a resume, power or network coming back. Its measures follow
/// from `SettlingSec=`, so that one setting says how patient the scheduler is.
struct Ramp: Hashable {
  /// Discretionary work does not start before this point.
  var nextStart: MonotonicTime
  /// From then on work starts as usual.
  var until: MonotonicTime

  /// Begins at a point. Nil when nothing settles, which means that everything is at once. A disturbance in
  /// the midst of an earlier one's start brings nothing forward: what was started last keeps its distance.
  init?(at start: MonotonicTime, after earlier: Ramp?, _ configuration: SchedulerConfiguration) {
    guard configuration.settling > .zero else { return nil }
    let isUnderWay = earlier.map { start < $0.until } ?? false
    nextStart = isUnderWay ? max(start, earlier?.nextStart ?? start) : start
    until = start + TimeSpan(uSec: configuration.settling.uSec * 6)
  }

  /// The pause between two starts.
  static func spacing(_ configuration: SchedulerConfiguration) -> TimeSpan {
    TimeSpan(uSec: configuration.settling.uSec / 5)
  }
}
