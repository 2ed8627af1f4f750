import SchedulerCore

/// The first line of a PSI file: `some avg10=0.41 avg60=0.61 avg300=0.43 total=5641673`.
package struct PressureReading: Hashable, Sendable {
  /// The share of the last 10 s in which some task waited, 0 to 1.
  package var share: Double
  /// The time in which some task waited since the machine was started, in microseconds, exact at every
  /// reading.
  package var totalUSec: UInt64

  /// Reads a file's text; nil when it is not PSI's.
  package init?(_ text: String) {
    let words = text.prefix { $0 != "\n" }.split(separator: " ")
    guard words.first == "some", let percent = Self.value("avg10=", words).flatMap({ Double($0) }),
      let total = Self.value("total=", words).flatMap({ UInt64($0) }), (0...100).contains(percent)
    else { return nil }
    share = percent / 100
    totalUSec = total
  }

  private static func value(_ key: String, _ words: [Substring]) -> Substring? {
    words.first { $0.hasPrefix(key) }?.dropFirst(key.count)
  }

  /// Whether a task waited as long as the threshold's event claims, since an earlier reading.
  package func confirms(_ threshold: PressureThreshold, since earlier: PressureReading) -> Bool {
    let growth = totalUSec >= earlier.totalUSec ? totalUSec - earlier.totalUSec : totalUSec
    return Int64(clamping: growth) >= threshold.stall.uSec
  }
}
