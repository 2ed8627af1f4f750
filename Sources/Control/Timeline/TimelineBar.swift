import SchedulerAPI
import SystemdSyntax

/// What a task did or does for some time. Of two that have one place in a picture, the later one here is
/// seen: what somebody has to look at.
enum TimelineKind: Int, CaseIterable, Comparable {
  case waiting
  case succeeded
  /// It ended, and it is nobody's fault that it did not succeed: it was stopped or cancelled.
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

  static func < (left: TimelineKind, right: TimelineKind) -> Bool { left.rawValue < right.rawValue }

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

/// One run, or several of one kind that are so close that a picture could not show what is between them.
struct TimelineBar {
  let kind: TimelineKind
  /// When the first one began.
  private(set) var startedUSec: Int64
  /// When the last one ended; nil while it lasts.
  private(set) var endedUSec: Int64?
  /// How the last one ended, by the protocol's name; nil while it lasts.
  let outcome: Wire.Outcome?
  /// The same in words for people.
  let result: String
  /// For how many runs it stands.
  private(set) var runs = 1

  /// - Parameter run: The end of a run whose clock was set back meanwhile is its start and the time it took.
  init(_ run: Wire.Run) {
    kind = TimelineKind(run)
    let start = Self.date(run.startedUSec)
    startedUSec = start
    outcome = run.outcome
    endedUSec = outcome == nil ? nil : Self.end(of: run, from: start)
    result = RunResult(run).words
  }

  /// What a run has waited for; nil when it has not.
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

  /// A date, or the nearest that can be written.
  private static func date(_ uSec: Int64) -> Int64 { min(max(uSec, 0), TimestampSyntax.maximum) }

  /// Takes in one that came before, if there is no more than so much time between them.
  /// - Returns: Whether it did.
  mutating func merge(_ other: TimelineBar, within gapUSec: Int64) -> Bool {
    guard other.kind == kind, let end = endedUSec, let otherEnd = other.endedUSec,
      otherEnd >= startedUSec - gapUSec, other.startedUSec <= end + gapUSec
    else { return false }
    (startedUSec, endedUSec) = (min(startedUSec, other.startedUSec), max(end, otherEnd))
    runs += other.runs
    return true
  }
}
