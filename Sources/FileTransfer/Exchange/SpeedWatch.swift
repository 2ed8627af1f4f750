import LinuxSystem
import SchedulerAPI
import SchedulerCore

/// A check that an exchange moves enough bytes. It looks at successive stretches, each as long as an exchange
/// may be slow: a drip holds it for one stretch at most, and a gush now and then for two.
struct SpeedWatch {
  /// The stages of an exchange. Each begins a new stretch: the speed before it says nothing of it.
  enum Stage {
    /// Has a limit of its own (`CURLOPT_CONNECTTIMEOUT`).
    case connecting
    case sending
    case waiting
    case receiving
  }

  private let lowSpeed: LowSpeed
  private let bound: Int?
  /// The length of a stretch.
  private let uSec: Int64
  private var stage = Stage.connecting
  private var sinceUSec = SystemClock.monotonicUSec
  private var before: Int64 = 0

  /// - Parameters:
  ///   - bound: The request's own bound, in bytes a second.
  ///   - pauseSeconds: The time that a bounded exchange may rest in a stretch.
  init(_ lowSpeed: LowSpeed, bound: Int?, pauseSeconds: Int) {
    (self.lowSpeed, self.bound) = (lowSpeed, bound)
    uSec = lowSpeed.length.uSec + Int64(pauseSeconds) * 1_000_000
  }

  /// The time until the end of the stretch, in milliseconds.
  var pauseMilliseconds: CInt {
    CInt(clamping: max(sinceUSec + uSec - SystemClock.monotonicUSec, 0) / 1000 + 1)
  }

  /// Looks at the speed.
  /// - Parameter moved: All bytes that have come and gone so far.
  /// - Returns: The problem in words, or `nil` while there is none.
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
