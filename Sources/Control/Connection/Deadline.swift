import LinuxSystem

/// A point of the monotonic clock at which a wait ends. Time that the machine sleeps does not count.
struct Deadline: Sendable {
  /// The point in microseconds of CLOCK_MONOTONIC; nil is never.
  private var point: Int64?

  static let never = Deadline(point: nil)

  /// Returns the deadline this many microseconds from now; the largest number is never.
  static func after(uSec: Int64) -> Deadline {
    let (point, overflow) = SystemClock.monotonicUSec.addingReportingOverflow(uSec)
    return overflow ? .never : Deadline(point: point)
  }

  /// Returns the deadline this long from now.
  static func after(_ span: Duration) -> Deadline {
    after(uSec: span.components.seconds * 1_000_000 + span.components.attoseconds / 1_000_000_000_000)
  }

  /// Returns the time until the deadline, not negative, or nil for ever. It is rounded up to milliseconds,
  /// the unit of poll(2), plus one, so that the deadline has passed when a wait of this length ends.
  func timeLeft() -> Duration? {
    point.map { .milliseconds((max($0 - SystemClock.monotonicUSec, 0) + 999) / 1000 + 1) }
  }

  var hasPassed: Bool { point.map { SystemClock.monotonicUSec >= $0 } ?? false }
}
