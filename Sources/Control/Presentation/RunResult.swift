import SchedulerAPI
import SchedulerCore

/// How a run ended, in words for people: `succeeded`, `failed (exit 2)`, `timed out`, `stopped (it needs
/// external power)`. The protocol's names stay in `--json`.
struct RunResult {
  let words: String
  /// The same without what is in parentheses.
  let word: String
  let style: Style
  /// Somebody has to look at it: it did not do what it was to do, and nobody wanted that.
  let isFailure: Bool
  /// It did what it was to do.
  var isSuccess: Bool { word == Self.succeeded }

  private static let succeeded = "succeeded"

  init(_ run: Wire.Run) {
    guard let outcome = run.outcome else {
      self.init("running", .cyan)
      return
    }
    let why = run.stopReason
    switch outcome {
    case .completed where run.success != false: self.init(Self.succeeded, .green)
    case .completed: self.init("failed", .red, run.signal ?? Self.status(run), isFailure: true)
    case .expired where run.success == true: self.init(Self.succeeded, .green, "although it was told to stop")
    case .expired, .killed:
      let end = outcome == .killed ? "killed" : nil
      switch why?.code {
      case ReasonCode.runtimeLimit.rawValue: self.init("timed out", .red, end, isFailure: true)
      case ReasonCode.stalled.rawValue: self.init("timed out", .red, end ?? "no progress", isFailure: true)
      default: self.init("stopped", .yellow, Self.all(why?.message, end), isFailure: outcome == .killed)
      }
    case .cancelled: self.init("cancelled", .yellow)
    case .interrupted: self.init("interrupted", .red, run.signal ?? why?.message, isFailure: true)
    case .launchFailed: self.init("did not start", .red, why?.message, isFailure: true)
    case .missed: self.init("missed", .red, "its deadline had passed", isFailure: true)
    }
  }

  private init(_ word: String, _ style: Style, _ detail: String? = nil, isFailure: Bool = false) {
    self.word = word
    words = detail.map { "\(word) (\($0))" } ?? word
    self.style = style
    self.isFailure = isFailure
  }

  private static func status(_ run: Wire.Run) -> String? {
    run.exitStatus.flatMap { $0 == 0 ? nil : "exit \($0)" }
  }

  private static func all(_ details: String?...) -> String? {
    let known = details.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: "; ")
  }
}
