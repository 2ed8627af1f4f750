/// The rows that a recovery saved, and those that it could not.
package struct RecoveryReport: Hashable, Sendable, CustomStringConvertible {
  static let faultsAtMost = 20

  /// The rows of tasks. A task whose payload is lost is skipped: its command is not known any more.
  package var tasks = RecoveredRows()
  /// The rows of runs.
  package var runs = RecoveredRows()
  /// The rows of runs' output.
  package var outputs = RecoveredRows()
  /// The records of declared tasks. When one is lost, what its file asks for may be done again.
  package var declarations = RecoveredRows()
  /// The records of applications' use. A lost one forgives its application.
  package var uses = RecoveredRows()
  /// The pauses. A lost one holds nothing back any more.
  package var pauses = RecoveredRows()
  /// The ends that tasks wait for. After a lost one they wait for the next.
  package var ends = RecoveredRows()
  /// The records of windows of conditions. A lost one is learned anew.
  package var windows = RecoveredRows()
  /// The records of work of which no task is left. A lost one is learned anew.
  package var works = RecoveredRows()
  /// The lines of the record of conditions. The time of lost ones is not observed.
  package var recorded = RecoveredRows()
  /// The faults of the first skipped rows, one line each.
  package var faults: [String] = []
  /// The paths under which the damaged files are kept.
  package var keptFiles: [String] = []

  /// Whether everything that was found is saved.
  package var isWhole: Bool { all.allSatisfy(\.isWhole) }
  /// Whether nothing at all is saved.
  package var isEmpty: Bool { all.allSatisfy { $0.saved == 0 } }

  private var all: [RecoveredRows] {
    [tasks, runs, outputs, declarations, uses, pauses, ends, windows, works, recorded]
  }

  /// The report for the user, in several lines.
  package var description: String {
    var lines = [
      Self.line("tasks", tasks), Self.line("runs", runs), Self.line("outputs of runs", outputs),
      Self.line("records of declared tasks", declarations),
      Self.line("records of applications' use", uses), Self.line("pauses", pauses),
      Self.line("ends of tasks that others come after", ends),
      Self.line("records of windows of conditions", windows), Self.line("records of work", works),
      Self.line("lines of the record of conditions", recorded),
    ]
    lines += faults
    if isEmpty { lines.append("nothing was there, or nothing could be read: the new state file is empty") }
    lines += keptFiles.map { "kept: \($0)" }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ rows: RecoveredRows) -> String {
    let places = rows.unreadablePlaces
    return "\(name): \(rows.saved) saved, \(rows.skipped) damaged and left out, "
      + "\(places) unreadable \(places == 1 ? "place" : "places")"
  }
}

/// The rows of one table, counted by what became of them.
package struct RecoveredRows: Hashable, Sendable {
  /// The rows that are in the new file, each exactly as it was written.
  package var saved = 0
  /// The rows that were found, but are not what was written, or lack what belongs to them.
  package var skipped = 0
  /// The places where nothing could be read. The number of rows there cannot be known.
  package var unreadablePlaces = 0

  /// Whether everything that was found is saved.
  package var isWhole: Bool { skipped == 0 && unreadablePlaces == 0 }

  /// Whether fewer rows are lost than of the other.
  func isBetter(than other: RecoveredRows) -> Bool {
    (unreadablePlaces, skipped) < (other.unreadablePlaces, other.skipped)
  }
}
