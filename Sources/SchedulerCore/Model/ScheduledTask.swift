/// A request that was accepted, with everything that the scheduler must not forget about it. The store keeps
/// this.
package struct ScheduledTask: Hashable, Sendable {
  /// The number that it got when it was accepted.
  package var id: TaskID
  /// The user who submitted it, and as whom its program runs.
  package var uid: UInt32
  /// The request. The dates in it move on with every occurrence of a repeating task.
  package var request: TaskRequest
  /// The requirements, with the defaults of its kind filled in when it was accepted.
  package var requirements: Requirements
  /// Whether conditions that no source reports hold it back: as its request says, or as the configuration
  /// said when it was accepted.
  package var waitsForUnknown = false
  /// The date on which it was accepted.
  package var submitted: WallTime
  /// The attempt of its next run, or of the current one; from 1.
  package var attempt: Int
  /// The number of occurrences of a repeating task that are over.
  package var recurrence: Int
  /// Whether its deadline passed while it waited, and that was reported.
  package var isOverdue: Bool
  /// Whether it had no success for as long as it may (``TaskRequest/overdueAfter``), and that was reported.
  package var lacksSuccess = false
  /// The bytes of its payload, which is stored apart. The number follows from that and is not stored.
  package var payloadBytes = 0
  /// The current run, which is recorded apart; `nil` while the task waits.
  package var runID: RunID?
  /// The state that few tasks have.
  var rare = Rare<RareState>()

  /// Creates a task that is restored or accepted.
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

  /// The date by which it has to have succeeded; `nil` where its request names none.
  var successDue: WallTime? { request.overdueAfter.map { (withoutSuccessSince ?? submitted) + $0 } }

  /// Notes that a run of it has succeeded. The run may have ended by a clock that was ahead, and is recorded
  /// by a clock that is right.
  mutating func succeeded(in run: Run, recordedAt now: WallTime) {
    guard request.overdueAfter != nil else { return }
    withoutSuccessSince = min(run.ended ?? now, now)
    lacksSuccess = false
  }

  /// The bytes that it takes in the store, about: its payload, and some for its rows.
  var storedBytes: Int { payloadBytes + 512 }

  /// The date of the request or of the period, also where an action or a person has brought it forward.
  var ownDate: WallTime? { calledFor ?? request.earliestBegin }

  /// The date that callers see. A task that was begun before its date shows that date, which is still to come
  /// for whoever edits it; one that an action has called and that waits shows the date of the call.
  package var shownDate: WallTime? { runID != nil || attempt > 1 ? ownDate : request.earliestBegin }

  package var key: TaskKey { TaskKey(uid: uid, identifier: request.identifier) }
}

extension ScheduledTask {
  /// The state that few tasks have. The task's properties of the same names say what it means.
  struct RareState: RarePart {
    var excusedAttempts = 0
    var retryNotBefore: WallTime?
    var withoutSuccessSince: WallTime?
    var program: String?
    var cause: ActionCause?
    var calledFor: WallTime?
    var notBefore: WallTime?
    var waitsSince: WallTime?
    var turnCame: WallTime?
    var paths: PathRecord?
    var endsBefore: Int64 = 0
    var served: UInt32 = 0
    var usualLength: TimeSpan?
    var resumes = false
    /// Apart, since still fewer tasks have one.
    var trust = Rare<Trust>()

    static let usual = RareState()
  }

  struct Trust: RarePart {
    var lease: Lease?

    static let usual = Trust()
  }

  /// The number of its attempts that do not count: the machine went to sleep or was switched off, or a
  /// transfer has made progress.
  package var excusedAttempts: Int {
    get { rare.box?.part.excusedAttempts ?? 0 }
    set { rare.change { $0.excusedAttempts = newValue } }
  }

  /// The date before which it does not start, because an attempt failed. The monotonic clock decides while
  /// the daemon lives; this date is for the next start.
  package var retryNotBefore: WallTime? {
    get { rare.box?.part.retryNotBefore }
    set { rare.change { $0.retryNotBefore = newValue } }
  }

  /// The time for which its submitter stands behind it; `nil` is without end.
  package var lease: Lease? {
    get { rare.box?.part.trust.box?.part.lease }
    set { rare.change { $0.trust.change { $0.lease = newValue } } }
  }

  /// The time that nearly all of its runs take; `nil` before the first success .
  package var usualLength: TimeSpan? {
    get { rare.box?.part.usualLength }
    set { rare.change { $0.usualLength = newValue } }
  }

  /// Whether its next run goes on where the last one left off, as a run or ``TaskRequest/checkpointFile`` has
  /// said.
  package var resumes: Bool {
    get { rare.box?.part.resumes ?? false }
    set { rare.change { $0.resumes = newValue } }
  }

  /// The date of its last success, or of the acceptance of a replaced task; `nil` is its own acceptance.
  package var withoutSuccessSince: WallTime? {
    get { rare.box?.part.withoutSuccessSince }
    set { rare.change { $0.withoutSuccessSince = newValue } }
  }

  /// The command line of the action that it was made for; `nil` for a task that was submitted or declared.
  package var program: String? {
    get { rare.box?.part.program }
    set { rare.change { $0.program = newValue } }
  }

  /// The cause of the action that made it or called for it; `nil` where no action did.
  package var cause: ActionCause? {
    get { rare.box?.part.cause }
    set { rare.change { $0.cause = newValue } }
  }

  /// The date that it had before an action called for it or a person started it; `nil` where that did not
  /// change it.
  package var calledFor: WallTime? {
    get { rare.box?.part.calledFor }
    set { rare.change { $0.calledFor = newValue } }
  }

  /// The date before which no date of its calendar may be, because its request asks for that (R17); `nil`
  /// where it asks for none.
  package var notBefore: WallTime? {
    get { rare.box?.part.notBefore }
    set { rare.change { $0.notBefore = newValue } }
  }

  /// The date on which the first request was accepted with whose wait it goes on (``DateSeries``); `nil` is
  /// its own acceptance.
  package var waitsSince: WallTime? {
    get { rare.box?.part.waitsSince }
    set { rare.change { $0.waitsSince = newValue } }
  }

  /// The date on which the tasks or transfers that it comes after had ended, or its paths had changed; `nil`
  /// before that, and where nothing counts from then (``ConditionWish/relaxations``): an end is not stored
  /// with each of the tasks that come after it.
  package var turnCame: WallTime? {
    get { rare.box?.part.turnCame }
    set { rare.change { $0.turnCame = newValue } }
  }

  /// The memory of the paths that it watches; `nil` where it watches none.
  package var paths: PathRecord? {
    get { rare.box?.part.paths }
    set { rare.change { $0.paths = newValue } }
  }

  /// The number of the last end (``EndRecord``) before it began to wait for its predecessors.
  package var endsBefore: Int64 {
    get { rare.box?.part.endsBefore ?? 0 }
    set { rare.change { $0.endsBefore = newValue } }
  }

  /// The predecessors that it does not wait for whatever ends are counted, a bit each: the task that it has
  /// replaced knew their ends.
  package var served: UInt32 {
    get { rare.box?.part.served ?? 0 }
    set { rare.change { $0.served = newValue } }
  }
}

/// The number of a task, given when it is accepted and never used again. A larger one is younger.
package struct TaskID: Hashable, Comparable, Sendable {
  /// At least 1.
  package var value: Int64

  package init(_ value: Int64) { self.value = value }

  /// Orders older tasks first.
  package static func < (left: TaskID, right: TaskID) -> Bool { left.value < right.value }
}

/// A task's user and identifier. At most one request and one run have the same key.
package struct TaskKey: Hashable, Comparable, Sendable {
  /// The user who submitted it.
  package var uid: UInt32
  /// The request's identifier.
  package var identifier: String

  package init(uid: UInt32, identifier: String) {
    self.uid = uid
    self.identifier = identifier
  }

  /// Orders by user, then by identifier.
  package static func < (left: TaskKey, right: TaskKey) -> Bool {
    (left.uid, left.identifier) < (right.uid, right.identifier)
  }
}
