import LinuxSystem
import SchedulerAPI
import SchedulerCore

/// Whether an exchange moves enough. It is looked at in stretches that follow each other, each as long as it
/// may be slow: neither a drip holds it for longer than that, nor a gush now and then for longer than twice.
struct SpeedWatch {
  /// What an exchange does. Each begins a new stretch: what was slow before says nothing of it.
  enum Stage {
    /// For that there is a limit of its own.
    case connecting
    case sending
    case waiting
    case receiving
  }

  private let lowSpeed: LowSpeed
  private let bound: Int?
  /// How long a stretch is.
  private let uSec: Int64
  private var stage = Stage.connecting
  private var sinceUSec = SystemClock.monotonicUSec
  private var before: Int64 = 0

  /// - Parameters:
  ///   - bound: The request's own, in bytes a second.
  ///   - pauseSeconds: How long an exchange that is bound may rest in a stretch.
  init(_ lowSpeed: LowSpeed, bound: Int?, pauseSeconds: Int) {
    (self.lowSpeed, self.bound) = (lowSpeed, bound)
    uSec = lowSpeed.length.uSec + Int64(pauseSeconds) * 1_000_000
  }

  /// When it is to be looked at again, in milliseconds.
  var pauseMilliseconds: CInt {
    CInt(clamping: max(sinceUSec + uSec - SystemClock.monotonicUSec, 0) / 1000 + 1)
  }

  /// Looks at it.
  /// - Parameter moved: How many bytes have come and gone in all.
  /// - Returns: What is wrong; nil as long as nothing is.
  mutating func problem(at stage: Stage, moved: Int64) -> String? {
    let now = SystemClock.monotonicUSec
    guard stage == self.stage, stage != .connecting else {
      (self.stage, sinceUSec, before) = (stage, now, moved)
      return nil
    }
    guard now - sinceUSec >= uSec else { return nil }
    let bytes = moved - before
    guard !lowSpeed.isEnough(bytes, in: lowSpeed.length, bound: bound) else {
      (sinceUSec, before) = (now, moved)
      return nil
    }
    let seconds = "\((uSec + 999_999) / 1_000_000) s"
    return bytes == 0 ? "stands still for \(seconds)" : "is too slow: it moves \(bytes) bytes in \(seconds)"
  }
}
