/// How a run ended. The names are the protocol's.
package enum Outcome: String, CaseIterable, Sendable {
  /// It reported an end, with success or without.
  case completed
  /// It was told to stop, and stopped within its grace.
  case expired
  /// It was told to stop, and had to be killed after its grace.
  case killed
  /// Its owner ended it.
  case cancelled
  /// Its process died without a report, or the daemon that looked after it did.
  case interrupted
  /// It could not be started.
  case launchFailed
  /// Its deadline passed before it began, and it was to be dropped then.
  case missed
}
