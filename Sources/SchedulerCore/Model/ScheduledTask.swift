/// A request that was accepted, with what the scheduler must not forget about it. This is what the store
/// keeps.
package struct ScheduledTask: Hashable, Sendable {
  /// Given when it was accepted.
  package var id: TaskID
  /// The user that submitted it, and as whom its program runs.
  package var uid: UInt32
  /// What was asked for. Its dates move on with every period of a repeating task.
  package var request: TaskRequest
  /// What is asked of the machine, with the defaults of its kind filled in when it was accepted.
  package var requirements: Requirements
  /// Conditions that nobody reports hold it back: as it asks, or as the configuration said when it was
  /// accepted.
  package var waitsForUnknown = false
  /// When it was accepted.
  package var submitted: WallTime
  /// The number of its next run, or of the one that it is in; from 1.
  package var attempt: Int
  /// How many of its attempts ended because the machine went to sleep or was switched off: they do not count.
  package var excusedAttempts: Int
  /// Not before this date, because an attempt failed. The monotonic clock decides while the daemon lives;
  /// this is what is left of it for the next start.
  package var retryNotBefore: WallTime?
  /// How many periods of a repeating task are over.
  package var recurrence: Int
  /// Its deadline passed while it waited, and that was reported.
  package var isOverdue: Bool
  /// When its last success was, or when what it took the place of was accepted; nil is since it was accepted.
  package var withoutSuccessSince: WallTime?
  /// It has had no success for as long as it may (``TaskRequest/overdueAfter``), and that was reported.
  package var lacksSuccess = false
  /// The action that it was made for, a command line; nil for what was submitted or declared.
  package var program: String?
  /// Whose action it is, or whose action has called for it; nil where nobody's has.
  package var cause: ActionCause?
  /// The date that it had before an action called for it; nil where that did not change it.
  package var calledFor: WallTime?
  /// What the paths were like that it waits for; nil where it waits for none.
  package var paths: PathRecord?
  /// Which of its predecessors have ended since its last run began, a bit each.
  package var served: UInt32 = 0
  /// How long its payload is, which is kept apart. It follows from that and is not stored with the task.
  package var payloadBytes = 0
  /// Its run, which is recorded apart; nil while it waits.
  package var runID: RunID?

  /// A task as it is restored or accepted.
  package init(
    id: TaskID, uid: UInt32, request: TaskRequest, requirements: Requirements, submitted: WallTime,
    attempt: Int = 1, excusedAttempts: Int = 0, retryNotBefore: WallTime? = nil, recurrence: Int = 0,
    isOverdue: Bool = false,
    runID: RunID? = nil
  ) {
    self.id = id
    self.uid = uid
    self.request = request
    self.request.wish = request.wish.owned(by: uid)
    self.requirements = requirements
    self.submitted = submitted
    self.attempt = attempt
    self.excusedAttempts = excusedAttempts
    self.retryNotBefore = retryNotBefore
    self.recurrence = recurrence
    self.isOverdue = isOverdue
    self.runID = runID
    paths = request.pathTrigger.map { _ in PathRecord(submitted: submitted) }
  }

  /// The date by which it has to have succeeded; nil where it says nothing of that.
  var successDue: WallTime? { request.overdueAfter.map { (withoutSuccessSince ?? submitted) + $0 } }

  /// The task when a run of it has succeeded.
  mutating func succeeded(at date: WallTime) {
    guard request.overdueAfter != nil else { return }
    withoutSuccessSince = date
    lacksSuccess = false
  }

  /// What it takes in the store, about: its payload, and something for its rows.
  var storedBytes: Int { payloadBytes + 512 }

  /// Whose it is and what it is called.
  package var key: TaskKey { TaskKey(uid: uid, identifier: request.identifier) }
}

/// The number of a task, given when it is accepted and never used again. Larger is younger.
package struct TaskID: Hashable, Comparable, Sendable {
  /// At least 1.
  package var value: Int64

  /// The id with this number.
  package init(_ value: Int64) { self.value = value }

  /// Earlier, shorter or older first.
  package static func < (left: TaskID, right: TaskID) -> Bool { left.value < right.value }
}

/// Whose task it is and what it is called. At most one request and one run have the same key.
package struct TaskKey: Hashable, Comparable, Sendable {
  /// The user that submitted it.
  package var uid: UInt32
  /// The request's identifier.
  package var identifier: String

  /// The key of a user's identifier.
  package init(uid: UInt32, identifier: String) {
    self.uid = uid
    self.identifier = identifier
  }

  /// Earlier, shorter or older first.
  package static func < (left: TaskKey, right: TaskKey) -> Bool {
    (left.uid, left.identifier) < (right.uid, right.identifier)
  }
}
