/// What a task comes after, and beside what it does not run.
package struct TaskOrder: Hashable, Sendable {
  /// Of its user's tasks that name the same one runs at a time; nil is none.
  package var group: String?
  /// What has to have ended since its last run began, or since it was submitted. At most ``limit``.
  package var predecessors: [Predecessor]
  /// It comes round each time they have, and not once.
  package var repeats: Bool

  /// After nothing, beside anything.
  package static let none = TaskOrder()
  /// So many predecessors have a bit each.
  package static let limit = 32

  /// An order.
  package init(group: String? = nil, predecessors: [Predecessor] = [], repeats: Bool = false) {
    self.group = group
    self.predecessors = predecessors
    self.repeats = repeats
  }
}

/// Another task of the same user that comes first.
package struct Predecessor: Hashable, Sendable {
  /// What it is called.
  package var identifier: String
  /// It has to have succeeded; else any end will do that its owner has not asked for.
  package var mustSucceed: Bool

  /// A predecessor.
  package init(_ identifier: String, mustSucceed: Bool = true) {
    self.identifier = identifier
    self.mustSucceed = mustSucceed
  }

  /// Whether a run is what is waited for. One that did its work has succeeded, whatever its owner wished.
  func isServed(by run: Run) -> Bool {
    identifier == run.identifier && (run.hasSucceeded || !mustSucceed && run.outcome != .cancelled)
  }
}

extension ScheduledTask {
  /// What it still comes after. An attempt that follows another one has had that behind it.
  var awaited: [Predecessor] {
    guard attempt == 1 else { return [] }
    return request.order.predecessors.enumerated().filter { served & 1 << $0.offset == 0 }.map(\.element)
  }

  /// The task once a run has ended; nil when that is nothing to it.
  func served(by run: Run) -> ScheduledTask? {
    var task = self
    for (place, predecessor) in request.order.predecessors.enumerated() where predecessor.isServed(by: run) {
      task.served |= 1 << place
    }
    return task.served == served ? nil : task
  }
}

/// A group of one user's tasks.
struct TaskGroup: Hashable {
  var uid: UInt32
  var name: String

  init(uid: UInt32, name: String) { (self.uid, self.name) = (uid, name) }

  init?(of task: ScheduledTask) {
    guard let name = task.request.order.group else { return nil }
    (uid, self.name) = (task.uid, name)
  }
}
