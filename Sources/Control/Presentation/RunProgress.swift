import SchedulerAPI

/// A run's progress, in the pieces that tables and lines are made of. They are not safe for a terminal yet.
struct RunProgress {
  /// The bar: `[######----]  60%`, `12 done`; empty when the run has reported nothing.
  var bar = ""
  /// The rate: `1.2k/s`.
  var rate = ""
  /// The time left: `1min 5s left`.
  var remaining = ""
  /// The run's title: `Copying: photos`; the request's while the run has none of its own.
  var title: String

  /// - Parameters:
  ///   - elapsedUSec: The time since the launch; nil when it is unknown.
  ///   - request: The request with the submitted title; nil when it is not at hand.
  init(_ progress: Wire.Progress?, elapsedUSec: Int64?, request: Wire.TaskRequest?, drawing: ProgressBar) {
    let own = Self.title(progress?.title, progress?.subtitle)
    title = own.isEmpty ? Self.title(request?.title, request?.subtitle) : own
    guard let progress else { return }
    bar = drawing.text(progress.completedUnitCount, of: progress.totalUnitCount)
    let estimate = ProgressEstimate(progress, elapsedUSec: elapsedUSec)
    rate = estimate.rateText
    remaining = estimate.remainingText.isEmpty ? "" : estimate.remainingText + " left"
  }

  /// All pieces in one line; empty when the run has reported nothing and has no title.
  var line: String { [bar, rate, remaining, title].filter { !$0.isEmpty }.joined(separator: "  ") }

  /// Returns a title with its subtitle; either may be missing.
  static func title(_ title: String?, _ subtitle: String?) -> String {
    [title, subtitle].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// Returns the time between two dates, or nil when a step of the clock has put the second one first.
  static func elapsed(from start: Int64?, to end: Int64) -> Int64? {
    guard let start else { return nil }
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return overflow || length < 0 ? nil : length
  }
}
