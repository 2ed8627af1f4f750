import SchedulerCore

/// The end of a run that a daemon which did not count ends had not told all tasks of, a line each in the
/// table `meta`.
struct PastEnd {
  private let key: TaskKey
  private let hasSucceeded: Bool
  /// The numbers of the tasks that do not know it.
  private let numbers: Range<Int64>
  /// The tasks of these that have begun since, for whose next run it does not count.
  private let begun: Set<Int64>

  /// Returns the ends that a text names. Malformed lines are left out.
  /// - Parameter run: Returns a run, if history has it still.
  static func all(
    in text: String, run: (RunID) throws(StoreError) -> Run?
  ) throws(StoreError) -> [PastEnd] {
    var ends: [PastEnd] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if let end = PastEnd(words) {
        ends.append(end)
      } else if words.count == 2, let stop = Int64(words[1]), let run = try run(RunID(String(words[0]))) {
        let numbers = 0..<max(stop, 0)
        ends.append(PastEnd(key: run.key, hasSucceeded: run.hasSucceeded, numbers: numbers, begun: []))
      }
    }
    return ends
  }

  private init(key: TaskKey, hasSucceeded: Bool, numbers: Range<Int64>, begun: Set<Int64>) {
    (self.key, self.hasSucceeded, self.numbers, self.begun) = (key, hasSucceeded, numbers, begun)
  }

  /// Reads the words of the later form: user, success, first and last task, a word for passes that went
  /// round, tasks that have begun, and the identifier.
  private init?(_ words: [Substring]) {
    guard words.count == 7, let uid = UInt32(words[0]), let next = Int64(words[2]), let stop = Int64(words[3])
    else { return nil }
    self.init(
      key: TaskKey(uid: uid, identifier: String(words[6])), hasSucceeded: words[1] == "1",
      numbers: next..<max(next, stop), begun: Set(words[5].split(separator: ",").compactMap { Int64($0) }))
  }

  func isToTell(_ task: ScheduledTask, of predecessor: Predecessor) -> Bool {
    task.uid == key.uid && predecessor.identifier == key.identifier
      && (hasSucceeded || !predecessor.mustSucceed) && numbers.contains(task.id.value)
      && !begun.contains(task.id.value)
  }
}

extension ScheduledTask {
  /// Takes in what it does not know of these ends.
  /// - Returns: Whether that changes it.
  mutating func take(_ ends: [PastEnd]) -> Bool {
    let before = served
    for (place, predecessor) in request.order.predecessors.enumerated()
    where ends.contains(where: { $0.isToTell(self, of: predecessor) }) {
      served |= 1 << place
    }
    return served != before
  }
}
