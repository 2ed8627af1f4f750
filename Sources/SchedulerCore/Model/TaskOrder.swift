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
}

extension ScheduledTask {
  /// Returns the predecessors that it still waits for. A retry has them behind it.
  func awaited(given ends: EndTable) -> [Predecessor] {
    guard attempt == 1, !request.order.predecessors.isEmpty else { return [] }
    return request.order.predecessors.enumerated().filter { place, predecessor in
      served & 1 << place == 0 && !ends.contains(predecessor, of: uid, after: endsBefore)
    }.map(\.element)
  }

  /// Begins to wait for its predecessors: ends up to this number are over.
  mutating func waitForEnds(after number: Int64) {
    served = 0
    endsBefore = request.order.predecessors.isEmpty ? 0 : number
  }

  /// Takes over the ends that the task knows which this one replaces, of those predecessors that both have. A
  /// task that is to be tried again has all of them behind it.
  mutating func takeOverEnds(from earlier: ScheduledTask, given ends: EndTable) {
    let earlierPlaces = Dictionary(
      earlier.request.order.predecessors.enumerated().map { ($0.element.identifier, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for (place, predecessor) in request.order.predecessors.enumerated() {
      guard let before = earlierPlaces[predecessor.identifier] else { continue }
      let isAsStrict = earlier.request.order.predecessors[before].mustSucceed || !predecessor.mustSucceed
      if earlier.attempt > 1 || isAsStrict && earlier.served & 1 << before != 0
        || ends.contains(predecessor, of: uid, after: earlier.endsBefore)
      {
        served |= 1 << place
      }
    }
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
