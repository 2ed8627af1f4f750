/// When the scheduler wants ``Event/timer`` next. Both may be set; the earlier one counts. Nothing set means
/// that nothing is due, and the machine can sleep for ever.
package struct WakeUp: Hashable, Sendable {
  /// A date. It must be armed so that a resume and a step of the clock are noticed.
  package var wall: WallTime?
  /// A point on the monotonic clock.
  package var monotonic: MonotonicTime?
  /// How much later than ``monotonic`` is as good. A date has none: its task's tolerance is in it already, so
  /// that it is shared with what wakes the scheduler before.
  package var leeway: TimeSpan

  /// A wake-up on one clock, on both, or on none.
  package init(wall: WallTime? = nil, monotonic: MonotonicTime? = nil, leeway: TimeSpan = .zero) {
    self.wall = wall
    self.monotonic = monotonic
    self.leeway = leeway
  }
}

/// What both clocks said when an event was taken in. The core has no clock: time reaches it only as this.
package struct Moment: Hashable, Sendable {
  /// The wall clock. Dates that people and programs ask for are compared with it.
  package var wall: WallTime
  /// The monotonic clock. Run limits, grace, back-off, spacing and settling are measured on it.
  package var monotonic: MonotonicTime

  /// Both clocks, read together.
  package init(wall: WallTime, monotonic: MonotonicTime) {
    self.wall = wall
    self.monotonic = monotonic
  }
}
