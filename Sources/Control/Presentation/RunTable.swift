import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Runs as `history` and `show` show them.
enum RunTable {
  /// Returns the table, and the beginning of all identifiers where the table leaves it out.
  static func make(
    _ runs: [Wire.Run], for invocation: Invocation, showsIdentifiers: Bool = true
  ) -> (prefix: String, table: Table) {
    let whole = table(runs, without: "", for: invocation, showsIdentifiers: showsIdentifiers)
    guard showsIdentifiers, let width = invocation.console.output.width, !whole.fits(width) else {
      return ("", whole)
    }
    let prefix = TaskTable.commonPrefix(runs.map(\.identifier))
    return (prefix, table(runs, without: prefix, for: invocation))
  }

  private static func table(
    _ runs: [Wire.Run], without prefix: String, for invocation: Invocation, showsIdentifiers: Bool = true
  ) -> Table {
    var table = Table([
      .init(heading: "USER", minimumWidth: 6, dropRank: 4),
      .init(heading: "IDENTIFIER", minimumWidth: 32, isKey: true),
      .init(heading: "STARTED", dropRank: 3),
      .init(heading: "TOOK", isRightAligned: true, dropRank: 2),
      .init(heading: "ATTEMPT", isRightAligned: true, dropRank: 0),
      .init(heading: "RESULT", minimumWidth: 18),
      .init(heading: "RUN", dropRank: 1),
    ])
    table.wraps = true
    // Attempts are shown only where one of them was a retry.
    let showsAttempts = runs.contains { $0.attempt > 1 }
    let names = RunName(runs.map(\.runId))
    for run in runs {
      let result = RunResult(run)
      table.rows.append([
        .init(invocation.shownUser(run.uid)),
        .init(
          showsIdentifiers
            ? (prefix.isEmpty ? "" : "…") + run.identifier.dropFirst(prefix.count) : "", .bold),
        .init(invocation.shortDate(run.startedUSec)),
        .init(took(run, now: invocation.now)),
        .init(showsAttempts ? String(run.attempt) : ""),
        .init(result.words, result.style),
        .init(names.short(run.runId), .dim),
      ])
    }
    return table
  }

  /// Returns how long the run took, or has taken by now.
  static func took(_ run: Wire.Run, now: Int64) -> String {
    if let measured = run.durationUSec { return length(measured) }
    let (elapsed, overflow) = (run.endedUSec ?? now).subtractingReportingOverflow(run.startedUSec)
    // A step of the clock may have put the end before the start.
    guard !overflow, elapsed >= 0 else { return "" }
    return length(elapsed)
  }

  /// Returns a length of time, below a minute with its milliseconds.
  static func length(_ uSec: Int64) -> String {
    TimeSpanSyntax.format(uSec, accuracy: uSec < 60_000_000 ? 1000 : 1_000_000, maximumUnits: 2)
  }
}

/// Short names of runs: beginnings of equal length by which no two of them are the same. bgtaskctl takes them
/// wherever it takes a run.
struct RunName {
  /// The length of the shortest name.
  static let leastLength = 8

  private let length: Int

  /// Creates the short names of runs that are shown together.
  init(_ names: [String]) {
    let sorted = Set(names).sorted()
    let common = zip(sorted, sorted.dropFirst()).map { zip($0.utf8, $1.utf8).prefix { $0 == $1 }.count }
    length = max(Self.leastLength, (common.max() ?? 0) + 1)
  }

  /// Returns the beginning that tells the run from the others.
  func short(_ name: String) -> String { String(name.prefix(length)) }
}
