import Replay
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// The results of a replay as tables: the figures, the tasks, and the runs where there are few.
struct ReplayTables {
  /// The most tasks and runs that a person looks at.
  private static let mostRows = 100

  private let results: [ReplayedDevice]
  private let summaries: [ReplaySummary]
  private let invocation: Invocation

  init(_ results: [ReplayedDevice], _ summaries: [ReplaySummary], for invocation: Invocation) {
    (self.results, self.summaries, self.invocation) = (results, summaries, invocation)
  }

  func show() {
    let count = results.reduce(0) { $0 + $1.tasks.reduce(0) { $0 + $1.runs.count } }
    let (tasks, runs) = (tasks, count <= Self.mostRows ? runs : Table([]))
    if !tasks.rows.isEmpty, tasks.rows.count <= Self.mostRows {
      invocation.show(tasks)
      invocation.console.print()
    }
    if !runs.rows.isEmpty {
      invocation.show(runs)
      invocation.console.print()
    }
    invocation.show(figures)
    if count > Self.mostRows {
      invocation.console.print()
      invocation.console.printSentence("\(count) runs in all: --html and --json have each of them.")
    }
  }

  // MARK: Figures

  private var figures: Table {
    var table = Table([
      .init(heading: "POLICY", isKey: true), .init(heading: "WORK", dropRank: 1),
      .init(heading: "DEVICES", isRightAligned: true, dropRank: 0),
      .init(heading: "TASKS", isRightAligned: true), .init(heading: "DONE", isRightAligned: true),
      .init(heading: "STARTS", isRightAligned: true),
      .init(heading: "DONE/START", isRightAligned: true),
      .init(heading: "LOST/DONE", isRightAligned: true), .init(heading: "MEDIAN", isRightAligned: true),
      .init(heading: "HELD BACK BY", minimumWidth: 12, dropRank: 2),
    ])
    for summary in summaries {
      table.rows.append([
        .init(summary.policy), .init(summary.work ?? ""), .init("\(summary.devices)"),
        .init("\(summary.tasks)"), .init("\(summary.finished)"), .init("\(summary.starts)"),
        .init(summary.successPerStart.map { DecimalText.of($0, digits: 2) } ?? ""),
        .init(summary.wastedMinutesPerFinish.map { "\(DecimalText.of($0, digits: 1)) min" } ?? ""),
        .init(summary.medianCompletionSec.map { Self.length(Int64($0) * 1_000_000) } ?? ""),
        .init(Self.words(summary.held)),
      ])
    }
    return table
  }

  private static func length(_ uSec: Int64) -> String {
    TimeSpanSyntax.format(uSec, accuracy: 1_000_000, maximumUnits: 2)
  }

  private static func words(_ held: HoldTimes) -> String {
    held.longest.prefix(3).map { "\($0.code.rawValue.splitWords) \(length($0.length.uSec))" }
      .joined(separator: ", ")
  }

  // MARK: Tasks

  private var tasks: Table {
    var table = Table([
      .init(heading: "TASK", minimumWidth: 12, isKey: true), .init(heading: "DEVICE", minimumWidth: 8),
      .init(heading: "POLICY", minimumWidth: 8, isKey: true),
      .init(heading: "WORK", minimumWidth: 8, isKey: true), .init(heading: "RUNS", isRightAligned: true),
      .init(heading: "DONE", isRightAligned: true), .init(heading: "STOPPED", isRightAligned: true),
      .init(heading: "FROZEN", isRightAligned: true, dropRank: 0),
      .init(heading: "HELD BACK", isRightAligned: true), .init(heading: "BY", minimumWidth: 12, dropRank: 1),
    ])
    for device in results {
      for task in device.tasks {
        let (starts, done) = (task.starts, task.runs.count { $0.run.hasSucceeded })
        table.rows.append([
          .init(task.key.identifier), .init(hasDevices ? device.device : ""),
          .init(hasColumns ? device.column : ""), .init(hasLoads ? device.load ?? "" : ""),
          .init("\(starts.count)"), .init("\(done)"), .init("\(starts.count - done)"),
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

  private var runs: Table {
    var table = Table([
      .init(heading: "STARTED"), .init(heading: "ENDED", dropRank: 0),
      .init(heading: "TASK", minimumWidth: 12, isKey: true), .init(heading: "DEVICE", minimumWidth: 8),
      .init(heading: "POLICY", minimumWidth: 8), .init(heading: "WORK", minimumWidth: 8),
      .init(heading: "RESULT", minimumWidth: 8),
    ])
    for device in results {
      let runs = device.tasks.flatMap(\.runs).sorted { $0.run.started < $1.run.started }
      for run in runs.map({ Wire.Run($0.run) }) {
        let result = RunResult(run)
        table.rows.append([
          .init(invocation.shortDate(run.startedUSec)), .init(run.endedUSec.map(invocation.shortDate) ?? ""),
          .init(run.identifier), .init(hasDevices ? device.device : ""),
          .init(hasColumns ? device.column : ""), .init(hasLoads ? device.load ?? "" : ""),
          .init(result.words, result.isFailure ? .red : .plain),
        ])
      }
    }
    return table
  }
}
