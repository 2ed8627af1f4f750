/// A place in a list of tasks by name.
package struct TaskCursor: Hashable, Comparable, Sendable {
  /// The task's user and name.
  package var key: TaskKey
  /// Which of those of this name: one that waits may follow one that runs.
  package var id: TaskID

  /// The place of a task.
  package init(key: TaskKey, id: TaskID) {
    self.key = key
    self.id = id
  }

  /// By user, then by name, then the older first.
  package static func < (left: TaskCursor, right: TaskCursor) -> Bool {
    (left.key, left.id) < (right.key, right.id)
  }
}
