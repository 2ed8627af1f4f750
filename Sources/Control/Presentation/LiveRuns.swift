import SchedulerAPI
import SchedulerCore

/// The runs under way, kept up to date by the daemon's events.
struct LiveRuns {
  private struct Key: Hashable {
    var uid: UInt32
    var identifier: String
  }

  /// The most tasks whose titles are remembered, because the events of runs do not have them.
  private static let titleLimit = 10_000

  /// The runs in the order of their launches.
  private var runs: [LiveRun] = []
  private var requests: [Key: Wire.TaskRequest] = [:]

  var isEmpty: Bool { runs.isEmpty }

  /// Takes tasks that the daemon has listed. A run that events have told of is newer, and stays.
  mutating func take(_ tasks: [Wire.Task], now: Int64, monotonic: Int64) {
    for task in tasks {
      remember(task)
      guard task.state != .waiting, let runId = task.runId, index(of: runId) == nil else { continue }
      runs.append(LiveRun(task, runId: runId, now: now, monotonic: monotonic))
    }
  }

  mutating func take(_ event: SchedulerMethod.Watch.Reply, now: Int64, monotonic: Int64) {
    let kind = ReportKind(event: event.event)
    // No other event changes a task's request.
    if let task = event.task, kind == .submitted || kind == .replaced { remember(task) }
    guard let run = event.run else { return }
    let known = index(of: run.runId)
    if run.outcome != nil {
      if let known { runs.remove(at: known) }
      return
    }
    if known == nil { runs.append(LiveRun(run, now: now, monotonic: monotonic)) }
    runs[known ?? runs.count - 1].take(kind, run)
  }

  /// Returns a line for each run that there is room for, and one for the rest.
  func lines(
    for invocation: Invocation, monotonic: Int64, size: TerminalSize
  ) -> [(text: String, width: Int)] {
    guard !runs.isEmpty else { return [] }
    // The room above the lines is for the last events.
    let room = max(size.rows * 2 / 3, 2)
    let shown = runs.count <= room ? runs[...] : runs.prefix(room - 1)
    let drawing = invocation.progressBar(columns: size.columns)
    var table = Table(
      [
        .init(heading: "", minimumWidth: 6, dropRank: 3), .init(heading: "", minimumWidth: 12),
        .init(heading: ""), .init(heading: "", isRightAligned: true, dropRank: 0),
        .init(heading: "", isRightAligned: true, dropRank: 1),
        .init(heading: "", minimumWidth: 8, dropRank: 2),
      ], showsHeadings: false)
    table.rows = shown.map {
      $0.cells(
        for: invocation, request: requests[Key(uid: $0.uid, identifier: $0.identifier)],
        monotonic: monotonic, drawing: drawing)
    }
    let plain = table.lines(width: size.columns) { text, _ in text }
    let styled = table.lines(width: size.columns, styled: invocation.console.styled)
    var lines = zip(styled, plain).map { (text: $0, width: TextWidth.of($1)) }
    if shown.count < runs.count {
      let text = TextWidth.cut("and \(runs.count - shown.count) more", to: size.columns)
      lines.append((text, TextWidth.of(text)))
    }
    return lines
  }

  private func index(of runId: String) -> Int? { runs.firstIndex { $0.runId == runId } }

  private mutating func remember(_ task: Wire.Task) {
    let key = Key(uid: task.uid, identifier: task.request.identifier)
    guard task.request.title != nil || task.request.subtitle != nil else {
      requests[key] = nil
      return
    }
    guard requests.count < Self.titleLimit || requests[key] != nil else { return }
    // Only what is shown is kept, not the command with its environment.
    requests[key] = Wire.TaskRequest(
      identifier: task.request.identifier, kind: task.request.kind, title: task.request.title,
      subtitle: task.request.subtitle)
  }
}
