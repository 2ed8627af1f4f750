import Glibc

/// A point after which nobody waits any more, on the clock that goes on while the machine sleeps.
struct Deadline: Sendable {
  /// On CLOCK_BOOTTIME; nil is never.
  private var point: Int64?

  static let never = Deadline(point: nil)

  /// So many microseconds from now; the largest number is never.
  static func after(uSec: Int64) -> Deadline {
    let (point, overflow) = now().addingReportingOverflow(uSec)
    return overflow ? .never : Deadline(point: point)
  }

  /// How long it is until then, not negative; nil is for ever.
  func timeLeft() -> Duration? { point.map { .microseconds(max($0 - Self.now(), 0)) } }

  /// Whether it is over.
  var hasPassed: Bool { point.map { Self.now() >= $0 } ?? false }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
