package import SchedulerCore

/// What is too slow for a transfer: an attempt that moves fewer bytes ends, and makes room for others. The
/// daemon reads it from `bgtaskd.conf` and says it to bgtask-transfer, which looks at the clock.
package struct LowSpeed: Hashable, Sendable {
  /// `TransferLowSpeedBytesPerSec=`: so many bytes a second have to move; 0 ends only what stands still.
  package var bytesPerSecond: Int
  /// `TransferLowSpeedSec=`: on the average of each stretch of so long.
  package var length: TimeSpan

  /// A bound; what is not given is the default. Less than 1 KiB a second is less than any radio has.
  package init(bytesPerSecond: Int = 1024, length: TimeSpan = .minutes(1)) {
    (self.bytesPerSecond, self.length) = (bytesPerSecond, length)
  }

  /// What bgtask-transfer finds it in.
  package static let variable = "BGTASK_TRANSFER_LOW_SPEED"

  /// As that variable says it: bytes a second, and microseconds.
  package var text: String { "\(bytesPerSecond) \(length.uSec)" }

  /// Nil for what is none.
  package init?(_ text: String) {
    let numbers = text.split(separator: " ", omittingEmptySubsequences: false).map { Int64($0) }
    guard numbers.count == 2, let bytes = numbers[0], let uSec = numbers[1], bytes >= 0, uSec > 0,
      bytes <= Self.mostBytes, uSec <= TimeSpan.maximum.uSec
    else { return nil }
    self.init(bytesPerSecond: Int(bytes), length: TimeSpan(uSec: uSec))
  }

  /// More than this a second nobody may ask for: 1 GiB.
  package static let mostBytes: Int64 = 1 << 30

  /// Whether so many bytes are enough for a time. What has a bound of its own is held to half of that.
  /// - Parameter bound: Of the request's, in bytes a second.
  package func isEnough(_ bytes: Int64, in length: TimeSpan, bound: Int?) -> Bool {
    let rate = Double(min(bytesPerSecond, bound.map { $0 / 2 } ?? .max))
    return bytes > 0 && Double(bytes) >= rate * Double(length.uSec) / 1e6
  }
}
