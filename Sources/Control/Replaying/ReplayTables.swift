import Replay
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// The results of a replay as tables: first the figures, then the tasks and the runs where there are few.
struct ReplayTables {
  /// The most tasks and runs that a person looks at.
  private static let mostRows = 100

  private let results: [ReplayedDevice]
  private let summaries: [ReplaySummary]
  /// The number of tasks' files that are left out, because they have errors.
  private let leftOut: Int
  /// The time that the records cover, the longest one.
  private let covered: TimeSpan
  private let invocation: Invocation

  init(
    _ results: [ReplayedDevice], _ summaries: [ReplaySummary], of input: ReplayInput,
    for invocation: Invocation
  ) {
    (self.results, self.summaries, self.invocation) = (results, summaries, invocation)
    leftOut = Set(input.problems.filter { $0.severity == .error }.map(\.file)).count
    covered = input.replay.traces.map { $0.end - $0.start }.max() ?? .zero
  }

  func show() {
    let count = results.reduce(0) { $0 + $1.tasks.reduce(0) { $0 + $1.runs.count } }
    invocation.show(figures)
    for note in notes { invocation.console.printSentence(note) }
    let number = results.reduce(0) { $0 + $1.tasks.count }
    if number > 0, number <= Self.mostRows { show(tasks(without:)) }
    if count > 0, count <= Self.mostRows { show(runs(without:)) }
    if count > Self.mostRows {
      invocation.console.print()
      invocation.console.printSentence("\(count) runs in all: --html and --json have each of them.")
    }
  }

  /// Shows a table below an empty line, without the beginning of all identifiers where it has no room.
  private func show(_ table: (_ prefix: String) -> Table) {
    invocation.console.print()
    let whole = table("")
    guard let width = invocation.console.output.width, !whole.fits(width) else {
      return invocation.show(whole)
    }
    let prefix = TaskTable.commonPrefix(results.flatMap { $0.tasks.map(\.key.identifier) })
    invocation.showCommon(prefix)
    invocation.show(table(prefix))
  }

  /// Returns an identifier without the beginning that is left out.
  private static func name(_ identifier: String, without prefix: String) -> Table.Cell {
    .init((prefix.isEmpty ? "" : "…") + identifier.dropFirst(prefix.count), .bold)
  }

  // MARK: Figures

  /// The figures. The first reason is worth more than the figures that follow from others.
  var figures: Table {
    let held = summaries.map(\.held)
    var table = Table([
      .init(heading: "POLICY", minimumWidth: 8, isKey: true),
      .init(heading: "WORK", minimumWidth: 8, isKey: hasLoads, dropRank: hasLoads ? nil : 1),
      .init(heading: "DEVICES", isRightAligned: true, dropRank: 0),
      .init(heading: "TASKS", isRightAligned: true), .init(heading: "DONE", isRightAligned: true),
      .init(heading: "STARTS", isRightAligned: true, dropRank: 4),
      .init(heading: "DONE/START", isRightAligned: true, dropRank: 5),
      .init(heading: "LOST/DONE", isRightAligned: true, dropRank: 3),
      .init(heading: "MEDIAN", isRightAligned: true, dropRank: 2),
      .init(heading: "HELD BACK BY", minimumWidth: Self.leastWidth(held)),
    ])
    for summary in summaries {
      table.rows.append([
        .init(summary.policy), .init(summary.work ?? ""), .init("\(summary.devices)"),
        .init("\(summary.tasks)"), .init("\(summary.finished)"), .init("\(summary.starts)"),
        .init(summary.successPerStart.map { DecimalText.of($0, digits: 2) } ?? ""),
        .init(summary.wastedMinutesPerFinish.map { "\(DecimalText.of($0, digits: 1)) min" } ?? ""),
        .init(summary.medianCompletionSec.map { Self.length(Int64($0.rounded()) * 1_000_000) } ?? ""),
        .init(Self.words(summary.held)),
      ])
    }
    return table
  }

  /// The sentences about what the figures leave out.
  var notes: [String] {
    var notes: [String] = []
    if leftOut > 0 {
      notes.append(
        leftOut == 1
          ? "1 task is left out, because its file has an error."
          : "\(leftOut) tasks are left out, because their files have errors.")
    }
    let lasting = results.reduce(0) { $0 + $1.tasks.reduce(0) { $0 + $1.runs.count(where: \.isLasting) } }
    if lasting > 0 {
      notes.append(
        (lasting == 1 ? "1 run still lasts" : "\(lasting) runs still last")
          + " where the record ends: how it would have ended is not known, so that the figures leave it out.")
    } else if summaries.allSatisfy({ $0.tasks == 0 && $0.starts == 0 }) {
      notes.append(
        "Nothing is counted: no run would have ended, and no deadline passed, within the "
          + "\(Self.length(covered.uSec)) of the record.")
    }
    return notes
  }

  private static func length(_ uSec: Int64) -> String {
    TimeSpanSyntax.format(uSec, accuracy: 1_000_000, maximumUnits: 2)
  }

  private static func words(_ held: HoldTimes) -> String {
    held.longest.prefix(3).map(words).joined(separator: ", ")
  }

  private static func words(_ held: (code: ReasonCode, length: TimeSpan)) -> String {
    "\(held.code.rawValue.splitWords) \(length(held.length.uSec))"
  }

  /// Returns the width in which the first reason of each row can be read.
  private static func leastWidth(_ held: [HoldTimes]) -> Int {
    held.map { held in
      let first = held.longest.first.map { TextWidth.of(words($0)) } ?? 0
      // A text that goes on ends with an ellipsis.
      return first + (held.longest.count > 1 ? 1 : 0)
    }.max() ?? 0
  }

  // MARK: Tasks

  private func tasks(without prefix: String) -> Table {
    let held = results.flatMap { $0.tasks.map(\.held) }
    let hasMissed = results.contains { $0.tasks.contains { $0.missed > 0 } }
    var table = Table([
      .init(heading: "TASK", minimumWidth: 16, isKey: true),
      .init(heading: "DEVICE", minimumWidth: 8, isKey: true),
      .init(heading: "POLICY", minimumWidth: 8, isKey: true),
      .init(heading: "WORK", minimumWidth: 8, isKey: true), .init(heading: "RUNS", isRightAligned: true),
      .init(heading: "DONE", isRightAligned: true),
      .init(heading: "STOPPED", isRightAligned: true, dropRank: 2),
      .init(heading: "MISSED", isRightAligned: true, dropRank: 3),
      .init(heading: "FROZEN", isRightAligned: true, dropRank: 0),
      .init(heading: "HELD BACK", isRightAligned: true, dropRank: 1),
      .init(heading: "BY", minimumWidth: Self.leastWidth(held)),
    ])
    for device in results {
      for task in device.tasks {
        let done = task.runs.count { $0.run.hasSucceeded }
        let lasting = task.runs.count(where: \.isLasting)
        table.rows.append([
          Self.name(task.key.identifier, without: prefix), .init(hasDevices ? device.device : ""),
          .init(hasColumns ? device.column : ""), .init(hasLoads ? device.load ?? "" : ""),
          .init("\(task.starts.count + lasting)"), .init("\(done)"), .init("\(task.starts.count - done)"),
          .init(hasMissed ? "\(task.missed)" : ""),
          .init("\(task.runs.reduce(0) { $0 + $1.freezes })"),
          .init(task.held.total > .zero ? Self.length(task.held.total.uSec) : ""),
          .init(Self.words(task.held)),
        ])
      }
    }
    return table
  }

  private var hasDevices: Bool { Set(results.map(\.device)).count > 1 }
  private var hasColumns: Bool { Set(results.map(\.column)).count > 1 }
  private var hasLoads: Bool { Set(results.map(\.load)).count > 1 }

  // MARK: Runs

  private func runs(without prefix: String) -> Table {
    var table = Table([
      .init(heading: "STARTED"), .init(heading: "ENDED", dropRank: 0),
      .init(heading: "TASK", minimumWidth: 8, isKey: true),
      .init(heading: "DEVICE", minimumWidth: 8, isKey: true),
      .init(heading: "POLICY", minimumWidth: 8, isKey: true),
      .init(heading: "WORK", minimumWidth: 8, isKey: true), .init(heading: "RESULT", minimumWidth: 9),
    ])
    for device in results {
      let runs = device.tasks.flatMap(\.runs).sorted { $0.run.started < $1.run.started }
      for run in runs.map({ ReplayTimeline.shown($0.run) }) {
        let result = RunResult(run)
        table.rows.append([
          .init(invocation.shortDate(run.startedUSec)),
          .init(run.endedUSec.map(invocation.shortDate) ?? ""),
          Self.name(run.identifier, without: prefix), .init(hasDevices ? device.device : ""),
          .init(hasColumns ? device.column : ""), .init(hasLoads ? device.load ?? "" : ""),
          .init(
            run.outcome == nil ? "still running" : result.words, result.isFailure ? .red : .plain),
        ])
      }
    }
    return table
  }
}
