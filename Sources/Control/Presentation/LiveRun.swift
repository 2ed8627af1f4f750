import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// A run under way, as `watch` shows it at the bottom of a terminal.
struct LiveRun {
  let runId: String
  let identifier: String
  let uid: UInt32
  var state: Wire.TaskState
  var progress: Wire.Progress?
  /// The reason why the run was told to stop.
  var stopReason: String?
  /// The run's age by the wall clock when it was first seen, and that point by the monotonic clock: later
  /// steps of the wall clock change nothing. Nil when a step had put the launch after that point.
  private var elapsedThen: Int64?
  private let firstSeen: Int64

  init(_ task: Wire.Task, runId: String, now: Int64, monotonic: Int64) {
    self.runId = runId
    identifier = task.request.identifier
    uid = task.uid
    state = task.state
    progress = task.progress
    elapsedThen = RunProgress.elapsed(from: task.startedUSec, to: now)
    firstSeen = monotonic
  }

  init(_ run: Wire.Run, now: Int64, monotonic: Int64) {
    runId = run.runId
    identifier = run.identifier
    uid = run.uid
    state = .running
    elapsedThen = RunProgress.elapsed(from: run.startedUSec, to: now)
    firstSeen = monotonic
  }

  /// Returns the microseconds since the launch, or nil when they are unknown.
  func elapsed(monotonic: Int64) -> Int64? { elapsedThen.map { $0 + monotonic - firstSeen } }

  /// Takes an event about the run.
  mutating func take(_ event: ReportKind?, _ run: Wire.Run) {
    progress = run.progress ?? progress
    stopReason = run.stopReason?.message ?? stopReason
    switch event {
    case .launching: state = .launching
    case .running: state = .running
    case .expiring, .killing: state = .expiring
    default: break
    }
  }

  /// Returns the cells of the run's line: user, identifier, bar or state, rate, time left, title.
  func cells(
    for invocation: Invocation, request: Wire.TaskRequest?, monotonic: Int64, drawing: ProgressBar
  ) -> [Table.Cell] {
    let elapsed = elapsed(monotonic: monotonic)
    let shown = RunProgress(progress, elapsedUSec: elapsed, request: request, drawing: drawing)
    let since = elapsed.map { $0 < 1_000_000 ? "" : " " + Self.length($0) } ?? ""
    return [
      .init(invocation.shownUser(uid)),
      .init(identifier, .bold),
      .init(shown.bar.isEmpty ? state.rawValue + since : shown.bar, TaskTable.style(state)),
      .init(shown.rate),
      .init(state == .expiring ? "stopping" : shown.remaining, state == .expiring ? .red : .plain),
      .init(state == .expiring ? stopReason ?? shown.title : shown.title),
    ]
  }

  private static func length(_ uSec: Int64) -> String {
    TimeSpanSyntax.format(uSec - uSec % 1_000_000, accuracy: 1_000_000, maximumUnits: 2)
  }
}
