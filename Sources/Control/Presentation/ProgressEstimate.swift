import SchedulerAPI
import SystemdSyntax

/// A run's rate and remaining time, estimated from its progress since the launch (R53).
struct ProgressEstimate: Hashable, Sendable {
  /// The rate in units a second; nil while it is unknown.
  var perSecond: Double?
  /// The time until all is done; nil when it is unknown, or nothing is left.
  var remainingUSec: Int64?

  /// The time after the launch in which progress gives no estimate.
  private static let firstUSec: Int64 = 1_000_000
  /// The longest time left that counts as an estimate.
  private static let longestSeconds = 100.0 * 86_400

  /// - Parameter elapsedUSec: The time since the launch; nil when it is unknown. A step of the clock may make
  ///   it negative.
  init(_ progress: Wire.Progress, elapsedUSec: Int64?) {
    guard let elapsedUSec, elapsedUSec >= Self.firstUSec, progress.completedUnitCount > 0 else { return }
    let perSecond = Double(progress.completedUnitCount) / (Double(elapsedUSec) / 1_000_000)
    self.perSecond = perSecond
    guard progress.totalUnitCount > progress.completedUnitCount else { return }
    // As floating point: the difference of two counts fits, their ratio to a small rate may not.
    let seconds = Double(progress.totalUnitCount - progress.completedUnitCount) / perSecond
    guard seconds <= Self.longestSeconds else { return }
    remainingUSec = Int64(seconds.rounded(.up)) * 1_000_000
  }

  /// The rate as text: `1.2k/s`, `4.5/min`; empty when it is unknown or less than one an hour.
  var rateText: String {
    guard let perSecond else { return "" }
    for (unit, seconds) in [("s", 1.0), ("min", 60), ("h", 3600)] where perSecond * seconds >= 1 {
      return "\(Self.short(perSecond * seconds))/\(unit)"
    }
    return ""
  }

  /// The remaining time as text: `1min 5s`; empty when it is unknown.
  var remainingText: String {
    remainingUSec.map { TimeSpanSyntax.format($0, accuracy: 1_000_000, maximumUnits: 2) } ?? ""
  }

  /// Returns a number with a decimal when it is below ten, and with a letter for thousands.
  private static func short(_ value: Double) -> String {
    var (value, prefix) = (value, "")
    for next in ["k", "M", "G", "T", "P", "E"] {
      // A value that would be rounded to a thousand counts as one.
      if value < 999.5 { break }
      (value, prefix) = (value / 1000, next)
    }
    let tenths = Int((value * 10).rounded())
    let text =
      tenths < 100 && tenths % 10 != 0
      ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    return text + prefix
  }
}
