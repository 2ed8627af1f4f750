/// A pass that tells the tasks behind another one that a run of that one has ended for good. The pass is
/// stored while tasks are left, so that the next daemon goes on where this one was.
package struct ServingRecord: Hashable, Sendable {
  /// The task that has ended.
  package let key: TaskKey
  /// Whether its run has succeeded.
  package let hasSucceeded: Bool
  /// The number from which on tasks are still to be told.
  package private(set) var next: TaskID
  /// The number from which on tasks are not told: they were submitted later, or know already.
  package private(set) var stop: TaskID
  /// The end of the second part of the pass, which begins at the first task; `nil` without one. A pass that
  /// takes an earlier one's place goes on where that was, so that no task is passed over for ever.
  package private(set) var wrapsTo: TaskID?
  /// The tasks to come that have begun since the end: it does not count for their next run.
  package private(set) var begun: Set<TaskID>

  package init(
    key: TaskKey, hasSucceeded: Bool, next: TaskID = TaskID(0), stop: TaskID, wrapsTo: TaskID? = nil,
    begun: Set<TaskID> = []
  ) {
    (self.key, self.hasSucceeded, self.begun) = (key, hasSucceeded, begun)
    (self.next, self.stop, self.wrapsTo) = (next, stop, wrapsTo)
  }

  /// Returns whether a later pass about the same task tells all that this one would have told.
  func isContained(in later: ServingRecord) -> Bool {
    key == later.key && (later.hasSucceeded || !hasSucceeded)
  }

  /// Goes round from where an earlier pass was.
  mutating func goOn(from earlier: ServingRecord) {
    next = earlier.next
    wrapsTo = next.value > 0 ? next : nil
  }

  /// Returns whether the pass has not come to the task yet, and is to tell it.
  func isToTell(_ id: TaskID) -> Bool {
    !begun.contains(id) && (id >= next && id < stop || wrapsTo.map { id < $0 } ?? false)
  }

  /// Notes that a task begins.
  mutating func noteBegun(_ id: TaskID) { begun.insert(id) }

  /// Returns the next of the followers that the pass comes to, and moves on behind it; `nil` when the pass is
  /// over.
  mutating func takeNext(of followers: SortedSet<TaskID>?) -> TaskID? {
    while true {
      if let id = followers?.first(from: next), id < stop {
        next = TaskID(id.value + 1)
        return id
      }
      guard let end = wrapsTo else { return nil }
      (next, stop, wrapsTo) = (TaskID(0), end, nil)
    }
  }
}
