/// How to let go of a unit whose program has ended.
struct UnitRelease {
  /// Its name.
  var unit: String
  /// The manager's method: `StopUnit` or `ResetFailedUnit`.
  var method: String
}
