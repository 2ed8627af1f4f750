extension Scheduler {
  /// Accepts a request or returns the reason why not (R10 to R15).
  mutating func submit(
    _ submission: Submission, _ caller: Caller, at moment: Moment
  ) -> Result<TaskSnapshot, SchedulerError> {
    do throws(SchedulerError) {
      try checkUndeclared(TaskKey(uid: caller.uid, identifier: submission.request.identifier))
      return .success(try admit(submission, caller, at: moment))
    } catch {
      return .failure(error)
    }
  }

  /// Accepts the request of a caller or a declaration.
  /// - Parameters:
  ///   - series: The place of a declaration in the series of its dates. That of other requests follows from
  ///     the task that they replace.
  ///   - file: The file that declares the task.
  mutating func admit(
    _ submission: Submission, _ caller: Caller, in series: DateSeries? = nil, declaredIn file: String? = nil,
    at moment: Moment
  ) throws(SchedulerError) -> TaskSnapshot {
    var request = submission.request
    try checkAvailability(of: request.kind)
    try checkHeldBack(caller.uid)
    if request.target == .command { try checkCommandUser(caller) }
    if let unit = submission.unit { try checkUnit(unit, caller) }
    try checkLimits(submission.limits)
    try checkCredentials(submission.credentials, caller, isDeclared: file != nil)
    try checkRuntimeLimit(of: request)
    let key = TaskKey(uid: caller.uid, identifier: request.identifier)
    let series = try dated(
      series ?? dateSeries(of: request, key, at: moment), of: request, caller.uid, at: moment)
    (request.earliestBegin, request.deadline) = (series.date, series.deadline)
    try checkDates(of: request, own: series.ownDate)
    let lease = try checkedLease(of: submission, at: moment)
    try checkOrder(of: request, caller.uid)
    try checkPaths(of: request, caller.uid)
    let application = try permittingApplication(of: request, caller, mustBeReachable: file == nil)
    let isNowOrNever = request.kind == .continued && request.strategy == .fail
    // Tasks that were accepted before it in the same batch take their room first. One of them may have its
    // identifier: whether that waits is asked behind this.
    if isNowOrNever { startReady(at: moment) }
    let earlier = tables.waitingTask(key)
    if request.onConflict != .replace,
      let pending = earlier.flatMap({ self.snapshot($0) }) ?? runningSeries(of: key)
    {
      guard request.onConflict == .keep else { throw .alreadyPending(identifier: request.identifier) }
      return pending
    }
    try checkRoom(for: request, caller, application, replacing: earlier)
    var task = ScheduledTask(
      id: volatile.nextTaskID, uid: caller.uid, request: request, requirements: requirements(of: request),
      submitted: moment.wall)
    series.give(to: &task)
    task.payloadBytes = submission.payload.count
    if let lease { task.lease = lease }
    task.waitsForUnknown = (request.unknownConditions ?? volatile.configuration.unknownConditions) == .wait
    task.waitForEnds(after: volatile.ends)
    let replaced = earlier.flatMap { tables.tasks[$0] }
    let before = replaced?.task ?? runningTask(of: key)
    if let work = before.map(WorkRecord.init) ?? tables.works[key] { task.takeOver(work) }
    if let before { task.takeOverWait(from: before) }
    if let waiting = replaced?.task {
      if request.pathTrigger?.paths == waiting.request.pathTrigger?.paths { task.paths = waiting.paths }
      task.takeOverEnds(from: waiting, given: tables.ends)
    } else if var running = before, running.request.order.repeats {
      // The run has its ends behind it, and those that have come since are for the next one.
      running.attempt = 1
      task.takeOverEnds(from: running, given: tables.ends)
    }
    task.paths = pathsDuringRun(of: task) ?? task.paths
    try checkBytes(of: task, replacing: earlier)
    do throws(SchedulerError) {
      try checkMemory(of: task, replacing: earlier)
    } catch {
      guard replaced != nil, task.waitsSince != nil else { throw error }
      // Without room for the state in which it goes on, its wait begins anew.
      task.waitsSince = nil
      try checkMemory(of: task, replacing: earlier)
    }
    // Declared tasks are no flood, and should not have to wait for a reload.
    let roomLeft = file == nil ? try roomLeft(behind: task) : volatile.stateRoom

    var entry = TaskEntry(task: task, place: .behindRun, application: application)
    if task.attempt > 1, let replaced {
      entry.takeRetry(of: replaced, asksForFile: asksForFile(of: request))
    }
    // A deadline may have passed already. Requirements that this removes do not keep the task from starting.
    let asOfNow = asOf(moment, entry)
    let situation = situation(of: asOfNow, at: moment)
    let reasons = vetoes(of: asOfNow, in: situation)
    if isNowOrNever {
      if let first = reasons.first {
        throw .immediateRunIneligible(identifier: request.identifier, message: first.message)
      }
      if asOfNow.task.isOverdue && request.onDeadline == .drop {
        throw .immediateRunIneligible(
          identifier: request.identifier, message: "its deadline passed before it could begin")
      }
    }

    volatile.stateRoom = roomLeft
    let snapshot = enter(
      entry, replacing: earlier, payload: submission.payload, declaredIn: file, submitter: caller.actor,
      in: situation, waitingFor: reasons, at: moment)
    // The task was promised to start now, so no other may get before it.
    if isNowOrNever { launch(asOfNow, enforcing: asOfNow.enforced, at: moment) }
    return snapshot
  }

  /// Puts an accepted task in its place, instead of an earlier one, and reports it.
  /// - Parameters:
  ///   - file: The file that declares the task.
  ///   - submitter: The user who has submitted it for its own user.
  ///   - reasons: The reasons why it waits.
  @discardableResult
  mutating func enter(
    _ accepted: TaskEntry, replacing earlier: TaskID?, payload: [UInt8]?, declaredIn file: String? = nil,
    submitter: UInt32? = nil,
    in situation: Situation, waitingFor reasons: [Reason], at moment: Moment
  ) -> TaskSnapshot {
    let task = accepted.task
    volatile.nextTaskID = TaskID(task.id.value + 1)
    volatile.counters.submitted += 1
    if let earlier {
      tables.setTask(earlier, nil)
      store(.deleteTask(earlier))
    }
    var entry = placed(accepted, at: moment, in: situation)
    entry.reportedReason = reasons.first?.code
    tables.setTask(task.id, entry)
    if let session = task.request.transfer?.session { placeSession(session, of: task.uid, at: moment) }
    // The reasons were reported with the submission, and a change is reported again.
    if !reasons.isEmpty, case .group = entry.place { follow(task.id) }
    store(.putTask(entry.task, payload: payload))
    if task.usualLength != nil || task.resumes { forgetLearned(of: task.key) }
    var snapshot = TaskSnapshot(
      task: task, state: .waiting, declaredIn: file, application: entry.application?.name,
      lack: reasons.first, unobserved: unobserved(task), runtimeLimit: runtimeLimit(of: task.request))
    if let submitter { snapshot.submitter = submitter }
    report(.submitted(snapshot, replaced: earlier != nil, waitingFor: reasons))
    return snapshot
  }

  /// Returns a running task that will repeat: its next date is pending like a waiting task (R10).
  private func runningSeries(of key: TaskKey) -> TaskSnapshot? {
    guard let active = tables.indexes.runByKey[key].flatMap({ tables.runs[$0] }), !active.isCancelled,
      !active.hasLostLease, let task = tables.tasks[active.run.taskID]?.task, task.request.repeats,
      declaration(of: task)?.state != .withdrawn
    else { return nil }
    return snapshot(task.id)
  }

  /// Checks that the disk takes changes: what has to be stored is not accepted otherwise.
  func checkStore() throws(SchedulerError) {
    if let cause = volatile.storeFailure {
      throw .unavailable(message: "the state cannot be written: \(cause); nothing is accepted until it can")
    }
  }

  private func checkAvailability(of kind: Kind) throws(SchedulerError) {
    try checkStore()
    if case .shuttingDown = volatile.phase {
      throw .unavailable(message: "the scheduler is shutting down; submit again when it is back")
    }
    if volatile.configuration.disabledKinds.contains(kind) {
      throw .unavailable(message: "\(kind.rawValue) tasks are switched off by DisabledKinds= in bgtaskd.conf")
    }
  }

  /// Checks that no tasks of the user are held back: the request may have the identifier of one of them.
  func checkHeldBack(_ uid: UInt32) throws(SchedulerError) {
    guard let count = volatile.heldBack[uid] else { return }
    throw .unavailable(message: Self.heldBackText(uid, count) + ", or end them with bgtaskctl cancel --all")
  }

  /// Returns why tasks of a user are held back, and what to do.
  static func heldBackText(_ uid: UInt32, _ count: Int) -> String {
    "\(count) tasks of user \(uid) are held back since the start, because the tasks of all users would take "
      + "more memory than MaxTaskMemory= allows: raise the limit and restart the daemon"
  }

  /// Checks that the command can run as its submitter, the only user that it may run as.
  private func checkCommandUser(_ caller: Caller) throws(SchedulerError) {
    guard let user = volatile.configuration.onlyCommandUser, caller.uid != user else { return }
    throw .unavailable(
      message:
        "this daemon runs as user \(user) and cannot run commands as user \(caller.uid); submit to a daemon "
        + "of your own (bgtaskd --user)")
  }

  /// Checks that units may be started for the caller: a unit runs as the user that it names itself.
  private func checkUnit(_ unit: String, _ caller: Caller) throws(SchedulerError) {
    switch volatile.configuration.unitStarters {
    case .nobody:
      throw .unavailable(
        message: "this daemon has no service manager to start \(unit); give the request a command instead")
    case .privileged where !caller.isPrivileged:
      throw .permissionDenied(message: "units of the system are started for root only; found \(unit)")
    case .privileged, .owner: break
    }
  }

  /// Checks that the promised limits of a program can be kept.
  private func checkLimits(_ limits: ProgramLimits) throws(SchedulerError) {
    // A user's manager may not mount, and a sandbox that it tries fails without an error.
    if let sandbox = limits.sandbox, sandbox > .basic, volatile.configuration.unitStarters == .owner {
      throw .invalidRequest(
        field: "limits.sandbox",
        message: "found \(sandbox), allowed is none or basic: a user's own systemd cannot protect files; "
          + "submit to the system's daemon")
    }
    guard let name = limits.needingManager, !volatile.configuration.programsAreUnits else { return }
    throw .invalidRequest(
      field: "limits.\(name)",
      message:
        "this daemon runs programs as its children, and only systemd can enforce this limit; leave it out, "
        + "or submit to a daemon that systemd has started")
  }

  private func checkRuntimeLimit(of request: TaskRequest) throws(SchedulerError) {
    let maximum = volatile.configuration.runtimeMaximum
    guard let limit = request.runtimeLimit, limit > maximum else { return }
    throw .invalidRequest(
      field: "runtimeLimitDurationUSec",
      message:
        "found \(limit.shortText), allowed is up to \(maximum.shortText) (RuntimeMaxSec= in bgtaskd.conf)")
  }

  private func checkedLease(of submission: Submission, at moment: Moment) throws(SchedulerError) -> Lease? {
    guard let until = submission.trustedUntil else { return nil }
    return try checkedLease(until: until, at: moment)
  }

  /// Returns the place of a request in the series of its dates.
  private func dateSeries(of request: TaskRequest, _ key: TaskKey, at moment: Moment) -> DateSeries {
    guard request.earliestBegin != nil || request.calendar != nil else { return DateSeries(of: request) }
    let before = tables.waitingTask(key).flatMap { tables.tasks[$0]?.task } ?? runningTask(of: key)
    return before?.series(goingOnIn: request, during: run(of: before), at: moment.wall, in: calendarPlace)
      ?? DateSeries(of: request)
  }

  /// Returns the place of a request with its date, which may be the calendar's first one (R17).
  func dated(
    _ series: DateSeries, of request: TaskRequest, _ uid: UInt32, at moment: Moment
  ) throws(SchedulerError) -> DateSeries {
    guard !series.hasDate, let calendar = request.calendar else { return series }
    let key = TaskKey(uid: uid, identifier: request.identifier)
    var series = series
    series.hasDate = true
    series.date =
      series.date.map { calendar.date(from: $0, of: key, in: calendarPlace) }
      ?? calendar.date(after: moment.wall, of: key, in: calendarPlace)
    guard series.date != nil else {
      throw .invalidRequest(
        field: "calendar",
        message:
          "found \(calendar.texts.joined(separator: ", ")), "
          + (calendar.hasDates ? "whose dates have all passed" : "and there is no such date")
          + (calendar.contradiction.map { " (\($0))" } ?? "")
          + "; allowed are dates that are still to come")
    }
    return series
  }

  /// Checks that the deadline is not before the earliest begin (R17). A task that is dropped at its deadline
  /// needs some time in which it may begin.
  /// - Parameter own: The date of the request or of the period, also where an action has brought it forward.
  ///   The deadlines of later dates are as far behind them as this one is behind its own.
  private func checkDates(of request: TaskRequest, own: WallTime?) throws(SchedulerError) {
    guard request.kind != .continued, let deadline = request.deadline,
      let earliest = request.repeats ? own : request.earliestBegin
    else { return }
    let name = earliest == request.earliestBegin ? "earliestBeginUSec" : "the task's own date"
    if deadline < earliest {
      throw .invalidRequest(
        field: "deadlineUSec",
        message: "found \(deadline.utcText), allowed is no date before \(name), \(earliest.utcText)")
    }
    if deadline == earliest, request.onDeadline == .drop {
      throw .invalidRequest(
        field: "deadlineUSec",
        message:
          "found \(deadline.utcText), which is \(name) as well: it would be dropped before it "
          + "could begin; allowed is a later date")
    }
  }

  /// Returns the application of a request without a command (R3, R12). A declared task awaits its program.
  private func permittingApplication(
    of request: TaskRequest, _ caller: Caller, mustBeReachable: Bool
  ) throws(SchedulerError) -> ApplicationKey? {
    guard request.target == .application else { return nil }
    guard let application = volatile.catalog.application(permitting: request.identifier) else {
      throw .notPermitted(
        identifier: request.identifier,
        message:
          "the request has no command, and no application's manifest permits this identifier; add one to "
          + "applications.d or give the request a command")
    }
    guard application.kinds.contains(request.kind) else {
      throw .notPermitted(
        identifier: request.identifier,
        message: "the manifest of \(application.name) does not permit \(request.kind.rawValue) tasks; "
          + "add the kind to its Kinds="
      )
    }
    let key = ApplicationKey(uid: caller.uid, name: application.name)
    if mustBeReachable, !isHandled(request.identifier, by: key), let obstacle = obstacle(toStarting: key) {
      throw .notPermitted(
        identifier: request.identifier,
        message:
          "no program of user \(caller.uid) handles it, and \(obstacle); register the identifier first")
    }
    return key
  }

  /// Checks the number of pending tasks (R11).
  private func checkRoom(
    for request: TaskRequest, _ caller: Caller, _ application: ApplicationKey?, replacing earlier: TaskID?
  ) throws(SchedulerError) {
    let configuration = volatile.configuration
    let pending = tables.indexes.pending
    let limit: Int
    var count: Int
    if let application {
      limit =
        request.kind == .refresh
        ? configuration.maximumPendingRefreshPerApplication
        : configuration.maximumPendingProcessingPerApplication
      count = pending.count(request.kind, of: application)
    } else {
      limit = configuration.maximumPendingPerUser
      count = pending.commands(of: caller.uid)
    }
    // A replaced task makes room for its successor, if both count against the same limit.
    if let entry = earlier.flatMap({ tables.tasks[$0] }), entry.application == application,
      application == nil || entry.task.request.kind == request.kind
    {
      count -= 1
    }
    guard count < limit else {
      throw .tooManyPendingTaskRequests(identifier: request.identifier, limit: limit)
    }
  }

  /// Returns which bound of its user an action's program would exceed, as a request of the user's own would;
  /// `nil` when there is room.
  func excess(of action: ScheduledTask, replacing earlier: TaskID?) -> String? {
    do throws(SchedulerError) {
      let caller = Caller(uid: action.uid, isPrivileged: false)
      try checkRoom(for: action.request, caller, nil, replacing: earlier)
      try checkBytes(of: action, replacing: earlier)
      try checkMemory(of: action, replacing: earlier)
      return nil
    } catch {
      switch error {
      case .tooManyPendingTaskRequests(_, let limit):
        return "\(limit) tasks of the user are pending, as many as allowed (MaxPendingPerUser=)"
      case .unavailable(let message): return message
      default: return "\(error)"
      }
    }
  }

  /// Checks the bytes of pending tasks (R11).
  private func checkBytes(of task: ScheduledTask, replacing earlier: TaskID?) throws(SchedulerError) {
    let limit = volatile.configuration.maximumPendingBytesPerUser
    let replaced = earlier.flatMap { tables.tasks[$0]?.task.storedBytes } ?? 0
    let taken = tables.indexes.pending.storedBytes(of: task.uid) - replaced
    guard task.storedBytes > max(limit - taken, replaced) else { return }
    throw .unavailable(
      message:
        "request: found \(task.storedBytes) bytes, allowed are \(max(limit - taken, 0)) more: the pending "
        + "tasks of user \(task.uid) take \(taken) of \(limit) bytes (MaxPendingBytesPerUser=); wait until "
        + "some are done, or end some with bgtaskctl cancel")
  }

  /// Checks the task's memory against the user's share and against the bound for all users.
  private func checkMemory(of task: ScheduledTask, replacing earlier: TaskID?) throws(SchedulerError) {
    let (pending, configuration) = (tables.indexes.pending, volatile.configuration)
    let replaced = earlier.flatMap { tables.tasks[$0]?.task.heldBytes } ?? 0
    try check(
      task.heldBytes, insteadOf: replaced, of: pending.heldBytes(of: task.uid),
      atMost: configuration.taskMemoryPerUser, by: "user \(task.uid)", key: "MaxTaskMemoryPerUser")
    try check(
      task.heldBytes, insteadOf: replaced, of: pending.allHeldBytes,
      atMost: configuration.taskMemory, by: "all users", key: "MaxTaskMemory")
  }

  private func check(
    _ needed: Int, insteadOf replaced: Int, of held: Int, atMost limit: Int, by whom: String, key: String
  ) throws(SchedulerError) {
    let taken = held - replaced
    guard needed > max(limit - taken, replaced) else { return }
    throw .unavailable(
      message:
        "request: found \(needed) bytes in memory, allowed are \(max(limit - taken, 0)) more: the pending "
        + "tasks of \(whom) take \(taken) of \(limit) bytes (\(key)=); wait until some are done, or end "
        + "some with bgtaskctl cancel")
  }

  /// Returns the disk's room behind the request. The reserve is for the ends of runs, of any user.
  private func roomLeft(behind task: ScheduledTask) throws(SchedulerError) -> StateRoom? {
    guard let room = volatile.stateRoom else { return nil }
    let reserve = reserve(of: room)
    let left = room.behind(task)
    guard reserve > 0 else { return left }
    guard left.bytes >= reserve else {
      throw .unavailable(
        message:
          "request: found \(room.bytes - left.bytes) bytes on disk; \(Self.rest(of: room, reserve)); "
          + "make room there, or end some tasks with bgtaskctl cancel, then submit again")
    }
    guard left.atOnce ?? 0 >= 0 else {
      throw .unavailable(
        message:
          "request: found \(task.storedBytes) bytes, which do not fit into the state directory's file system "
          + "together with the requests that came at the same time; submit it again by itself, "
          + "or make room there"
      )
    }
    return left
  }

  /// Returns why not even a small request would be taken into the disk's room; `nil` when it would.
  package func shortage(of room: StateRoom?) -> String? {
    guard let room else { return nil }
    let reserve = reserve(of: room)
    return reserve > 0 && !room.holdsPage(above: reserve) ? Self.rest(of: room, reserve) : nil
  }

  /// Returns the bytes that the output of runs may take now: half of the reserve stays for ends. Each byte is
  /// in the log and then in the file. `nil` where nothing is known of the room.
  package func roomForOutput(in room: StateRoom?) -> Int64? {
    guard let room else { return nil }
    let left = room.bytes - reserve(of: room) / 2
    return max(room.atOnce.map { min($0, left) } ?? left / 2, 0)
  }

  private func reserve(of room: StateRoom) -> Int64 {
    volatile.configuration.stateReserveBytes.map(Int64.init) ?? room.usualReserve
  }

  private static func rest(of room: StateRoom, _ reserve: Int64) -> String {
    "the state directory's file system has \(max(room.bytes, 0)) bytes left, of which \(reserve) are kept "
      + "for the ends of runs (StateReserveBytes=)"
  }

  /// Returns the request's requirements, with the default of its kind (R31).
  private func requirements(of request: TaskRequest) -> Requirements {
    var requirements = request.requirements
    let byDefault = request.kind == .processing && volatile.configuration.processingRequiresIdle
    if request.requiresIdle ?? byDefault { requirements.insert(.idle) } else { requirements.remove(.idle) }
    return requirements
  }
}
