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
