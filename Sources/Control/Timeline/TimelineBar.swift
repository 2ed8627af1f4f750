import SchedulerAPI
import SystemdSyntax

/// An activity of a task over some time. Where two have one place in a picture, the later case here is seen,
/// because it needs attention more.
enum TimelineKind: CaseIterable, Comparable {
  case waiting
  case succeeded
  /// Ended without success and without a failure: stopped or cancelled.
  case stopped
  case running
  case failed

  init(_ run: Wire.Run) {
    self =
      if run.outcome == nil {
        .running
      } else if run.hasSucceeded {
        .succeeded
      } else if run.hasFailed {
        .failed
      } else {
        .stopped
      }
  }

  var word: String {
    switch self {
    case .waiting: "waiting"
    case .succeeded: "succeeded"
    case .stopped: "stopped"
    case .running: "running"
    case .failed: "failed"
    }
  }

  var style: Style {
    switch self {
    case .waiting, .stopped: .yellow
    case .succeeded: .green
    case .running: .cyan
    case .failed: .red
    }
  }
}

/// One run, or several of one kind that are too close for a picture to show the time between them.
struct TimelineBar {
  let kind: TimelineKind
  /// The start of the first run.
  private(set) var startedUSec: Int64
  /// The end of the last run; nil while it lasts.
  private(set) var endedUSec: Int64?
  /// The outcome of the last run; nil while it lasts.
  let outcome: Wire.Outcome?
  /// The result of the last run, in words for people.
  let result: String
  /// The number of runs in the bar.
  private(set) var runs = 1

  /// - Parameter run: The run. When the clock was set back in it, it ends its duration after its start.
  init(_ run: Wire.Run) {
    kind = TimelineKind(run)
    let start = Self.date(run.startedUSec)
    startedUSec = start
    outcome = run.outcome
    endedUSec = outcome == nil ? nil : Self.end(of: run, from: start)
    result = RunResult(run).words
  }

  /// Creates the bar of the wait before a run, or returns nil when the run has not waited.
  init?(waitBefore run: Wire.Run) {
    guard let since = run.waitedSinceUSec, since < run.startedUSec else { return nil }
    kind = .waiting
    startedUSec = Self.date(since)
    endedUSec = Self.date(run.startedUSec)
    outcome = nil
    result = run.waitedFor.map { "waited for \(SafeText.inline($0.splitWords))" } ?? "waited"
  }

  private static func end(of run: Wire.Run, from start: Int64) -> Int64 {
    if let end = run.endedUSec, end >= start { return date(end) }
    return date(start + min(max(run.durationUSec ?? 0, 0), TimestampSyntax.maximum))
  }

  /// Returns the date, or the nearest that can be written.
  private static func date(_ uSec: Int64) -> Int64 { min(max(uSec, 0), TimestampSyntax.maximum) }

  /// Merges with a bar that came before, if the gap between them is no longer than this.
  /// - Returns: Whether they were merged.
  mutating func merge(_ other: TimelineBar, within gapUSec: Int64) -> Bool {
    guard other.kind == kind, let end = endedUSec, let otherEnd = other.endedUSec,
      otherEnd >= startedUSec - gapUSec, other.startedUSec <= end + gapUSec
    else { return false }
    (startedUSec, endedUSec) = (min(startedUSec, other.startedUSec), max(end, otherEnd))
    runs += other.runs
    return true
  }
}
