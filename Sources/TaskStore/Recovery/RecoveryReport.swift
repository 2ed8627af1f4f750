/// What a recovery saved, and what it could not.
package struct RecoveryReport: Hashable, Sendable, CustomStringConvertible {
  static let faultsAtMost = 20

  /// What became of the tasks. One whose payload is lost is skipped: nobody knows any more what it was to
  /// run.
  package var tasks = RecoveredRows()
  /// What became of the runs.
  package var runs = RecoveredRows()
  /// What became of the runs' output.
  package var outputs = RecoveredRows()
  /// What became of the records of declared tasks. One that is lost lets what its file asks for be done
  /// again.
  package var declarations = RecoveredRows()
  /// What became of the records of what applications have had. One that is lost forgives.
  package var uses = RecoveredRows()
  /// What became of the pauses. One that is lost holds nothing back any more.
  package var pauses = RecoveredRows()
  /// What is wrong with the first of the skipped rows, one line each.
  package var faults: [String] = []
  /// Where the damaged files are kept.
  package var keptFiles: [String] = []

  /// Everything that was found is saved.
  package var isWhole: Bool { all.allSatisfy(\.isWhole) }
  /// Nothing at all is saved.
  package var isEmpty: Bool { all.allSatisfy { $0.saved == 0 } }

  private var all: [RecoveredRows] { [tasks, runs, outputs, declarations, uses, pauses] }

  /// Several lines for the user.
  package var description: String {
    var lines = [
      Self.line("tasks", tasks), Self.line("runs", runs), Self.line("outputs of runs", outputs),
      Self.line("records of declared tasks", declarations),
      Self.line("records of applications' use", uses), Self.line("pauses", pauses),
    ]
    lines += faults
    if isEmpty { lines.append("nothing was there or nothing could be read: the new state file is empty") }
    lines += keptFiles.map { "kept: \($0)" }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ rows: RecoveredRows) -> String {
    let places = rows.unreadablePlaces
    return "\(name): \(rows.saved) saved, \(rows.skipped) damaged and left out, "
      + "\(places) unreadable \(places == 1 ? "place" : "places")"
  }
}
