/// The milestones of the program that was started for a run: the time of each since the run's launch, by the
/// monotonic clock. `nil` stands for a milestone that was not reached or not reported; all are `nil` for a
/// run for which no program was started.
package struct LaunchMilestones: Hashable, Sendable {
  /// The start of the process.
  package var started: TimeSpan?
  /// The connection of the process.
  package var connected: TimeSpan?
  /// The registration of the program.
  package var registered: TimeSpan?
  /// The delivery of the run to the program.
  package var delivered: TimeSpan?
  /// The first line of the program's handler, as the program reports it.
  package var handled: TimeSpan?
  /// The median of the launches before this one, where this one took more than twice as long to its handler.
  package var usual: TimeSpan?

  package init() {}

  /// Whether nothing is known.
  package var isEmpty: Bool { self == LaunchMilestones() }
}
