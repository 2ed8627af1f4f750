package import SchedulerCore

/// The lowest speed of a transfer: an attempt that is slower ends and makes room for others. The daemon reads
/// it from `bgtaskd.conf` and passes it to bgtask-transfer, which measures the time.
package struct LowSpeed: Hashable, Sendable {
  /// `TransferLowSpeedBytesPerSec=`: the lowest bytes a second; 0 ends only a transfer that stands still.
  package var bytesPerSecond: Int
  /// `TransferLowSpeedSec=`: the length of time over which the speed is averaged.
  package var length: TimeSpan

  /// Creates a bound with defaults. Less than 1 KiB a second is less than any radio has.
  package init(bytesPerSecond: Int = 1024, length: TimeSpan = .minutes(1)) {
    (self.bytesPerSecond, self.length) = (bytesPerSecond, length)
  }

  /// The environment variable in which bgtask-transfer finds the bound.
  package static let variable = "BGTASK_TRANSFER_LOW_SPEED"

  /// The variable's value: bytes a second, and microseconds.
  package var text: String { "\(bytesPerSecond) \(length.uSec)" }

  /// Reads the variable's value; `nil` when it is none.
  package init?(_ text: String) {
    let numbers = text.split(separator: " ", omittingEmptySubsequences: false).map { Int64($0) }
    guard numbers.count == 2, let bytes = numbers[0], let uSec = numbers[1], bytes >= 0, uSec > 0,
      bytes <= Self.mostBytes, uSec <= TimeSpan.maximum.uSec
    else { return nil }
    self.init(bytesPerSecond: Int(bytes), length: TimeSpan(uSec: uSec))
  }

  /// The highest bound that may be asked for, in bytes a second: 1 GiB.
  package static let mostBytes: Int64 = 1 << 30

  /// Whether a number of bytes is enough for a time. A transfer with a bound of its own needs half of that.
  /// - Parameter bound: The request's bound, in bytes a second.
  package func isEnough(_ bytes: Int64, in length: TimeSpan, bound: Int?) -> Bool {
    let rate = Double(min(bytesPerSecond, bound.map { $0 / 2 } ?? .max))
    return bytes > 0 && Double(bytes) >= rate * Double(length.uSec) / 1e6
  }
}
