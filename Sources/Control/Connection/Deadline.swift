import Glibc

/// A point after which nobody waits any more, on the monotonic clock: time that the machine sleeps does not
/// count.
struct Deadline: Sendable {
  /// On CLOCK_MONOTONIC; nil is never.
  private var point: Int64?

  static let never = Deadline(point: nil)

  /// So many microseconds from now; the largest number is never.
  static func after(uSec: Int64) -> Deadline {
    let (point, overflow) = now().addingReportingOverflow(uSec)
    return overflow ? .never : Deadline(point: point)
  }

  /// So long from now.
  static func after(_ span: Duration) -> Deadline {
    after(uSec: span.components.seconds * 1_000_000 + span.components.attoseconds / 1_000_000_000_000)
  }

  /// How long it is until then, not negative; nil is for ever. Rounded up to milliseconds, which is what
  /// poll(2) counts in, and one more, so that it is over when a wait of this length is.
  func timeLeft() -> Duration? {
    point.map { .milliseconds(($0 > Self.now() ? ($0 - Self.now() + 999) / 1000 : 0) + 1) }
  }

  /// Whether it is over.
  var hasPassed: Bool { point.map { Self.now() >= $0 } ?? false }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
