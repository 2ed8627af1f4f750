/// The next time of ``Event/timer``. Of two times the earlier one counts. Without a time nothing is due, and
/// the machine can sleep for ever.
package struct WakeUp: Hashable, Sendable {
  /// The date of the wake-up. Its timer must notice a resume and a step of the clock.
  package var wall: WallTime?
  /// The point of the wake-up on the monotonic clock.
  package var monotonic: MonotonicTime?
  /// The delay after ``monotonic`` that is as good. A date needs none: it includes its task's tolerance, so
  /// that an earlier wake-up serves it too.
  package var leeway: TimeSpan

  /// The latest point that is as good as ``monotonic``. A timer is set to it, because every wake-up before
  /// serves as well.
  package var latestPoint: MonotonicTime? { monotonic.map { $0 + leeway } }

  /// Creates a wake-up on one clock, on both, or on none.
  package init(wall: WallTime? = nil, monotonic: MonotonicTime? = nil, leeway: TimeSpan = .zero) {
    self.wall = wall
    self.monotonic = monotonic
    self.leeway = leeway
  }
}

/// The clocks' readings when an event was taken in, the core's only source of time.
package struct Moment: Hashable, Sendable {
  /// The wall clock's reading. Dates that people and programs ask for are compared with it.
  package var wall: WallTime
  /// The monotonic clock's reading. Run limits, grace, backoff, spacing and settling are measured on it.
  package var monotonic: MonotonicTime
  /// The reading of the clock that counts suspend as well. Leases are measured on it.
  package var boot: BootTime

  /// Creates a moment from the clocks, read together.
  /// - Parameter boot: The clock that counts suspend; `nil` where the machine has not been suspended.
  package init(wall: WallTime, monotonic: MonotonicTime, boot: BootTime? = nil) {
    self.wall = wall
    self.monotonic = monotonic
    self.boot = boot ?? BootTime(uSec: monotonic.uSec)
  }
}
