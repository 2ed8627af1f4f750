/// How far the program that was started for a run has come, and how long that took: each by the monotonic
/// clock from the run's launch. Nil is what did not happen, and what nobody has said; of a run for which no
/// program was started it is all of it.
package struct LaunchMilestones: Hashable, Sendable {
  /// Its process was started.
  package var started: TimeSpan?
  /// That process was connected.
  package var connected: TimeSpan?
  /// It had registered.
  package var registered: TimeSpan?
  /// It was given the run.
  package var delivered: TimeSpan?
  /// The first line of its handler ran, as the program says.
  package var handled: TimeSpan?
  /// The median of the launches before this one, where it took more than twice as long to its handler.
  package var usual: TimeSpan?

  /// None.
  package init() {}

  /// Nothing is known.
  package var isEmpty: Bool { self == LaunchMilestones() }
}
