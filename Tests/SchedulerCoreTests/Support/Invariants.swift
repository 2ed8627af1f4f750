@testable import SchedulerCore

/// What must be true of a scheduler after every event.
enum Invariants {
  /// `rebuilds` makes all indexes anew and compares them, which takes longer than all the rest.
  static func violations(
    of scheduler: Scheduler, _ written: StoreModel, at moment: Moment, rebuilds: Bool = true
  ) -> [String] {
    // A disk that took nothing from the start on has the repairs still to come.
    var store = written
    if scheduler.storeFailure != nil { for repair in scheduler.volatile.repairs { store.apply(repair) } }
    var found = store.mistakes
    func check(_ holds: Bool, _ message: @autoclosure () -> String) { if !holds { found.append(message()) } }
    let tables = scheduler.tables
    let indexes = tables.indexes

    let entries = tables.tasks.entries
    check(
      entries.map(\.task)
        == store.tasksSeen(in: scheduler.configuration.bootID).sorted { $0.id < $1.id },
      "the store holds other tasks than the scheduler")
    check(
      Set(tables.runs.keys) == Set(store.activeRuns.map(\.id)),
      "the store holds other runs than the scheduler")

    found += declarationViolations(of: tables, store, heldBack: Set(scheduler.volatile.heldBack.keys))

    let waiting = entries.filter { $0.place != .running }
    check(Set(waiting.map(\.task.key)).count == waiting.count, "two waiting tasks have one key")
    check(Set(tables.runs.values.map(\.run.key)).count == tables.runs.count, "two runs have one key")
    check(tables.waitingCount == waiting.count, "the index of keys has another size")
    check(scheduler.pendingCount == waiting.count, "pendingCount is not the number of waiting tasks")
    // Until a start is over some wait in no place yet.
    let isStarting = scheduler.volatile.phase == .starting
    for entry in entries { found += violations(of: entry, tables, isStarting: isStarting) }
    check(
      Set(scheduler.pauses(of: nil)) == Set(store.pauses.values),
      "the store holds other pauses than the scheduler")
    check(
      Set(tables.ends.all.map(\.record)) == Set(store.ends.values),
      "the store holds other ends than the scheduler")
    for entry in tables.ends.all where indexes.followers[entry.record.key] == nil {
      check(
        scheduler.volatile.heldBack[entry.record.key.uid] != nil, "an end is kept that no task waits for")
    }
    found += violations(ofPlacesIn: indexes, waiting)
    let working = tables.runs.values.filter { !$0.isOver }
    check(
      indexes.load.total == working.count { !$0.isBeside } && indexes.load.all == working.count,
      "the load is not the number of runs")

    found += memoryViolations(of: indexes.pending, entries.map(\.task))
    if rebuilds { found += rebuildViolations(of: tables, scheduler.configuration) }
    found += ApplicationInvariants.violations(of: scheduler)

    for record in store.windows.values
    where scheduler.storeFailure == nil
      && scheduler.volatile.machine.windows[record.requirements]?.record != record
    {
      found.append("the store holds other windows of \(record.requirements) than the scheduler")
    }
    check(
      scheduler.storeFailure != nil || Set(store.works.values) == Set(tables.works.all),
      "the store knows other work of the past than the scheduler")
    check(
      Dictionary(grouping: tables.works.all, by: \.key.uid).values.allSatisfy { $0.count <= WorkTable.limit },
      "more work of the past is kept than may be")
    found += leaseViolations(of: scheduler, at: moment)
    found += turnViolations(of: scheduler)
    found += openGroupViolations(of: scheduler, at: moment)
    if scheduler.volatile.phase == .running { found += leafViolations(of: scheduler) }
    if scheduler.volatile.phase == .running { found += wakeUpViolations(of: scheduler, at: moment) }
    return found
  }

  /// R96: with a lease that is over nothing runs on without having been told to stop, and nothing waits that
  /// could be ended.
  private static func leaseViolations(of scheduler: Scheduler, at moment: Moment) -> [String] {
    guard scheduler.volatile.phase != .starting, !scheduler.volatile.backlog.isGoingOn else { return [] }
    var found: [String] = []
    for active in scheduler.tables.runs.values {
      guard let lease = active.lease, lease.isOver(at: moment), !active.isOver else { continue }
      // Nothing reaches a program that has not come back.
      if !active.isStopping, !active.isAway { found.append("run \(active.run.id) goes on without its lease") }
    }
    let mayEnd = scheduler.volatile.storeFailure == nil
    for entry in scheduler.tables.tasks.entries where mayEnd && entry.place != .running {
      if entry.task.lease?.isOver(at: moment) == true {
        found.append("task \(entry.task.id.value) waits without its lease")
      }
    }
    return found
  }

  /// What gives conditions up has the date of its turn behind other tasks and paths, and none before that.
  private static func turnViolations(of scheduler: Scheduler) -> [String] {
    let volatile = scheduler.volatile
    guard volatile.phase == .running, !volatile.backlog.isGoingOn, volatile.storeFailure == nil else {
      return []
    }
    let tables = scheduler.tables
    return tables.tasks.entries.compactMap { entry in
      let task = entry.task
      guard entry.place != .running, !task.request.wish.relaxations.isEmpty else { return nil }
      let hasTransfers = task.request.transfer == nil && tables.indexes.transfersBySession[task.key] != nil
      let isBehindOthers = hasTransfers || !task.awaited(given: tables.ends).isEmpty
      // Whether paths have changed is not known before their turn to be looked at.
      let isKnown =
        switch entry.place {
        case .pause, .application, .group: true
        case .date, .behindRun, .held, .paused: task.request.pathTrigger == nil
        case .behindTasks, .paths, .running: false
        }
      if task.isBeforeTurn, isKnown, !isBehindOthers {
        return "task \(task.id.value) has its turn without a date"
      }
      return task.turnCame != nil && isBehindOthers
        ? "task \(task.id.value) waits for others with the date of its turn" : nil
    }
  }

  /// What users are charged with in memory is what their tasks are.
  private static func memoryViolations(of pending: PendingCounts, _ tasks: [ScheduledTask]) -> [String] {
    var found: [String] = []
    for (uid, tasks) in Dictionary(grouping: tasks, by: \.uid) {
      let bytes = tasks.reduce(0) { $0 + $1.heldBytes }
      if pending.heldBytes(of: uid) != bytes {
        found.append("user \(uid) is charged \(pending.heldBytes(of: uid)) bytes, and has \(bytes)")
      }
    }
    let bytes = tasks.reduce(0) { $0 + $1.heldBytes }
    if pending.allHeldBytes != bytes {
      found.append("all users are charged \(pending.allHeldBytes) bytes, and have \(bytes)")
    }
    for task in tasks where task.heldBytes < task.leastBytes {
      found.append("task \(task.id.value) is charged \(task.heldBytes) bytes, and takes more")
    }
    return found
  }

  /// What somebody waits for or trusts in is kept, each leaf once, and nothing else is.
  private static func leafViolations(of scheduler: Scheduler) -> [String] {
    let indexes = scheduler.tables.indexes
    let expressions =
      indexes.groups.keys.compactMap(\.demand.expression) + indexes.inquiries.keys
      + scheduler.tables.runs.values.compactMap(\.enforced.expression)
    let leaves = Set(expressions.flatMap(\.leaves))
    let kept = scheduler.expressions.leafCount
    return kept == leaves.count ? [] : ["\(kept) leaves are kept of \(leaves.count) that are asked"]
  }

  /// Those groups are open that the machine lets through; of each rank the first task is that of its open
  /// groups whose lanes have room; and users with such a task have turns.
  private static func openGroupViolations(of scheduler: Scheduler, at moment: Moment) -> [String] {
    let groups = scheduler.tables.indexes.groups
    let reading = scheduler.reading(at: moment)
    // What the last slice has evaluated behind the groups' turn is told to them in the next one.
    let isBehind =
      scheduler.expressions.isBehind(moment)
      || (!scheduler.expressions.changed.isEmpty && scheduler.volatile.backlog.isGoingOn)
    var found: [String] = []
    var firsts: [LaneKey.Rank: Urgency] = [:]
    for key in groups.keys {
      // Before a start is over nobody asks the groups: what changes meanwhile is seen at its end.
      if scheduler.volatile.phase != .starting, !isBehind, !groups.isUnseen(key),
        groups.isOpen(key) != reading.isUsable(key.demand)
      {
        found.append("the group \(key) is \(groups.isOpen(key) ? "open" : "closed")")
      }
      guard groups.isOpen(key), hasRoom(key.lane, scheduler), let first = groups.first(in: key) else {
        continue
      }
      firsts[key.lane.rank] = min(firsts[key.lane.rank] ?? first, first)
    }
    let users = Set(scheduler.tables.tasks.entries.map(\.task.uid)).union(firsts.keys.map(\.uid))
    for rank in users.flatMap({ uid in LaneKey.Sort.all.map { LaneKey.Rank(uid: uid, sort: $0) } }) {
      if groups.lanes.first(of: rank) != firsts[rank] { found.append("the first task of \(rank) is wrong") }
      let hasTurn = firsts[rank] != nil && groups.held[rank.uid]?.contains(rank.sort.kind) != true
      if groups.turns.contains(rank.uid, rank.sort) != hasTurn {
        found.append("the turn of \(rank) is wrong")
      }
    }
    let tables = scheduler.tables
    if tables.watches != Set(tables.indexes.pathWatches.keys), scheduler.volatile.phase == .running {
      found.append("other paths are watched than somebody waits for")
    }
    let backlog = scheduler.volatile.backlog
    let busy: [Undertaking: Set<UInt32>] = [
      .cancelling: Set(backlog.cancelling.map(\.uid)),
      .submitting: Set(backlog.submitting.map(\.caller.uid)),
    ]
    for undertaking in Undertaking.allCases
    where tables.undertakings[undertaking] ?? [] != busy[undertaking] {
      found.append("\(undertaking) is for other users")
    }
    let held =
      tables.pauses.all.compactMap(\.scope.uid) + tables.indexes.deadlines.behind.keys
      + busy.values.flatMap(\.self)
    for uid in Set(held).union(groups.held.keys) where groups.held[uid] ?? [] != tables.kindsHeld(of: uid) {
      found.append("what does not start of user \(uid) is wrong")
    }
    return found
  }

  private static func hasRoom(_ lane: LaneKey, _ scheduler: Scheduler) -> Bool {
    let indexes = scheduler.tables.indexes
    let isFull = lane.transferHost.map {
      indexes.load.byHost[$0, default: 0] >= scheduler.configuration.maximumTransfersPerHost
    }
    return isFull != true && lane.taskGroup.flatMap { indexes.runsByGroup[$0] } == nil
  }

  private static func declarationViolations(
    of tables: Tables, _ store: StoreModel, heldBack: Set<UInt32>
  ) -> [String] {
    var found: [String] = []
    let records = tables.declarations.sorted { $0.key < $1.key }
    if Set(tables.declarations.values) != Set(store.declarations.values) {
      found.append("the store holds other declarations than the scheduler")
    }
    for (key, record) in records {
      let task = tables.tasks[record.task]?.task
      if key != record.key || task.map({ $0.key != key }) ?? false {
        found.append("declaration \(record.task.value) is of another task")
      }
      let waits = task != nil && task?.runID == nil
      switch record.state {
      case .active:
        if task == nil, !heldBack.contains(record.uid) {
          found.append("task \(record.task.value) is declared and gone")
        }
      case .finished: if task != nil { found.append("task \(record.task.value) is finished and there") }
      case .cancelled, .withdrawn:
        if waits { found.append("task \(record.task.value) is not wanted and waits") }
      }
    }
    return found
  }

  private static func violations(of entry: TaskEntry, _ tables: Tables, isStarting: Bool) -> [String] {
    let task = entry.task
    var found: [String] = []
    func check(_ holds: Bool, _ message: String) {
      if !holds { found.append("task \(task.id.value): \(message)") }
    }
    let run = tables.indexes.runByKey[task.key]
    switch entry.place {
    case .running:
      check(task.runID.map { tables.runs[$0]?.run.taskID == task.id } ?? false, "it has no run of its own")
    case .behindRun: check(run != nil || isStarting, "it waits behind a run that is not there")
    case .group: check(tables.indexes.groups.first(in: entry.groupKey) != nil, "its group is not there")
    case .date(let date):
      check(date == task.request.earliestBegin, "it waits for a date that is not its own")
    case .pause: break
    case .held: check(entry.damage != nil, "it is held without a reason")
    case .paused: break
    case .paths(let wait):
      check(task.request.pathTrigger != nil, "it waits for a change of nothing")
      if case .watch(let id) = wait {
        check(entry.pathState.watch == id, "it waits for the watch of another")
      } else {
        check(entry.pathState.watch == nil, "it is watched for and waits for something else")
      }
    case .behindTasks:
      var hasTransfers = false
      tables.tasks.forEach { other in
        let session = other.task.request.transfer?.session
        if other.task.uid == task.uid, session == task.request.identifier { hasTransfers = true }
      }
      let isToBeTold = task.request.order.predecessors.contains { predecessor in
        let pass = tables.ends[TaskKey(uid: task.uid, identifier: predecessor.identifier)]?.pass
        return pass.map { $0.isRepeated || $0.next <= task.id } ?? false
      }
      check(
        !task.awaited(given: tables.ends).isEmpty || isToBeTold || hasTransfers || isStarting,
        "it waits for others that have ended")
    case .application:
      check(task.request.target == .application, "a command waits for an application")
    }
    if entry.place != .running {
      check(task.runID == nil, "it waits and has a run")
      check(tables.waitingTask(task.key) == task.id, "it is not found by its key")
    }
    return found
  }

  private static func violations(ofPlacesIn indexes: Indexes, _ waiting: [TaskEntry]) -> [String] {
    var found: [String] = []
    func check(_ holds: Bool, _ message: String) { if !holds { found.append(message) } }
    var held: Set<TaskID> = []
    var paused: [UInt32: SortedSet<TaskID>] = [:]
    var dates = 0
    var pauses = 0
    var groups: Set<GroupKey> = []
    var deadlines = 0
    var leases = 0
    for entry in waiting {
      switch entry.place {
      case .date: dates += 1
      case .pause, .application(until: .some), .paths(.pause): pauses += 1
      case .group: groups.insert(entry.groupKey)
      case .held: held.insert(entry.task.id)
      case .paused: paused[entry.task.uid, default: SortedSet()].insert(entry.task.id)
      case .behindRun, .behindTasks, .running, .application(until: nil), .paths: break
      }
      let task = entry.task
      if task.lease != nil { leases += 1 }
      let hasDeadline = task.request.deadline != nil && task.attempt == 1 && !task.isOverdue
      if hasDeadline || (task.request.overdueAfter != nil && !task.lacksSuccess) { deadlines += 1 }
    }
    check(indexes.dates.count == dates && indexes.latestDates.count == dates, "the queues of dates are wrong")
    check(indexes.pauses.count == pauses, "the queue of pauses is wrong")
    check(indexes.deadlines.count == deadlines, "the queue of deadlines is wrong")
    check(indexes.leases.count == leases, "the queue of leases is wrong")
    check(indexes.held.elements == held.sorted(), "the set of what is held is wrong")
    check(indexes.paused == paused, "the set of what is paused is wrong")
    check(Set(indexes.groups.keys) == groups, "the groups are wrong")
    return found
  }

  /// The indexes are what they would be if they were made anew.
  private static func rebuildViolations(of tables: Tables, _ configuration: SchedulerConfiguration)
    -> [String]
  {
    var indexes = Indexes()
    indexes.configure(configuration)
    for (uid, number) in tables.indexes.groups.turns.last { indexes.groups.setLastServed(number, of: uid) }
    for (uid, kinds) in tables.indexes.groups.held { indexes.groups.setHeld(kinds, of: uid) }
    for (uid, point) in tables.indexes.deadlines.behind { indexes.deadlines.setBehind(uid, until: point) }
    for registration in tables.registrations.values { indexes.insert(registration) }
    for process in tables.processes.values { indexes.insert(process) }
    for application in tables.foreground.values { indexes.foregroundChanged(from: nil, to: application) }
    for active in tables.runs.values { indexes.insert(active) }
    for (id, awaited) in tables.inquiries { indexes.insert(id, for: awaited) }
    for active in tables.assertions.values { indexes.insert(active) }
    for entry in tables.tasks.entries { indexes.replace(nil, by: entry) }
    let wishes = tables.tasks.entries.map(\.task.request.wish).filter { !$0.isEmpty }
    if tables.tasks.wishes.uses.whole != wishes.reduce(into: [:], { $0[$1, default: 0] += 1 }) {
      return ["what tasks say of conditions is counted wrongly"]
    }
    let calendars = tables.tasks.entries.compactMap(\.task.request.calendar)
    if tables.tasks.calendars.uses.whole != calendars.reduce(into: [:], { $0[$1, default: 0] += 1 }) {
      return ["what tasks say of the calendar is counted wrongly"]
    }
    guard IndexShape(tables.indexes) != IndexShape(indexes) else { return [] }
    let (kept, made) = (tables.indexes.portrait, indexes.portrait)
    return ["the indexes strayed: \(Set(kept).symmetricDifference(made).sorted())"]
  }

  /// The wake-up that is armed lies ahead: one in the past would come again and again. A look that is overdue
  /// is wanted at once, and is made by waking up.
  private static func wakeUpViolations(of scheduler: Scheduler, at moment: Moment) -> [String] {
    if scheduler.volatile.backlog.isGoingOn { return [] }
    guard let armed = scheduler.volatile.armed else { return ["nothing was ever armed"] }
    var found: [String] = []
    if let wall = armed.wall, wall <= moment.wall { found.append("a date in the past is armed") }
    if let point = armed.monotonic, point <= moment.monotonic, point != scheduler.nextLook {
      found.append("a point in the past is armed")
    }
    return found
  }
}
