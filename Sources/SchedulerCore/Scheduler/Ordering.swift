/// Tasks that come after others, and groups of which one runs at a time.
extension Scheduler {
  /// A run is over for good: what comes after its task may go on.
  mutating func serveFollowers(of run: Run, at moment: Moment) {
    for id in (tables.indexes.followers[run.key] ?? []).sorted() {
      guard var entry = tables.tasks[id], let task = entry.task.served(by: run) else { continue }
      entry.task = task
      tables.setTask(id, entry)
      store(.putTask(task, payload: nil))
      if entry.place == .behindTasks, task.awaited.isEmpty { place(id, at: moment) }
    }
  }

  /// The last transfers of some tasks have gone: those may go on.
  mutating func serveSessions(at moment: Moment) {
    for key in tables.takeEmptiedSessions() {
      guard let id = tables.waitingTask(key), tables.tasks[id]?.place == .behindTasks else { continue }
      place(id, at: moment)
    }
  }

  /// A run has ended: its group is another one's.
  mutating func releaseGroup(of active: ActiveRun, at moment: Moment) {
    guard let group = active.group else { return }
    for id in (tables.indexes.behindGroup[group] ?? []).sorted() { place(id, at: moment) }
  }

  /// Nothing comes after itself.
  func checkOrder(of request: TaskRequest, _ uid: UInt32) throws(SchedulerError) {
    for (index, predecessor) in request.order.predecessors.enumerated() {
      guard let path = path(from: predecessor.identifier, to: request.identifier, of: uid) else { continue }
      throw .invalidRequest(
        field: Self.field(of: index, in: request),
        message: "found \(predecessor.identifier), which comes after \(request.identifier) itself: "
          + ([request.identifier] + path).joined(separator: " after ") + "; nothing comes after itself")
    }
  }

  /// The protocol has those that must succeed in one list, the others in another one behind it.
  private static func field(of index: Int, in request: TaskRequest) -> String {
    let first = request.order.predecessors.count { $0.mustSucceed }
    return index < first ? "order.after[\(index)]" : "order.afterAny[\(index - first)]"
  }

  /// The identifiers from one task to what it comes after, at any distance; nil when it does not.
  private func path(from start: String, to end: String, of uid: UInt32) -> [String]? {
    var open = [[start]]
    var seen: Set<String> = [start]
    while let path = open.popLast(), let name = path.last {
      if name == end { return path }
      for next in predecessors(of: TaskKey(uid: uid, identifier: name)) where seen.insert(next).inserted {
        open.append(path + [next])
      }
    }
    return nil
  }

  /// Of the task that waits, and of the one that runs.
  private func predecessors(of key: TaskKey) -> [String] {
    let running = tables.indexes.runByKey[key].flatMap { tables.runs[$0]?.run.taskID }
    return [tables.waitingTask(key), running].compactMap(\.self)
      .flatMap { tables.tasks[$0]?.task.request.order.predecessors ?? [] }.map(\.identifier)
  }
}
