/// What keeps a waiting task from running now.
package struct Outlook: Hashable, Sendable {
  /// Every reason; none where nothing does.
  package var reasons: [Reason]
  /// It does not run before this date, whatever else changes: its own, that of its next attempt, the end of a
  /// pause. Nil where no date holds it back.
  package var forecast: WallTime?

  /// Nothing holds it back, or that.
  package init(reasons: [Reason] = []) { self.reasons = reasons }
}
