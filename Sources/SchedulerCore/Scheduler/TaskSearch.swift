/// A search for waiting and running tasks, in the order of their acceptance. It goes on in pieces with events
/// in between and holds only a position, so its whole cost grows with the number of tasks, not of pieces.
/// Tasks that go meanwhile are not found any more, and tasks that come are found at the end.
package struct TaskSearch: Sendable {
  fileprivate let uid: UInt32?
  fileprivate let prefix: String
  /// The number of the task that the search goes on with.
  package fileprivate(set) var next: TaskID
  /// Whether all tasks were looked at.
  package fileprivate(set) var isOver = false

  /// Creates a search of the user's tasks, or everyone's when `nil`, whose identifiers have the prefix.
  package init(of uid: UInt32?, prefix: String, from next: TaskID = TaskID(0)) {
    (self.uid, self.prefix, self.next) = (uid, prefix, next)
  }

  /// Returns at most `limit` further tasks, from the next `count` tasks.
  package mutating func goOn(in scheduler: Scheduler, finding limit: Int, among count: Int) -> [TaskID] {
    scheduler.find(&self, atMost: limit, among: count)
  }

  /// Goes back to a task that the search has found.
  package mutating func goBack(to id: TaskID) { (next, isOver) = (id, false) }
}

extension Scheduler {
  fileprivate func find(_ search: inout TaskSearch, atMost limit: Int, among count: Int) -> [TaskID] {
    var found: [TaskID] = []
    var left = count
    while left > 0, found.count < limit {
      guard let id = first(of: search.uid, from: search.next) else {
        search.isOver = true
        break
      }
      left -= 1
      search.next = TaskID(id.value + 1)
      if tables.tasks.key(of: id)?.identifier.hasPrefix(search.prefix) == true { found.append(id) }
    }
    return found
  }

  private func first(of uid: UInt32?, from id: TaskID) -> TaskID? {
    guard let uid else { return tables.tasks.first(from: id) }
    return tables.indexes.tasksByUser[uid]?.first(from: id)
  }
}
