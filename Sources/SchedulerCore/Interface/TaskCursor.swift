/// A place in a list of tasks by name.
public struct TaskCursor: Hashable, Comparable, Sendable {
  /// The task's user and name.
  public var key: TaskKey
  /// Which of those of this name: one that waits may follow one that runs.
  public var id: TaskID

  /// The place of a task.
  public init(key: TaskKey, id: TaskID) {
    self.key = key
    self.id = id
  }

  /// By user, then by name, then the older first.
  public static func < (left: TaskCursor, right: TaskCursor) -> Bool {
    (left.key, left.id) < (right.key, right.id)
  }
}
