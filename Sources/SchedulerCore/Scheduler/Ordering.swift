/// Tasks that come after others, and exclusive groups, of which one task runs at a time.
extension Scheduler {
  /// Tells the tasks that come after the task of a run that the run has ended for good. Tasks that are left
  /// for later slices are stored, so that a daemon that dies in between forgets none. A later end of the same
  /// task takes the place of an earlier one of which it says all: a task has two passes at most.
  mutating func serveFollowers(of run: Run, at moment: Moment) {
    guard tables.indexes.followers[run.key] != nil, run.hasSucceeded || run.outcome != .cancelled else {
      return
    }
    var pass = ServingRecord(key: run.key, hasSucceeded: run.hasSucceeded, stop: volatile.nextTaskID)
    let contained = volatile.backlog.serving.indices.filter {
      volatile.backlog.serving[$0].isContained(in: pass)
    }
    if let first = contained.first { pass.goOn(from: volatile.backlog.serving[first]) }
    for index in contained.reversed() { volatile.backlog.serving.remove(at: index) }
    volatile.backlog.serving.insert(pass, at: contained.first ?? volatile.backlog.serving.endIndex)
    hasServed = true
    serveMore(at: moment)
  }

  /// Goes on telling tasks that runs before them have ended, as far as the event's slice for that allows.
  mutating func serveMore(at moment: Moment) {
    guard volatile.storeFailure == nil else { return }
    while !servingSlice.isSpent, let uid = nextServed {
      volatile.backlog.lastServing = uid
      while !servingSlice.isSpent,
        let index = volatile.backlog.serving.firstIndex(where: { $0.key.uid == uid })
      {
        serveMore(ofPassAt: index, at: moment)
      }
    }
  }

  /// The user of whose runs followers are told next. A turn lasts as long as the slice: finding the next one
  /// costs as much as there are passes.
  private var nextServed: UInt32? {
    let users = volatile.backlog.serving.lazy.map(\.key.uid)
    return volatile.backlog.lastServing.flatMap { last in users.filter { $0 > last }.min() } ?? users.min()
  }

  private mutating func serveMore(ofPassAt index: Int, at moment: Moment) {
    hasServed = true
    while !servingSlice.isSpent {
      let followers = tables.indexes.followers[volatile.backlog.serving[index].key]
      guard let id = volatile.backlog.serving[index].takeNext(of: followers) else {
        volatile.backlog.serving.remove(at: index)
        return
      }
      servingSlice.spend(Slice.task)
      let pass = volatile.backlog.serving[index]
      if !pass.begun.contains(id) { serve(id, pass, at: moment) }
    }
  }

  private mutating func serve(_ id: TaskID, _ pass: ServingRecord, at moment: Moment) {
    guard var entry = tables.tasks[id], let task = entry.task.served(by: pass) else { return }
    entry.task = task
    tables.setTask(id, entry)
    store(.putTask(task, payload: nil))
    if entry.place == .behindTasks, task.awaited.isEmpty { place(id, at: moment) }
  }

  /// Returns the task as it is when all passes have come to it. The search for its passes is paid from the
  /// slice of the requests, as that for circles is.
  mutating func served(_ task: ScheduledTask) -> ScheduledTask {
    guard !task.request.order.predecessors.isEmpty else { return task }
    orderLooks += volatile.backlog.serving.count
    var task = task
    for pass in volatile.backlog.serving where pass.key.uid == task.uid && pass.isToTell(task.id) {
      task = task.served(by: pass) ?? task
    }
    return task
  }

  /// Stores the passes as the event leaves them, all at once: many runs may end in one event.
  mutating func storeServing() {
    guard hasServed else { return }
    hasServed = false
    let left = volatile.backlog.serving
    guard !left.isEmpty || volatile.backlog.isServingStored else { return }
    volatile.backlog.isServingStored = !left.isEmpty
    store(.putServing(left))
  }

  /// Notes that a task begins: ends of runs that it was not told of yet do not count for its next run.
  mutating func noteBegun(_ task: ScheduledTask) {
    guard !task.request.order.predecessors.isEmpty else { return }
    for index in volatile.backlog.serving.indices {
      let pass = volatile.backlog.serving[index]
      guard pass.key.uid == task.uid, pass.isToTell(task.id),
        task.request.order.predecessors.contains(where: { $0.identifier == pass.key.identifier })
      else { continue }
      volatile.backlog.serving[index].noteBegun(task.id)
      hasServed = true
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
