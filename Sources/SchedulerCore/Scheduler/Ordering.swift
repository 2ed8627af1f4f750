/// Tasks that come after others, and exclusive groups, of which one task runs at a time.
extension Scheduler {
  /// Tells the tasks that come after the task of a run that the run has ended for good. Tasks that are left
  /// for later slices are stored, so that a daemon that dies in between forgets none.
  mutating func serveFollowers(of run: Run, at moment: Moment) {
    guard tables.indexes.followers[run.key] != nil else { return }
    volatile.backlog.serving.append(
      Backlog.Serving(run: run, next: TaskID(0), end: volatile.nextTaskID))
    serveMore(at: moment)
    if volatile.backlog.serving.contains(where: { $0.run.id == run.id }) { hasServed = true }
  }

  /// Goes on telling tasks that runs before them have ended, as far as the slice allows.
  mutating func serveMore(at moment: Moment) {
    guard volatile.storeFailure == nil else { return }
    while !slice.isSpent, let uid = nextServed {
      volatile.backlog.lastServing = uid
      while !slice.isSpent, let index = volatile.backlog.serving.firstIndex(where: { $0.run.uid == uid }) {
        serveMore(ofRunAt: index, at: moment)
      }
    }
  }

  /// The user of whose runs followers are told next. A turn lasts as long as the slice: finding the next one
  /// costs as much as there are runs.
  private var nextServed: UInt32? {
    let users = volatile.backlog.serving.lazy.map(\.run.uid)
    return volatile.backlog.lastServing.flatMap { last in users.filter { $0 > last }.min() } ?? users.min()
  }

  private mutating func serveMore(ofRunAt index: Int, at moment: Moment) {
    var serving = volatile.backlog.serving.remove(at: index)
    while !slice.isSpent, let id = tables.indexes.followers[serving.run.key]?.first(from: serving.next),
      id < serving.end
    {
      slice.spend(Slice.task)
      serving.next = TaskID(id.value + 1)
      if !serving.begun.contains(id) { serve(id, serving.run, at: moment) }
    }
    guard !slice.isSpent else { return volatile.backlog.serving.insert(serving, at: index) }
    if volatile.backlog.isServingStored { hasServed = true }
  }

  private mutating func serve(_ id: TaskID, _ run: Run, at moment: Moment) {
    guard var entry = tables.tasks[id], let task = entry.task.served(by: run) else { return }
    entry.task = task
    tables.setTask(id, entry)
    store(.putTask(task, payload: nil))
    if entry.place == .behindTasks, task.awaited.isEmpty { place(id, at: moment) }
  }

  /// Stores the passes that the event has begun or ended, all at once: many runs may end in one event.
  mutating func storeServing() {
    guard hasServed else { return }
    hasServed = false
    let left = volatile.backlog.serving.map { ServingRecord(run: $0.run, end: $0.end) }
    volatile.backlog.isServingStored = !left.isEmpty
    store(.putServing(left))
  }

  /// Notes that a task begins: ends of runs that it was not told of yet do not count for its next run.
  mutating func noteBegun(_ id: TaskID) {
    for index in volatile.backlog.serving.indices where volatile.backlog.serving[index].next <= id {
      volatile.backlog.serving[index].begun.insert(id)
    }
  }

  /// Places the tasks whose last transfer has gone, so that they may go on.
  mutating func serveSessions(at moment: Moment) {
    for key in tables.takeEmptiedSessions() {
      guard let id = tables.waitingTask(key), tables.tasks[id]?.place == .behindTasks else { continue }
      place(id, at: moment)
    }
  }

  /// Checks that no task comes after itself.
  mutating func checkOrder(of request: TaskRequest, _ uid: UInt32) throws(SchedulerError) {
    guard let circle = try circle(closedBy: request, uid) else { return }
    throw .invalidRequest(
      field: Self.field(of: circle.place, in: request),
      message: "found \(circle.names[1]), which comes after \(request.identifier) itself: "
        + Self.text(of: circle.names) + "; a task cannot come after itself")
  }

  /// Writes a circle down. Of a long one only the beginning and the end help, and the text stays short.
  private static func text(of circle: [String]) -> String {
    let (beginning, end) = (circle.prefix(4), circle.dropFirst(4).suffix(4))
    let left = circle.count - beginning.count - end.count
    let middle = left > 0 ? ["\(left) more"] : []
    return (beginning + middle + end).joined(separator: " after ")
  }

  /// Returns the circle that a request would close, from its own identifier to its own identifier, and the
  /// index of the predecessor that closes it; `nil` when there is none. A circle leads back through a task
  /// that comes after the request, and predecessors that the task had before close none.
  /// - Throws: ``SchedulerError/invalidRequest(field:message:)`` when the search would take too long.
  mutating func circle(
    closedBy request: TaskRequest, _ uid: UInt32
  ) throws(SchedulerError) -> (place: Int, names: [String])? {
    guard !request.order.predecessors.isEmpty else { return nil }
    let key = TaskKey(uid: uid, identifier: request.identifier)
    let known = Set(predecessors(of: key))
    let names = request.order.predecessors.map(\.identifier)
    let starts = names.filter { !known.contains($0) }
    guard starts.contains(request.identifier) || tables.indexes.followers[key] != nil,
      let path = try path(from: starts, to: request.identifier, of: uid),
      let place = names.firstIndex(of: path[0])
    else { return nil }
    return (place, [request.identifier] + path)
  }

  /// Predecessors that must succeed are in the protocol's `order.after`, the others in `order.afterAny`.
  private static func field(of index: Int, in request: TaskRequest) -> String {
    let first = request.order.predecessors.count { $0.mustSucceed }
    return index < first ? "order.after[\(index)]" : "order.afterAny[\(index - first)]"
  }

  /// The most tasks that one search for a circle reaches: some milliseconds.
  private static let mostReached = 2000

  /// Returns the identifiers from the first of these tasks that comes after `end` at any distance to that;
  /// `nil` if none does. One search for all of them reaches each task once.
  private mutating func path(
    from starts: [String], to end: String, of uid: UInt32
  ) throws(SchedulerError) -> [String]? {
    var open = Array(starts.reversed())
    // The task behind which each identifier was found.
    var reached: [String: String?] = [:]
    for start in starts { reached[start] = .some(nil) }
    defer { orderLooks += reached.count }
    while let name = open.popLast() {
      if name == end { return way(to: end, reached) }
      guard reached.count <= Self.mostReached else {
        throw .invalidRequest(
          field: "order",
          message: "found more than \(Self.mostReached) tasks before it at any distance, and others after "
            + "it; allowed are up to \(Self.mostReached) where both are there")
      }
      for next in predecessors(of: TaskKey(uid: uid, identifier: name)) where reached[next] == nil {
        reached[next] = .some(name)
        open.append(next)
      }
    }
    return nil
  }

  private func way(to end: String, _ reached: [String: String?]) -> [String] {
    var path = [end]
    while let last = path.last, case .some(let before?) = reached[last] { path.append(before) }
    return path.reversed()
  }

  /// Returns the identifiers that the waiting and the running task of the key come after.
  private func predecessors(of key: TaskKey) -> [String] {
    let running = tables.indexes.runByKey[key].flatMap { tables.runs[$0]?.run.taskID }
    return [tables.waitingTask(key), running].compactMap(\.self)
      .flatMap { tables.tasks[$0]?.task.request.order.predecessors ?? [] }.map(\.identifier)
  }
}
