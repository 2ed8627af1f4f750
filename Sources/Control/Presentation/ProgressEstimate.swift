import SchedulerAPI
import SystemdSyntax

/// How fast a run is and how long it will take, by what it has done since it was launched (R53).
struct ProgressEstimate: Hashable, Sendable {
  /// Units a second; nil when nobody can tell yet.
  var perSecond: Double?
  /// Until all of it is done; nil when nobody can tell, or it is.
  var remainingUSec: Int64?

  /// A run tells little about itself before that.
  private static let firstUSec: Int64 = 1_000_000
  /// What takes longer is no estimate any more.
  private static let longestSeconds = 100.0 * 86_400

  /// - Parameter elapsedUSec: Since the run was launched; nil when nobody knows. A step of the clock may make
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

  /// `1.2k/s`, `4.5/min`; empty when there is none worth telling.
  var rateText: String {
    guard let perSecond else { return "" }
    for (unit, seconds) in [("s", 1.0), ("min", 60), ("h", 3600)] where perSecond * seconds >= 1 {
      return "\(Self.short(perSecond * seconds))/\(unit)"
    }
    return ""
  }

  /// `1min 5s`; empty when there is none.
  var remainingText: String {
    remainingUSec.map { TimeSpanSyntax.format($0, accuracy: 1_000_000, maximumUnits: 2) } ?? ""
  }

  /// Two digits where there are few, and a letter for thousands.
  private static func short(_ value: Double) -> String {
    var (value, prefix) = (value, "")
    for next in ["k", "M", "G", "T", "P", "E"] {
      // What would be rounded to a thousand is one.
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
