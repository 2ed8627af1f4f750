/// A point on `CLOCK_BOOTTIME`, which never steps and counts suspend. A point means nothing after a reboot,
/// so it is stored together with its ``BootID``.
package struct BootTime: Hashable, Comparable, Sendable {
  /// Microseconds since the machine's boot.
  package var uSec: Int64

  /// Creates the point so many microseconds after the boot.
  package init(uSec: Int64) { self.uSec = uSec }

  /// Whether `left` is earlier than `right`.
  package static func < (left: BootTime, right: BootTime) -> Bool { left.uSec < right.uSec }
  /// Returns the point moved on by a length.
  package static func + (point: BootTime, length: TimeSpan) -> BootTime {
    BootTime(uSec: point.uSec.saturatingPlus(length.uSec))
  }
  /// Returns the length between two points.
  package static func - (later: BootTime, earlier: BootTime) -> TimeSpan {
    TimeSpan(uSec: later.uSec.saturatingMinus(earlier.uSec))
  }
}

/// The name of one boot of the machine: the first 64 bits of the random number that random(4) gives it.
package struct BootID: Hashable, Sendable {
  package var value: Int64

  package init(value: Int64) { self.value = value }

  /// Creates the name from the text of `/proc/sys/kernel/random/boot_id`. A text without 16 hexadecimal
  /// digits at its beginning, hyphens apart, is ``unknown``.
  package init(_ text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }.prefix(16)
    let value = digits.count == 16 ? UInt64(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    self.value = value.map { Int64(bitPattern: $0) } ?? 0
  }

  /// A boot that nobody can tell from others.
  package static let unknown = BootID(value: 0)
}
