import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Tasks as `list` shows them.
enum TaskTable {
  /// Returns the table, sorted by importance, and the beginning of all identifiers where it is left out.
  /// - Parameter isTree: Whether a task stands below the one that it comes after.
  static func make(
    _ tasks: [Wire.Task], for invocation: Invocation, isTree: Bool = false
  ) -> (prefix: String, table: Table) {
    let sorted = tasks.map { (task: $0, standing: TaskStanding($0, now: invocation.now)) }
      .sorted { place($0) < place($1) }.map(\.task)
    let rows = isTree ? TaskTree.ordered(sorted) : sorted.map { (task: $0, depth: 0) }
    let whole = table(rows, without: "", for: invocation)
    guard let width = invocation.console.output.width, !whole.fits(width) else { return ("", whole) }
    let prefix = commonPrefix(tasks.map(\.request.identifier))
    return (prefix, table(rows, without: prefix, for: invocation, isNarrow: true))
  }

  /// The width below which tables that do not fit say more in fewer columns.
  private static let foldedWidth = 100

  /// Returns the parts that all identifiers begin with, and the dot behind them.
  static func commonPrefix(_ identifiers: [String]) -> String {
    guard identifiers.count > 1, let first = identifiers.min(), let last = identifiers.max() else {
      return ""
    }
    let common = zip(first.utf8, last.utf8).prefix { $0 == $1 }.map(\.0)
    guard let dot = common.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return String(decoding: common[...dot], as: UTF8.self)
  }

  private static func table(
    _ rows: [(task: Wire.Task, depth: Int)], without prefix: String, for invocation: Invocation,
    isNarrow: Bool = false
  ) -> Table {
    var table = Table([
      .init(heading: "USER", minimumWidth: 6, dropRank: 7),
      .init(heading: "IDENTIFIER", minimumWidth: 24, isKey: true),
      .init(heading: "LABEL", minimumWidth: 12, dropRank: 2),
      .init(heading: "TEMPLATE", dropRank: 0),
      .init(heading: "STATE"),
      .init(heading: "KIND", dropRank: 0),
      .init(heading: "NEXT", dropRank: 1),
      .init(heading: "PROGRESS", dropRank: 8),
      .init(heading: "RATE", isRightAligned: true, dropRank: 3),
      .init(heading: "LEFT", dropRank: 4),
      .init(heading: "LAST RUN", minimumWidth: 16, dropRank: 5),
      .init(heading: "WHY", minimumWidth: 28, dropRank: 6),
    ])
    for (task, depth) in rows {
      let standing = TaskStanding(task, now: invocation.now)
      let indent = TaskTree.indent(depth, usesUTF8: invocation.context.usesUTF8)
      let next = nextDate(task, now: invocation.now)
      let progress = progress(task, for: invocation, isNarrow: isNarrow)
      let left =
        next.map { TimestampSyntax.formatRelative($0, now: invocation.now) } ?? progress?.remaining ?? ""
      // Without room for columns of their own, the percentage is a part of the state, and the time stands
      // where there is no reason to show.
      let isFolded = isNarrow && invocation.console.output.width ?? .max < foldedWidth
      let reason =
        heldUntil(task, now: invocation.now).map { "held until \(invocation.dayDate($0))" }
        ?? frozen(task, for: invocation, isFolded: isFolded)
        ?? invocation.withDatesOfZone(why(task, isDated: next != nil, isNarrow: isNarrow))
      let why = [reason, lease(task)].filter { !$0.isEmpty }.joined(separator: "; ")
      let percent = isFolded ? progress?.bar : nil
      table.rows.append([
        .init(invocation.shownUser(task.uid)),
        .init(
          indent + (prefix.isEmpty ? "" : "…") + task.request.identifier.dropFirst(prefix.count), .bold),
        .init(task.request.label ?? ""),
        .init(template(task.request)),
        .init(
          [standing.word(task.state), percent ?? ""].filter { !$0.isEmpty }.joined(separator: " "),
          standing.style(task.state)),
        .init(task.request.kind.rawValue),
        .init(next.map(invocation.shortDate) ?? ""),
        .init(percent == nil ? progress?.bar ?? "" : "", style(task.state)),
        .init(progress?.rate ?? ""),
        .init(isFolded ? "" : left),
        last(task, for: invocation, isNarrow: isNarrow),
        .init(isFolded && why.isEmpty ? left : why),
      ])
    }
    return table
  }

  /// Returns for how long the task is trusted; nothing without a lease.
  private static func lease(_ task: Wire.Task) -> String {
    task.trustedForDurationUSec.map { "trusted \(LeaseWords.rest($0))" } ?? ""
  }

  /// Returns the template of an instance, where the identifier does not have the template's name.
  private static func template(_ request: Wire.TaskRequest) -> String {
    guard let template = request.template else { return "" }
    return request.identifier.hasPrefix(template.prefix { $0 != "@" } + "@") ? "" : template
  }

  /// Returns the place in the order: by standing, then by date, then by identifier.
  private static func place(
    _ row: (task: Wire.Task, standing: TaskStanding)
  ) -> (Int, Int64, String, UInt32) {
    let date = row.standing == .scheduled ? row.task.request.earliestBeginUSec ?? 0 : 0
    return (row.standing.rawValue, date, row.task.request.identifier, row.task.uid)
  }

  /// The distance in microseconds from which on the date of an end is one of another clock's time.
  private static let aheadUSec: Int64 = 1_000_000

  /// - Parameter isNarrow: Whether the run's age is worth more than the details, which history has.
  private static func last(
    _ task: Wire.Task, for invocation: Invocation, isNarrow: Bool
  ) -> Table.Cell {
    guard let run = task.lastRun else { return .init("") }
    let result = RunResult(run)
    let ended = run.endedUSec.map { end in
      guard end - invocation.now < aheadUSec else {
        // A distance from now would look like the length of the run.
        return " \(invocation.shortDate(end))" + (isNarrow ? "" : ", by a clock that was ahead")
      }
      return " " + TimestampSyntax.formatRelative(end, now: invocation.now, maximumUnits: isNarrow ? 1 : 2)
    }
    return .init(
      (isNarrow ? result.word : result.words) + (ended ?? ""), result.isFailure ? result.style : .plain)
  }

  /// Returns the first reason and the number of others; nothing where the date says it.
  static func why(_ task: Wire.Task, isDated: Bool, isNarrow: Bool = false) -> String {
    let more = (task.reasonCount ?? 1) - 1
    if more == 0, isDated, task.reason?.code == ReasonCode.earliestBegin.rawValue { return "" }
    return why(task) + (more > 0 ? " (+\(more)\(isNarrow ? "" : " more"))" : "")
  }

  static func style(_ state: Wire.TaskState) -> Style {
    switch state {
    case .waiting: .yellow
    case .launching: .cyan
    case .running: .green
    case .expiring: .red
    }
  }

  /// Returns the date before which a waiting task does not run: its own, a retry's, a pause's end.
  static func nextDate(_ task: Wire.Task, now: Int64) -> Int64? {
    guard task.state == .waiting else { return nil }
    return [task.forecastUSec, task.request.earliestBeginUSec].compactMap(\.self).first { $0 > now }
  }

  /// Returns the date until which the window of a task has to last that waits for nothing else; nil for
  /// others.
  static func heldUntil(_ task: Wire.Task, now: Int64) -> Int64? {
    guard task.reason?.code == ReasonCode.youngWindow.rawValue, task.reasonCount ?? 1 == 1 else { return nil }
    return nextDate(task, now: now)
  }

  /// Returns until when and why the work of the task's run is frozen, or nil when it is not.
  /// - Parameter isFolded: Whether there is room for the date alone.
  private static func frozen(_ task: Wire.Task, for invocation: Invocation, isFolded: Bool) -> String? {
    guard let until = task.frozenUntilUSec else { return nil }
    let reason = task.reason.map { ": \(invocation.withDatesOfZone($0.message))" } ?? ""
    return "frozen until \(invocation.dayDate(until))" + (isFolded ? "" : reason)
  }

  /// Returns the progress of the task's run, or nil while the task waits.
  /// - Parameter isNarrow: Whether a name is worth more than a bar.
  static func progress(
    _ task: Wire.Task, for invocation: Invocation, isNarrow: Bool = false
  ) -> RunProgress? {
    guard task.state != .waiting else { return nil }
    var drawing = invocation.progressBar(columns: invocation.console.output.width)
    if isNarrow, invocation.console.output.width ?? .max < foldedWidth { drawing.width = 0 }
    return RunProgress(
      task.progress, elapsedUSec: RunProgress.elapsed(from: task.startedUSec, to: invocation.now),
      request: task.request, drawing: drawing)
  }

  /// Returns why the task waits or has to stop, else the title of its work.
  static func why(_ task: Wire.Task) -> String {
    if let reason = task.reason?.message { return reason }
    let own = RunProgress.title(task.progress?.title, task.progress?.subtitle)
    if task.state == .waiting || !own.isEmpty { return own }
    return RunProgress.title(task.request.title, task.request.subtitle)
  }
}
