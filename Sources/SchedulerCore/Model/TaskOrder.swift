/// The tasks that a task comes after, and its exclusive group.
package struct TaskOrder: Hashable, Sendable {
  /// The exclusive group: of its user's tasks that name it one runs at a time; `nil` is none.
  package var group: String?
  /// The tasks that must have ended since its last run began, or since it was submitted. At most ``limit``.
  package var predecessors: [Predecessor]
  /// Whether it repeats each time they have ended, instead of once.
  package var repeats: Bool

  /// No predecessors and no group.
  package static let none = TaskOrder()
  /// The most predecessors: each has a bit of ``ScheduledTask/served``.
  package static let limit = 32

  package init(group: String? = nil, predecessors: [Predecessor] = [], repeats: Bool = false) {
    self.group = group
    self.predecessors = predecessors
    self.repeats = repeats
  }
}

/// Another task of the same user that comes first.
package struct Predecessor: Hashable, Sendable {
  package var identifier: String
  /// Whether it has to have succeeded; else any end counts but one that its owner asked for.
  package var mustSucceed: Bool

  package init(_ identifier: String, mustSucceed: Bool = true) {
    self.identifier = identifier
    self.mustSucceed = mustSucceed
  }

  /// Returns whether the end that the pass tells of is the awaited one.
  func isServed(by pass: ServingRecord) -> Bool {
    identifier == pass.key.identifier && (pass.hasSucceeded || !mustSucceed)
  }
}

extension ScheduledTask {
  /// The predecessors that it still waits for. A retry has them behind it.
  var awaited: [Predecessor] {
    guard attempt == 1 else { return [] }
    return request.order.predecessors.enumerated().filter { served & 1 << $0.offset == 0 }.map(\.element)
  }

  /// Returns the task when a pass has told it of an end, or `nil` when it does not wait for that.
  func served(by pass: ServingRecord) -> ScheduledTask? {
    var task = self
    for (place, predecessor) in request.order.predecessors.enumerated() where predecessor.isServed(by: pass) {
      task.served |= 1 << place
    }
    return task.served == served ? nil : task
  }
}

/// An exclusive group of one user's tasks.
struct TaskGroup: Hashable {
  var uid: UInt32
  var name: String

  init(uid: UInt32, name: String) { (self.uid, self.name) = (uid, name) }

  init?(of task: ScheduledTask) {
    guard let name = task.request.order.group else { return nil }
    (uid, self.name) = (task.uid, name)
  }
}
