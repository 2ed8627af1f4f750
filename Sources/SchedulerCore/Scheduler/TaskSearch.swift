/// Finds the first tasks by name, what waits and what runs, in pieces with events in between: it has to look
/// at every task, and holds little more than it answers. What comes or goes meanwhile is found or not.
package struct TaskSearch: Sendable {
  fileprivate let uid: UInt32?
  private let prefix: String
  private let cursor: TaskCursor?
  private let limit: Int
  fileprivate var next = TaskID(0)
  private var places: [TaskCursor] = []
  /// Beyond this nothing can be among the first.
  private var last: TaskCursor?
  /// All were looked at.
  package private(set) var isOver = false

  /// A search for so many tasks of the user, or of everybody when nil, that come after the cursor.
  package init(of uid: UInt32?, prefix: String, after cursor: TaskCursor?, limit: Int) {
    (self.uid, self.prefix, self.cursor, self.limit) = (uid, prefix, cursor, limit)
  }

  /// Looks at so many more tasks.
  package mutating func goOn(in scheduler: Scheduler, atMost count: Int) {
    scheduler.look(for: &self, atMost: count)
  }

  /// What was found, in order, when it is over.
  package var found: [TaskID] { places.map(\.id) }

  fileprivate mutating func take(_ place: TaskCursor) {
    guard place.key.identifier.hasPrefix(prefix) else { return }
    if let cursor, place <= cursor { return }
    if let last, last < place { return }
    places.append(place)
    guard places.count >= 2 * max(limit, 1) else { return }
    shorten()
    last = places.last
  }

  fileprivate mutating func end() {
    shorten()
    isOver = true
  }

  private mutating func shorten() {
    places.sort()
    places.removeSubrange(min(limit, places.count)...)
  }
}

extension Scheduler {
  /// Goes on with a search.
  fileprivate func look(for search: inout TaskSearch, atMost count: Int) {
    var left = count
    while left > 0, let id = first(of: search.uid, from: search.next) {
      left -= 1
      search.next = TaskID(id.value + 1)
      if let key = tables.tasks.key(of: id) { search.take(TaskCursor(key: key, id: id)) }
    }
    if left > 0 { search.end() }
  }

  private func first(of uid: UInt32?, from id: TaskID) -> TaskID? {
    guard let uid else { return tables.tasks.first(from: id) }
    return tables.indexes.tasksByUser[uid]?.first(from: id)
  }
}
