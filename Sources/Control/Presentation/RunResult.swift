import SchedulerAPI
import SchedulerCore

/// The result of a run, in words for people: `succeeded`, `failed (exit 2)`, `timed out`, `stopped (it needs
/// external power)`. The protocol's names stay in `--json`.
struct RunResult {
  let words: String
  /// The words without the parentheses.
  let word: String
  let style: Style
  /// Whether a user has to look at it: the run did not do its work, and was not ended on purpose.
  let isFailure: Bool
  /// Whether the run did its work.
  let isSuccess: Bool

  init(_ run: Wire.Run) {
    let detail: String?
    (word, style, detail) = Self.parts(run)
    words = detail.map { [word] in "\(word) (\($0))" } ?? word
    isFailure = run.hasFailed
    isSuccess = run.outcome != nil && run.hasSucceeded
  }

  /// The words as the rest of a sentence about the task.
  var predicate: String {
    ["stopped", "cancelled", "interrupted", "missed"].contains(word) ? "was \(words)" : words
  }

  private static func parts(_ run: Wire.Run) -> (word: String, style: Style, detail: String?) {
    guard let outcome = run.outcome else { return ("running", .cyan, nil) }
    let why = run.stopReason
    switch outcome {
    case .completed where run.hasSucceeded: return ("succeeded", .green, nil)
    case .completed: return ("failed", .red, run.signal ?? status(run))
    case .expired where run.hasSucceeded: return ("succeeded", .green, "although it was told to stop")
    case .expired, .killed:
      let end = outcome == .killed ? "killed" : nil
      switch why?.code {
      case ReasonCode.runtimeLimit.rawValue: return ("timed out", .red, end)
      case ReasonCode.stalled.rawValue: return ("timed out", .red, end ?? "no progress")
      // Told to stop by bgtaskctl expire, which the protocol calls a simulation.
      case ReasonCode.simulated.rawValue: return ("stopped", .yellow, all("by hand", end))
      default: return ("stopped", .yellow, all(why?.message, end))
      }
    case .cancelled: return ("cancelled", .yellow, nil)
    case .interrupted: return ("interrupted", .red, run.signal ?? why?.message)
    case .launchFailed: return ("did not start", .red, why?.message)
    case .missed: return ("missed", .red, "its deadline had passed")
    case .leaseLost: return ("lost its lease", .red, nil)
    }
  }

  private static func status(_ run: Wire.Run) -> String? {
    run.exitStatus.flatMap { $0 == 0 ? nil : "exit \($0)" }
  }

  private static func all(_ details: String?...) -> String? {
    let known = details.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: "; ")
  }
}
