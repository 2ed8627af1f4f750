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
  /// How many periods of a repeating task are over.
  package var recurrence: Int
  /// Its deadline passed while it waited, and that was reported.
  package var isOverdue: Bool
  /// It has had no success for as long as it may (``TaskRequest/overdueAfter``), and that was reported.
  package var lacksSuccess = false
  /// How long its payload is, which is kept apart. It follows from that and is not stored with the task.
  package var payloadBytes = 0
  /// Its run, which is recorded apart; nil while it waits.
  package var runID: RunID?
  /// What has become of few.
  var rare = Rare<RareState>()

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
    self.recurrence = recurrence
    self.isOverdue = isOverdue
    self.runID = runID
    rare = Rare(
      RareState(
        excusedAttempts: excusedAttempts, retryNotBefore: retryNotBefore,
        paths: request.pathTrigger.map { _ in PathRecord(submitted: submitted) }))
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

extension ScheduledTask {
  /// What has become of few tasks. What it means is said where a task has it.
  struct RareState: RarePart {
    var excusedAttempts = 0
    var retryNotBefore: WallTime?
    var withoutSuccessSince: WallTime?
    var program: String?
    var cause: ActionCause?
    var calledFor: WallTime?
    var paths: PathRecord?
    var served: UInt32 = 0

    static let usual = RareState()
  }

  /// How many of its attempts do not count: the machine went to sleep or was switched off, or a transfer has
  /// come further.
  package var excusedAttempts: Int {
    get { rare.box?.part.excusedAttempts ?? 0 }
    set { rare.change { $0.excusedAttempts = newValue } }
  }

  /// Not before this date, because an attempt failed. The monotonic clock decides while the daemon lives;
  /// this is what is left of it for the next start.
  package var retryNotBefore: WallTime? {
    get { rare.box?.part.retryNotBefore }
    set { rare.change { $0.retryNotBefore = newValue } }
  }

  /// When its last success was, or when what it took the place of was accepted; nil is since it was accepted.
  package var withoutSuccessSince: WallTime? {
    get { rare.box?.part.withoutSuccessSince }
    set { rare.change { $0.withoutSuccessSince = newValue } }
  }

  /// The action that it was made for, a command line; nil for what was submitted or declared.
  package var program: String? {
    get { rare.box?.part.program }
    set { rare.change { $0.program = newValue } }
  }

  /// Whose action it is, or whose action has called for it; nil where nobody's has.
  package var cause: ActionCause? {
    get { rare.box?.part.cause }
    set { rare.change { $0.cause = newValue } }
  }

  /// The date that it had before an action called for it; nil where that did not change it.
  package var calledFor: WallTime? {
    get { rare.box?.part.calledFor }
    set { rare.change { $0.calledFor = newValue } }
  }

  /// What the paths were like that it waits for; nil where it waits for none.
  package var paths: PathRecord? {
    get { rare.box?.part.paths }
    set { rare.change { $0.paths = newValue } }
  }

  /// Which of its predecessors have ended since its last run began, a bit each.
  package var served: UInt32 {
    get { rare.box?.part.served ?? 0 }
    set { rare.change { $0.served = newValue } }
  }
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
