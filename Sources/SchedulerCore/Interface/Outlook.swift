/// The reasons that keep a waiting task from running now.
package struct Outlook: Hashable, Sendable {
  /// Every reason; none where the task may run.
  package var reasons: [Reason]
  /// The date before which it does not run, whatever else changes: its own, that of its next attempt, the end
  /// of a pause. `nil` where no date holds it back.
  package var forecast: WallTime?

  package init(reasons: [Reason] = []) { self.reasons = reasons }
}
