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
    var before: [String: String?] = [start: nil]
    var open = [start]
    while let name = open.popLast() {
      if name == end {
        var path: [String] = []
        var place: String? = name
        while let name = place {
          path.append(name)
          place = before[name] ?? nil
        }
        return path.reversed()
      }
      let key = TaskKey(uid: uid, identifier: name)
      let running = tables.indexes.runByKey[key].flatMap { tables.runs[$0]?.run.taskID }
      for id in [tables.waitingTask(key), running].compactMap(\.self) {
        for next in tables.tasks[id]?.task.request.order.predecessors ?? []
        where before[next.identifier] == nil {
          before[next.identifier] = name
          open.append(next.identifier)
        }
      }
    }
    return nil
  }
}
