@testable import SchedulerCore

/// Holds what one event gave against the rules, told in other words than the scheduler's own.
struct SwarmChecks {
  private(set) var violations: [String] = []
  /// Tasks that are over, each with a record of its end or by the wish of its owner.
  private(set) var finished: Set<TaskID> = []
  /// What was answered last to what has to be asked, and until when it may count.
  typealias Answers = [ConditionCheck: (holds: Bool?, until: MonotonicTime)]
  private let answers: Answers
  /// Who has ended everything before and is not answered yet.
  private let openCalls: Set<ReplyToken>

  /// `before` is the scheduler before the event, when its explanations are to be checked too; `store` what
  /// was stored before the event.
  init(
    before: Scheduler?, event: Event, decision: Decision, after: Scheduler, _ store: StoreModel,
    answers: Answers, openCalls: Set<ReplyToken> = [], at now: Moment
  ) {
    self.answers = answers
    self.openCalls = openCalls
    var tasks = store.tasks
    for case .putTask(let task, _) in decision.changes { tasks[task.id] = task }
    let directives = decision.directives
    for directive in directives {
      switch directive {
      case .launch(let launch), .deliver(let launch, _):
        // Where no time is left to stop in, what is lost already ends the run in the event that delivers it.
        if Self.hasEnded(launch.run.id, directives) { continue }
        check(launch, of: tasks[launch.run.taskID], after)
      case .report(.launching(let run, _)):
        checkRoom(run, after)
        // What a person starts against the rules is no decision.
        if Self.startedByHand(event, directives) == run.id { continue }
        if let task = tasks[run.taskID] {
          check(run, of: task, after, store, at: now)
          check(
            !Self.isPaused(task, store, decision.changes, at: now),
            "task \(task.id.value) was launched while it is paused")
        }
      default: break
      }
    }
    checkDeletions(decision, tasks)
    checkReplies(event, directives)
    checkDeclared(event, store, decision)
    checkActions(directives, tasks, decision.changes)
    checkOverdue(event, directives, store.tasks, after, at: now)
    checkCalendars(event, after, at: now)
    guard let before else { return }
    checkExplanations(before: before, event, directives, after, at: now)
  }

  private mutating func check(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { violations.append(message()) }
  }

  private static func hasEnded(_ id: RunID, _ directives: [Directive]) -> Bool {
    directives.contains { if case .report(.ended(let run, _)) = $0 { run.id == id } else { false } }
  }

  private mutating func check(_ launch: Launch, of task: ScheduledTask?, _ after: Scheduler) {
    check(task?.runID == launch.run.id, "the launched run is not the recorded one")
    check(launch.limit <= after.configuration.runtimeMaximum, "a run has more time than anything may have")
  }

  private mutating func check(
    _ run: Run, of task: ScheduledTask, _ after: Scheduler, _ store: StoreModel, at now: Moment
  ) {
    let request = task.request
    check(task.runID == run.id, "the launched run is not the recorded one")
    if let application = after.tables.tasks[task.id]?.application, request.kind.isDiscretionary {
      check(!after.tables.foreground.values.contains(application), "launched for an application in use")
    }
    if let date = request.earliestBegin, request.kind != .continued {
      check(date <= now.wall, "task \(task.id.value) was launched before its date")
    }
    let configuration = after.configuration
    check(!configuration.disabledKinds.contains(request.kind), "launched a kind that is switched off")
    if let limit = configuration.maximumConcurrentRunsOfKind[request.kind] {
      let ofKind = after.activeRuns.filter { $0.kind == request.kind }
      check(ofKind.count <= limit, "too much of a kind is running")
    }
    checkTransfers(run, task, after, store)
    guard !(task.isOverdue && request.onDeadline == .run) else { return }
    for code in Self.lacks(task, after.conditions.conditions, configuration, at: now) {
      violations.append("task \(task.id.value) was launched without \(code)")
    }
    check(
      Self.holds(task, after, answers, at: now),
      "task \(task.id.value) was launched against \(task.request.wish.start?.text ?? "") "
        + "(\(task.waitsForUnknown ? "waits" : "proceeds")) on \(after.conditions.conditions)")
  }

  /// Not too many speak to one host, and what takes what they bring begins behind the last of them.
  /// - Parameter store: What was there before the event: a batch may begin the one and then accept the other.
  private mutating func checkTransfers(
    _ run: Run, _ task: ScheduledTask, _ after: Scheduler, _ store: StoreModel
  ) {
    let tasks = after.tasks(of: task.uid, prefix: "").map(\.task)
    if let host = task.request.transfer?.host {
      let running = tasks.filter { $0.runID != nil && $0.request.transfer?.host == host }
      check(
        running.count <= after.configuration.maximumTransfersPerHost, "too many transfers speak to \(host)")
    }
    let isOpen = tasks.contains {
      store.tasks[$0.id] != nil && $0.request.transfer?.session == run.identifier
    }
    check(
      !isOpen || task.request.transfer != nil,
      "task \(task.id.value) was launched before the end of its transfers")
  }

  /// Whoever starts it: no more runs than may, and none of a user's but that user's own beside them.
  private mutating func checkRoom(_ run: Run, _ after: Scheduler) {
    let configuration = after.configuration
    let runs = after.tables.runs.values
    guard let active = after.tables.runs[run.id] else { return }
    if active.isBeside {
      let beside = runs.filter { $0.isBeside && $0.run.uid == run.uid }
      check(beside.count <= configuration.maximumExtraRunsPerUser, "too much is running beside the limits")
    } else {
      let within = runs.filter { !$0.isBeside }
      check(within.count <= configuration.maximumConcurrentRuns, "too much is running")
      let own = within.filter { $0.run.uid == run.uid }
      if let limit = configuration.maximumConcurrentRunsPerUser {
        check(own.count <= limit, "too much of a user is running")
      } else if configuration.servesManyUsers, configuration.maximumConcurrentRuns > 1 {
        check(own.count < configuration.maximumConcurrentRuns, "a user has all the room")
      }
    }
  }

  /// What the rules say that a task lacks.
  static func lacks(
    _ task: ScheduledTask, _ machine: Conditions, _ configuration: SchedulerConfiguration, at now: Moment
  ) -> [ReasonCode] {
    var asked = task.requirements
    let dropped = relaxed(task, at: now)
    if dropped.contains("network") { asked.remove(.network) }
    if dropped.contains("idle") { asked.remove(.idle) }
    if dropped.contains("battery") { asked.remove(.batteryNotLow) }
    let isDiscretionary =
      task.request.kind == .transfer
      ? task.request.transfer?.isDiscretionary == true : task.request.kind != .continued
    let isLow =
      !dropped.contains("battery") && machine.powerSource == .battery
      && (machine.batteryPercent ?? 100) <= configuration.lowBatteryPercent
    let isQuiet = task.request.kind == .processing && task.requirements.contains(.idle)
    let rules: [(ReasonCode, Bool)] = [
      (.network, asked.contains(.network) && machine.network == .none),
      (
        .unmeteredNetwork,
        asked.contains(.unmeteredNetwork) && [.none, .metered].contains(machine.network)
      ),
      (.externalPower, asked.contains(.externalPower) && machine.powerSource == .battery),
      (.idle, asked.contains(.idle) && machine.idle == false),
      (.batteryNotLow, (asked.contains(.batteryNotLow) || isDiscretionary) && isLow),
      (.storageNotLow, asked.contains(.storageNotLow) && machine.storageLow == true),
      (.lowPowerMode, isDiscretionary && machine.lowPowerMode == true),
      (.thermalPressure, isDiscretionary && machine.thermalPressure == true),
      (.memoryPressure, isDiscretionary && machine.memoryPressure == true),
      (.cpuPressure, isQuiet && machine.cpuPressure == true),
      (.ioPressure, isQuiet && machine.ioPressure == true),
    ]
    return rules.filter(\.1).map(\.0)
  }

  /// What the task does not ask for any more.
  private static func relaxed(_ task: ScheduledTask, at now: Moment) -> Set<String> {
    // An edit does not begin the wait anew, and behind others the wait begins with the task's turn.
    if task.request.hasTurn, task.turnCame == nil { return [] }
    let accepted = task.waitsSince ?? task.submitted
    let began = max(accepted, task.request.earliestBegin ?? accepted, task.turnCame ?? accepted)
    let waited = now.wall - began
    return Set(task.request.wish.relaxations.filter { $0.after <= waited }.flatMap(\.names))
  }

  /// Whether what the task says in its own words may hold, without regard to how long it has.
  static func holds(
    _ task: ScheduledTask, _ scheduler: Scheduler, _ answers: Answers, at now: Moment
  ) -> Bool {
    let wish = task.request.wish
    return [wish.when, wish.whileRunning].compactMap(\.self).allSatisfy {
      holds($0, waits: task.waitsForUnknown, without: relaxed(task, at: now), scheduler, answers, at: now)
    }
  }

  /// The same of an expression.
  static func holds(
    _ expression: ConditionExpression, waits: Bool, without dropped: Set<String> = [], _ scheduler: Scheduler,
    _ answers: Answers, at now: Moment
  ) -> Bool {
    let time = LocalTime(now.wall, scheduler.volatile.machine.zone)
    func holds(_ node: ConditionExpression.Node, _ wanted: Bool) -> Bool {
      switch node {
      case .not(let part): return holds(part, !wanted)
      case .all(let parts):
        let held = parts.count { holds($0, wanted) }
        return wanted ? held == parts.count : held > 0
      case .any(let parts):
        let held = parts.count { holds($0, wanted) }
        return wanted ? held > 0 : held == parts.count
      case .leaf(let leaf):
        if dropped.contains(leaf.atom.name) { return true }
        if let check = leaf.atom.check {
          guard let answer = answers[check], now.monotonic < answer.until else { return false }
          return answer.holds == wanted
        }
        // What must have held for some time may be lacking although it is so now.
        if leaf.hold != nil && !wanted { return true }
        guard let truth = leaf.atom.truth(scheduler.conditions.conditions, time) else {
          return !waits
        }
        return truth == wanted
      }
    }
    return holds(expression.root, true)
  }

  /// A task goes only with the record of its last run, or because its owner cancelled or replaced it.
  private mutating func checkDeletions(_ decision: Decision, _ tasks: [TaskID: ScheduledTask]) {
    for case .deleteTask(let id) in decision.changes {
      let isRecorded = decision.changes.contains { change in
        if case .putRun(let run) = change { run.taskID == id && run.ended != nil } else { false }
      }
      let isWish = decision.directives.contains { directive in
        switch directive {
        case .report(.cancelled(let task)), .report(.withdrawn(let task, _)): task.id == id
        case .report(.submitted(let snapshot, replaced: true, _)): snapshot.task.key == tasks[id]?.key
        default: false
        }
      }
      // What was held back was submitted later than what its user's run has left for another attempt.
      let hasYounger = tasks.values.contains { $0.key == tasks[id]?.key && $0.id > id }
      check(isRecorded || isWish || hasYounger, "task \(id.value) went without a record")
      finished.insert(id)
    }
  }

  /// A declaration changes only what has changed: the tasks of others are never touched by it, and what is
  /// the same as before is not written.
  private mutating func checkDeclared(_ event: Event, _ store: StoreModel, _ decision: Decision) {
    guard case .declare(let set) = event else { return }
    let changes = decision.changes
    let records = Dictionary(store.declarations.values.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    for case .deleteTask(let id) in changes {
      guard let task = store.tasks[id], task.runID == nil else { continue }
      // A deadline may pass in the same moment.
      let isMissed = changes.contains { change in
        guard case .putRun(let run) = change else { return false }
        return run.taskID == id && (run.outcome == .missed || run.outcome == .leaseLost)
      }
      // So may something become of a task whose last action is still waiting.
      if isMissed || task.program != nil { continue }
      // What its owner cancels is cancelled in slices, which go on in whatever event comes next.
      let isCancelled = decision.directives.contains { directive in
        if case .report(.cancelled(let task)) = directive { task.id == id } else { false }
      }
      if isCancelled { continue }
      check(
        records[task.key]?.task == id || set.declarations.contains { $0.key == task.key },
        "task \(id.value) of nobody's file went with a declaration")
    }
    var seen: Set<TaskKey> = []
    for declaration in set.declarations where seen.insert(declaration.key).inserted {
      guard let record = records[declaration.key], record.digest == declaration.digest,
        record.state == .finished || (record.state == .active && store.tasks[record.task] != nil)
      else { continue }
      for case .putTask(let task, .some) in changes where task.key == declaration.key {
        check(false, "task \(task.id.value) was declared anew though its file says the same")
      }
    }
  }

  /// Without success for as long as it may, a task that waits is overdue, and else it is not. Clocks that are
  /// set put that right when it is looked at the next time.
  private mutating func checkOverdue(
    _ event: Event, _ directives: [Directive], _ before: [TaskID: ScheduledTask], _ after: Scheduler,
    at now: Moment
  ) {
    var successes: [TaskKey: WallTime] = [:]
    for case .report(.ended(let run, _)) in directives where run.success == true {
      successes[run.key] = run.ended
    }
    guard after.volatile.storeFailure == nil, after.volatile.phase != .starting else { return }
    for task in after.waitingTasks {
      guard let patience = task.request.overdueAfter else {
        check(!task.lacksSuccess, "task \(task.id.value) lacks a success that nobody asked for")
        continue
      }
      let since = task.withoutSuccessSince ?? task.submitted
      // A task that is declared anew once the disk works again comes after the ends that were kept, whatever
      // the clock said then.
      if let success = successes[task.key], before[task.id] != nil, task.submitted <= success {
        // A clock that was ahead then is believed no more.
        check(
          since == min(success, now.wall),
          "task \(task.id.value) has succeeded at \(success) and counts from \(since)")
      }
      guard after.tables.indexes.deadlines.behind[task.uid] == nil else { continue }
      check(
        task.lacksSuccess || now.wall < since + patience, "task \(task.id.value) is overdue and nobody knows")
    }
  }

  /// What has become of tasks has been acted upon, once for each, and nothing has caused itself.
  private mutating func checkActions(
    _ directives: [Directive], _ before: [TaskID: ScheduledTask], _ changes: [StoreChange]
  ) {
    var made: [TaskKey: ActionTrigger] = [:]
    for case .putTask(let task, _) in changes {
      guard let cause = task.cause else { continue }
      check(
        !cause.chain.contains(task.request.identifier), "task \(task.id.value) has caused its own run")
      if task.program != nil { made[task.key] = cause.trigger }
    }
    for case .report(.ended(let run, let next)) in directives {
      guard let task = before[run.taskID] else { continue }
      let isTriedAgain =
        next != nil
        && changes.contains { change in
          if case .putTask(let later, _) = change {
            later.key == task.key && later.attempt > run.attempt
          } else {
            false
          }
        }
      let trigger: ActionTrigger? =
        isTriedAgain ? nil : run.hasSucceeded ? .success : run.hasFailed ? .failure : nil
      guard let trigger, case .program? = task.request.actions[trigger] else { continue }
      let key = TaskKey(uid: task.uid, identifier: "\(task.request.identifier):\(trigger.rawValue)")
      let isRefused = directives.contains { directive in
        if case .report(.actionFailed(let failed, _, _)) = directive { failed.id == task.id } else { false }
      }
      check(made[key] == trigger || isRefused, "nothing follows from the \(trigger) of task \(task.id.value)")
    }
  }

  /// What waits for a date of its calendar waits for one of those in the zone of now.
  private mutating func checkCalendars(_ event: Event, _ after: Scheduler, at now: Moment) {
    guard after.volatile.storeFailure == nil, after.volatile.phase != .starting else { return }
    // A clock that was set makes wrong dates of right ones, until that is said and all are gone through.
    guard after.volatile.backlog.sweep == nil, after.volatile.backlog.calendars == nil else { return }
    switch event {
    case .clockChanged, .zoneChanged, .started: break
    default: return
    }
    for task in after.waitingTasks {
      guard let calendar = task.request.calendar else { continue }
      guard let date = task.request.earliestBegin else {
        check(false, "task \(task.id.value) waits for no date of its calendar")
        continue
      }
      guard date > now.wall else { continue }
      let place = after.calendarPlace
      check(
        calendar.date(from: date, of: task.key, in: place) == date,
        "task \(task.id.value) waits for \(date), which its calendar does not have")
      let asked = task.notBefore ?? now.wall
      check(date >= asked, "task \(task.id.value) waits for \(date), before the date asked for (R17)")
      if case .clockChanged = event, task.recurrence > 0,
        let first = calendar.date(from: max(now.wall + TimeSpan(uSec: 1), asked), of: task.key, in: place)
      {
        let second = calendar.date(after: first, of: task.key, in: place)
        check(
          second.map { date <= $0 } ?? true, "task \(task.id.value) leaves out more than one date to come")
      }
    }
  }

  /// It may be answered by a later slice.
  static func mayTakeLong(_ call: Call) -> Bool {
    switch call {
    case .cancelAll, .submitBatch: true
    default: false
    }
  }

  private mutating func checkReplies(_ event: Event, _ directives: [Directive]) {
    let tokens = directives.compactMap { directive -> ReplyToken? in
      guard case .reply(let token, _) = directive else { return nil }
      return token
    }
    // What takes long is answered when it is done, which may be later.
    let late = tokens.filter { openCalls.contains($0) }
    let own = tokens.filter { !openCalls.contains($0) }
    check(Set(late).count == late.count, "a call has several answers")
    guard case .call(let call, _, let token) = event else {
      return check(own.isEmpty, "an answer without a call")
    }
    check(own == [token] || own.isEmpty && Self.mayTakeLong(call), "a call has \(own.count) answers")
  }

  /// Explaining is deciding: what is launched could proceed just before, and nothing that can proceed is left
  /// waiting.
  private mutating func checkExplanations(
    before: Scheduler, _ event: Event, _ directives: [Directive], _ after: Scheduler, at now: Moment
  ) {
    // What is left for the next slice may wait for nothing else.
    if after.volatile.backlog.isGoingOn { return }
    for task in after.waitingTasks {
      guard let explanation = after.explain(task.request.identifier, of: task.uid, at: now) else {
        violations.append("a waiting task has no explanation")
        continue
      }
      let codes = explanation.reasons.map(\.code)
      check(
        !codes.isEmpty && !explanation.canProceed,
        "task \(task.id.value) can proceed and waits")
      let isOverdue =
        task.isOverdue || (task.attempt == 1 && task.request.deadline.map { $0 <= now.wall } ?? false)
      if !(isOverdue && task.request.onDeadline == .run) {
        for code in Self.lacks(task, after.conditions.conditions, after.configuration, at: now) {
          check(codes.contains(code), "task \(task.id.value) lacks \(code), which is not explained")
        }
        check(
          Self.holds(task, after, answers, at: now) || codes.contains(.when)
            || codes.contains(.unknownCondition),
          "\(task.request.wish) of task \(task.id.value) does not hold, which is not explained: \(codes)")
      }
      if task.request.kind == .continued {
        let beside = after.tables.runs.values.filter { $0.isBeside && $0.run.uid == task.uid }
        check(
          beside.count >= after.configuration.maximumExtraRunsPerUser
            || !codes.contains { [.concurrency, .userConcurrency].contains($0) },
          "task \(task.id.value), which a person started, has a place and waits for one")
      }
      if let date = task.request.earliestBegin, task.request.kind != .continued {
        check(codes.contains(.earliestBegin) == (now.wall < date), "the date is explained wrongly")
        check(explanation.forecast.map { $0 >= date } ?? false, "the forecast is earlier than the date")
      }
      check(explanation.forecast.map { $0 >= now.wall } ?? false, "the forecast is in the past")
    }
    // What ends in the event makes room within it.
    guard case .timer = event, !directives.contains(where: \.isEnd) else { return }
    // Nor was there what has come about in it, and nobody had called for what is called for in it.
    for case .report(.launching(let run, _)) in directives where before.hasTask(run.taskID) {
      let causes = [before, after].map { $0.tables.tasks[run.taskID]?.task.cause }
      guard causes[0] == causes[1] else { continue }
      let explanation = before.explain(run.identifier, of: run.uid, at: now)
      check(
        explanation?.canProceed == true,
        "task \(run.taskID.value) was launched, explained \(String(describing: explanation))")
    }
  }
}

extension Directive {
  fileprivate var isEnd: Bool { if case .report(.ended) = self { true } else { false } }
}

extension SwarmChecks {
  /// The run that a person has started, against all rules.
  static func startedByHand(_ event: Event, _ directives: [Directive]) -> RunID? {
    guard case .call(.simulateLaunch, _, _) = event else { return nil }
    for case .reply(_, .launched(let run)) in directives { return run }
    return nil
  }
}

extension Scheduler {
  /// What waits, the oldest first, without what callers are shown beside it.
  fileprivate var waitingTasks: [ScheduledTask] {
    tables.tasks.entries.filter { $0.place != .running }.map(\.task)
  }
}
