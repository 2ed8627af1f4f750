/// Finds tasks, what waits and what runs, in the order in which they were accepted. It goes on in pieces with
/// events in between and holds a place only, so all of it costs as much as there are tasks, however many
/// pieces that takes. What goes meanwhile is not found any more, and what comes is found at the end.
package struct TaskSearch: Sendable {
  fileprivate let uid: UInt32?
  fileprivate let prefix: String
  /// The place from which it goes on.
  package fileprivate(set) var next: TaskID
  /// All were looked at.
  package fileprivate(set) var isOver = false

  /// A search for tasks of the user, or of everybody when nil, whose names begin so.
  package init(of uid: UInt32?, prefix: String, from next: TaskID = TaskID(0)) {
    (self.uid, self.prefix, self.next) = (uid, prefix, next)
  }

  /// Finds so many more tasks at most, among so many that are looked at.
  package mutating func goOn(in scheduler: Scheduler, finding limit: Int, among count: Int) -> [TaskID] {
    scheduler.find(&self, atMost: limit, among: count)
  }

  /// Goes back to a task that it has found.
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
