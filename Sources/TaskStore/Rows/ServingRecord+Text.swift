import SchedulerCore

/// The form in which the table `meta` has the ends of runs that are still to be told: a run and the number of
/// a task in each line.
enum ServingText {
  static func text(of records: [ServingRecord]) -> String {
    records.map { "\($0.run.id.text) \($0.end.value)" }.joined(separator: "\n")
  }

  /// Returns what was written; malformed lines are left out.
  static func runs(in text: String) -> [(run: RunID, end: TaskID)] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let end = Int64(words[1]) else { return nil }
      return (RunID(String(words[0])), TaskID(end))
    }
  }
}
