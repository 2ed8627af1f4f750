/// Tasks that come after others, and exclusive groups, of which one task runs at a time.
extension Scheduler {
  /// Returns the task of the key that runs.
  func runningTask(of key: TaskKey) -> ScheduledTask? {
    tables.indexes.runByKey[key].flatMap { tables.runs[$0]?.run.taskID }.flatMap { tables.tasks[$0]?.task }
  }

  /// Returns the task's run; `nil` while it waits.
  func run(of task: ScheduledTask?) -> Run? { task?.runID.flatMap { tables.runs[$0]?.run } }

  /// Counts the end of a run that has ended for good, if tasks come after its task, and begins to tell these.
  /// A user whose tasks were left in the store may have some there.
  mutating func countEnd(of run: Run, at moment: Moment) {
    guard run.hasSucceeded || run.outcome != .cancelled,
      tables.indexes.followers[run.key] != nil || volatile.heldBack[run.uid] != nil
    else { return }
    volatile.ends += 1
    let record = EndRecord(id: volatile.ends, key: run.key)
    var entry = tables.ends[run.key] ?? EndTable.Entry(record: record)
    entry.record.ended = volatile.ends
    if run.hasSucceeded { entry.record.succeeded = volatile.ends }
    if entry.pass == nil {
      entry.pass = EndTable.Pass(number: volatile.ends)
    } else {
      entry.pass?.isRepeated = true
    }
    tables.setEnds(run.key, entry)
    store(.putEnd(entry.record))
    tellMore(at: moment)
  }

  /// Goes on telling tasks that runs before them have ended, as far as the event's slice for that allows. A
  /// user's turn lasts as long as the slice.
  mutating func tellMore(at moment: Moment) {
    while !tellingSlice.isSpent, let uid = tables.ends.user(after: volatile.backlog.lastTold) {
      volatile.backlog.lastTold = uid
      while !tellingSlice.isSpent, let key = tables.ends.firstPass(of: uid) {
        goOnTelling(of: key, at: moment)
      }
    }
  }

  private mutating func goOnTelling(of key: TaskKey, at moment: Moment) {
    guard var entry = tables.ends[key], var pass = entry.pass else { return }
    while !tellingSlice.isSpent {
      guard let id = tables.indexes.followers[key]?.first(from: pass.next) else {
        // The next round comes behind the user's other passes.
        entry.pass = pass.isRepeated ? EndTable.Pass(number: entry.record.ended) : nil
        return tables.setEnds(key, entry)
      }
      pass.next = TaskID(id.value + 1)
      tell(id, at: moment)
    }
    entry.pass = pass
    tables.setEnds(key, entry)
  }

  /// Moves a task on that waits for nothing any more that comes before it.
  private mutating func tell(_ id: TaskID, at moment: Moment) {
    guard let entry = tables.tasks[id] else { return }
    tellingSlice.spend(Slice.look + entry.task.request.order.predecessors.count)
    guard entry.place == .behindTasks || entry.place != .running && entry.task.isBeforeTurn,
      entry.task.awaited(given: tables.ends).isEmpty
    else { return }
    tellingSlice.spend(Slice.task)
    place(id, at: moment)
  }

  /// Forgets the ends of tasks that no task comes after any more.
  mutating func forgetEnds() { forgetEnds(of: tables.takeUnfollowed()) }

  /// Forgets the ends of those of these tasks that no task comes after.
  mutating func forgetEnds(of keys: [TaskKey]) {
    for key in keys where tables.indexes.followers[key] == nil && volatile.heldBack[key.uid] == nil {
      guard let entry = tables.ends[key] else { continue }
      tables.setEnds(key, nil)
      store(.deleteEnd(entry.record.id))
    }
  }

  /// Places the session's task behind its first transfer.
  mutating func placeSession(_ session: String, of uid: UInt32, at moment: Moment) {
    guard let id = tables.waitingTask(TaskKey(uid: uid, identifier: session)),
      tables.tasks[id]?.place != .behindTasks
    else { return }
    place(id, at: moment)
  }

  /// Places the tasks whose last transfer has gone, so that they may go on. Their turn has come with that.
  mutating func serveSessions(at moment: Moment) {
    let turn = volatile.storeFailure == nil ? moment.wall : nil
    for key in tables.takeEmptiedSessions() {
      if let id = tables.waitingTask(key) { place(id, turn: turn, at: moment) }
    }
  }

  /// Checks that no task comes after itself.
  mutating func checkOrder(of request: TaskRequest, _ uid: UInt32) throws(SchedulerError) {
    try checkSession(of: request, uid)
    guard let circle = try circle(closedBy: request, uid) else { return }
    throw .invalidRequest(
      field: Self.field(of: circle.place, in: request),
      message: "found \(circle.names[1]), which comes after \(request.identifier) itself: "
        + Self.text(of: circle.names) + "; a task cannot come after itself")
  }

  /// Checks that a transfer does not wait for the task that waits for it.
  private mutating func checkSession(of request: TaskRequest, _ uid: UInt32) throws(SchedulerError) {
    guard let session = request.transfer?.session,
      let path = try path(from: request.order.predecessors.map(\.identifier), to: session, of: uid)
    else { return }
    throw .invalidRequest(
      field: "transfer.session",
      message: "found \(session), which waits for this transfer: "
        + Self.text(of: [request.identifier] + path) + "; a transfer cannot come after its session's task")
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
