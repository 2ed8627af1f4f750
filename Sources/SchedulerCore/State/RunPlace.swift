/// The position of a run among all runs: by its task, the oldest first.
struct RunPlace: Hashable, Comparable, Sendable {
  let task: TaskID
  let run: RunID

  init(_ run: Run) { (task, self.run) = (run.taskID, run.id) }

  private init(task: TaskID, run: RunID) { (self.task, self.run) = (task, run) }

  static let beforeAll = RunPlace(task: TaskID(0), run: RunID(""))

  static func < (left: RunPlace, right: RunPlace) -> Bool {
    (left.task, left.run.text) < (right.task, right.run.text)
  }
}
