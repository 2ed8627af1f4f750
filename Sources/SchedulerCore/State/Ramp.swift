/// A gradual start after a disturbance: a boot, a resume, power or network coming back. Its times follow from
/// `SettlingSec=`, so that one setting says how patient the scheduler is.
struct Ramp: Hashable {
  /// The point before which no discretionary task starts.
  var nextStart: MonotonicTime
  /// The point from which tasks start as usual.
  var until: MonotonicTime

  /// Creates a gradual start, or `nil` with a settling time of zero, when all may start at once. A
  /// disturbance during an earlier ramp brings nothing forward: the last start keeps its distance.
  init?(at start: MonotonicTime, after earlier: Ramp?, _ configuration: SchedulerConfiguration) {
    guard configuration.settling > .zero else { return nil }
    let isUnderWay = earlier.map { start < $0.until } ?? false
    nextStart = isUnderWay ? max(start, earlier?.nextStart ?? start) : start
    until = start + TimeSpan(uSec: configuration.settling.uSec * 6)
  }

  /// Returns the time between two starts.
  static func spacing(_ configuration: SchedulerConfiguration) -> TimeSpan {
    TimeSpan(uSec: configuration.settling.uSec / 5)
  }
}
