import SchedulerAPI

/// How far a run is, in the pieces that tables and lines are made of. They are not safe for a terminal yet.
struct RunProgress {
  /// `[######----]  60%`, `12 done`; empty when it has said nothing.
  var bar = ""
  /// `1.2k/s`
  var rate = ""
  /// `1min 5s left`
  var remaining = ""
  /// `Copying: photos`; the request's title while the run has none of its own.
  var title: String

  /// - Parameters:
  ///   - elapsedUSec: Since its launch; nil when nobody knows.
  ///   - request: What the person who submitted it calls it; nil when that is not at hand.
  init(_ progress: Wire.Progress?, elapsedUSec: Int64?, request: Wire.TaskRequest?, drawing: ProgressBar) {
    let own = Self.title(progress?.title, progress?.subtitle)
    title = own.isEmpty ? Self.title(request?.title, request?.subtitle) : own
    guard let progress else { return }
    bar = drawing.text(progress.completedUnitCount, of: progress.totalUnitCount)
    let estimate = ProgressEstimate(progress, elapsedUSec: elapsedUSec)
    rate = estimate.rateText
    remaining = estimate.remainingText.isEmpty ? "" : estimate.remainingText + " left"
  }

  /// All of it in one line; empty when the run has said nothing and has no title.
  var line: String { [bar, rate, remaining, title].filter { !$0.isEmpty }.joined(separator: "  ") }

  /// A title and more about it; either may be missing.
  static func title(_ title: String?, _ subtitle: String?) -> String {
    [title, subtitle].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// The time from one date to another; nil when a step of the clock has put the second before the first.
  static func elapsed(from start: Int64?, to end: Int64) -> Int64? {
    guard let start else { return nil }
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return overflow || length < 0 ? nil : length
  }
}
