import SchedulerCore

/// The form in which the table `meta` has the ends of runs that are still to be told, a line each. Lines of
/// two words, a run and the number of a task, are those of version 0.1.
enum ServingText {
  static func text(of records: [ServingRecord]) -> String {
    records.map { record in
      let begun = record.begun.sorted().map { String($0.value) }.joined(separator: ",")
      return [
        String(record.key.uid), record.hasSucceeded ? "1" : "0", String(record.next.value),
        String(record.stop.value), record.wrapsTo.map { String($0.value) } ?? "-",
        begun.isEmpty ? "-" : begun, record.key.identifier,
      ].joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// Returns what was written; malformed lines are left out.
  /// - Parameter past: Returns the record of a line of two words.
  static func records<Problem: Error>(
    in text: String, past: (RunID, _ stop: TaskID) throws(Problem) -> ServingRecord?
  ) throws(Problem) -> [ServingRecord] {
    var records: [ServingRecord] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let stop = Int64(words[1]) {
        if let record = try past(RunID(String(words[0])), TaskID(stop)) { records.append(record) }
      } else if let record = record(words) {
        records.append(record)
      }
    }
    return records
  }

  private static func record(_ words: [Substring]) -> ServingRecord? {
    guard words.count == 7, let uid = UInt32(words[0]), let next = Int64(words[2]), let stop = Int64(words[3])
    else { return nil }
    let begun = words[5].split(separator: ",").compactMap { Int64($0) }.map { TaskID($0) }
    return ServingRecord(
      key: TaskKey(uid: uid, identifier: String(words[6])), hasSucceeded: words[1] == "1", next: TaskID(next),
      stop: TaskID(stop), wrapsTo: Int64(words[4]).map { TaskID($0) }, begun: Set(begun))
  }
}
