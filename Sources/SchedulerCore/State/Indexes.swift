/// The look-ups of tasks and runs. They follow from the tasks and runs, so a change takes the old value out
/// and puts the new one in.
struct Indexes {
  private var inPlace = InPlace()
  private(set) var runByKey: [TaskKey: RunID] = [:]
  private(set) var tasksByUser: [UInt32: SortedSet<TaskID>] = [:]
  private(set) var pending = PendingCounts()
  /// Tasks whose requests are damaged.
  private(set) var held = SortedSet<TaskID>()
  /// Tasks that a pause holds back by their identifiers.
  private(set) var paused: [UInt32: SortedSet<TaskID>] = [:]
  /// Tasks whose paths have to be looked at.
  var pathLooks = PathLooks()
  /// Tasks whose paths are looked at or watched, by the name of the look or the watch.
  private(set) var pathWatches: [RunID: TaskID] = [:]
  /// The names of looks and watches that a task has ceased to wait for.
  private var leftWatches: Set<RunID> = []
  /// Tasks of which it is to be asked whether their files are there.
  private(set) var dueFiles: [UInt32: SortedSet<TaskID>] = [:]
  /// The number of paths that each user's tasks wait for.
  private(set) var pathCounts: [UInt32: Int] = [:]
  /// Tasks by the tasks that they come after.
  private(set) var followers = GradualDictionary<TaskKey, SortedSet<TaskID>>()
  /// The tasks that no task comes after any more.
  private var unfollowed: Set<TaskKey> = []
  /// The number of transfers that each task waits for.
  private(set) var transfersBySession: [TaskKey: Int] = [:]
  /// The sessions whose last transfer has gone.
  private var emptiedSessions: Set<TaskKey> = []
  /// All runs by the requirements whose loss stops them, ordered by task.
  private(set) var runsByNeed: [Requirements: SortedSet<RunPlace>] = [:]
  /// The runs of each exclusive group: more than one where a person started one by hand.
  private(set) var runsByGroup: [TaskGroup: Set<RunID>] = [:]
  private(set) var load = Load()
  /// The number of runs that keep the machine awake.
  private(set) var preventingSleep = 0
  /// The tasks that wait for a date, ordered by date.
  private(set) var dates = DueQueues<WallTime>()
  /// The same tasks by the last date at which a wake-up must come for them.
  private(set) var latestDates = SortedSet<Due<WallTime>>()
  private(set) var pauses = DueQueues<MonotonicTime>()
  /// Tasks that repeat by the calendar, whose dates depend on the zone.
  private(set) var calendars = SortedSet<TaskID>()
  /// Waiting tasks whose deadline has not passed.
  var deadlines = Deadlines()
  var groups = WaitingGroups()
  /// Tasks with relaxations to come, by the date of the next one.
  private(set) var relaxations = DueQueues<WallTime>()
  /// Waiting tasks by the point at which their leases are over.
  private(set) var leases = DueQueues<BootTime>()
  /// Runs by the point at which the leases of their tasks are over.
  private(set) var runLeases = IndexedHeap<RunID, Due<BootTime>>()
  /// Patient tasks by the date from which their window is judged otherwise.
  private(set) var nextPatiences = DueQueues<WallTime>()
  /// Patient tasks by the date at which they wait for no window any more.
  private(set) var patienceEnds = SortedSet<Due<WallTime>>()
  /// The number of groups, runs and inquiries for each expression, by their uses of it.
  private var expressions = GradualDictionary<ConditionExpression, ExpressionUses>()
  /// The expressions whose uses may have changed, in the order of the changes.
  private var changedExpressions: [ConditionExpression] = []
  /// The callers that wait for an expression without a task.
  private(set) var inquiries: [ConditionExpression: Set<ConnectionID>] = [:]
  /// Tasks that wait for a change about their application.
  private(set) var waitingForApplication: [ApplicationKey: SortedSet<TaskID>] = [:]
  /// The connections that handle each identifier and each pattern of identifiers, the newest last.
  private(set) var handlers: [TaskKey: [ConnectionID]] = [:]
  /// The connections of processes that bgtaskd started.
  private(set) var connectionsByProcess: [RunID: Set<ConnectionID>] = [:]
  /// The runs that were delivered, by their connections.
  private(set) var runsByConnection: [ConnectionID: Set<RunID>] = [:]
  /// The runs that no program has taken yet, by the process that is to take them.
  private(set) var runsByProcess: [RunID: Set<RunID>] = [:]
  /// The number of connections that say that the application is in use.
  private(set) var foreground: [ApplicationKey: Int] = [:]
  /// The number of identifiers that each user's registrations handle together.
  private(set) var handledByUser: [UInt32: Int] = [:]
  private(set) var registrationByName: [String: ConnectionID] = [:]
  /// The process of each application that bgtaskd started, at most one.
  private(set) var processByApplication: [ApplicationKey: RunID] = [:]
  /// These processes by the points of their next timers.
  private(set) var processTimers = IndexedHeap<RunID, ProcessDue>()
  /// The number of assertions of each user.
  private(set) var assertionsByUser: [UInt32: Int] = [:]
  /// The number of assertions of each process that bgtaskd started.
  private(set) var assertionsByProcess: [RunID: Int] = [:]
  /// Assertions by the points of their next timers.
  private(set) var assertionTimers = IndexedHeap<ConnectionID, Timed<MonotonicTime, ConnectionID>>()
  /// Runs by the points of their next timers.
  private(set) var runTimers = IndexedHeap<RunID, Due<MonotonicTime>>()
  /// The bound on concurrent runs of one user, if any.
  private var runsPerUser: Int?
  /// The setting `MaxExtraRunsPerUser=`.
  private var extraRunsPerUser = 0
  /// The setting `ContinuedStallSec=`.
  private var stall = TimeSpan.zero
  /// The setting `MaxTransfersPerHost=`.
  private var transfersPerHost = Int.max
  /// The bytes of all tasks that have come to the store or have left it so far.
  private(set) var movedBytes = 0
  /// The runs that trust in expressions.
  private(set) var trusting: [ConditionExpression: Set<RunID>] = [:]
  /// The runs that are frozen.
  private(set) var frozen: Set<RunID> = []
  /// The runs that may need checks asked, by the user as whom these are asked.
  private(set) var trustingAnswers: [UInt32: Set<RunID>] = [:]

  /// Takes the old value of a task out and puts the new one in. Equal parts stay, which are nearly everything
  /// in most changes.
  mutating func replace(_ old: TaskEntry?, by new: TaskEntry?) {
    if let task = (old ?? new)?.task {
      if old == nil || new == nil { movedBytes += task.storedBytes }
      let stored = (new?.task.storedBytes ?? 0) - (old?.task.storedBytes ?? 0)
      // The held bytes follow from the request, which stays from one step to the next.
      let held = old == nil || new == nil || old?.task.isCharged(as: new?.task) == false
      let change = held ? (new?.task.heldBytes ?? 0) - (old?.task.heldBytes ?? 0) : 0
      pending.count(stored: stored, held: change, of: task.uid)
    }
    if let task = new?.task, old == nil { tasksByUser[task.uid, default: SortedSet()].insert(task.id) }
    if let task = old?.task, new == nil { tasksByUser.remove(task.id, from: task.uid) }
    if let task = old?.task, task.request.calendar != nil { calendars.remove(task.id) }
    if let task = new?.task, task.request.calendar != nil { calendars.insert(task.id) }
    if let task = old?.task, old?.fileQuestion == .due { dueFiles.remove(task.id, from: task.uid) }
    if let task = new?.task, new?.fileQuestion == .due {
      dueFiles[task.uid, default: SortedSet()].insert(task.id)
    }
    let (oldPaths, newPaths) = (old?.task.pathCount ?? 0, new?.task.pathCount ?? 0)
    if let task = (old ?? new)?.task, oldPaths != newPaths {
      pathCounts.count(newPaths - oldPaths, for: task.uid)
    }
    if old?.task.request.order != new?.task.request.order {
      if let task = old?.task {
        for key in task.predecessorKeys {
          followers.remove(task.id, from: key)
          if followers[key] == nil { unfollowed.insert(key) }
        }
      }
      if let task = new?.task {
        for key in task.predecessorKeys { followers[key, default: SortedSet()].insert(task.id) }
      }
    }
    let (oldSession, newSession) = (old?.task.sessionKey, new?.task.sessionKey)
    if oldSession != newSession {
      if let newSession { transfersBySession.count(1, for: newSession) }
      if let oldSession {
        transfersBySession.count(-1, for: oldSession)
        if transfersBySession[oldSession] == nil { emptiedSessions.insert(oldSession) }
      }
    }
    move(old.flatMap(Waiting.init), to: new.flatMap(Waiting.init))
  }

  /// Returns the keys of tasks that no task comes after any more, of those that one came after at the last
  /// call.
  mutating func takeUnfollowed() -> [TaskKey] {
    guard !unfollowed.isEmpty else { return [] }
    defer { unfollowed = [] }
    return unfollowed.filter { followers[$0] == nil }.sorted()
  }

  /// Returns the keys of tasks whose last transfer has gone since the last call.
  mutating func takeEmptiedSessions() -> [TaskKey] {
    guard !emptiedSessions.isEmpty else { return [] }
    defer { emptiedSessions = [] }
    return emptiedSessions.filter { transfersBySession[$0] == nil }.sorted()
  }

  /// Returns the looks and watches that no task waits for any more, of those that a task waited for at the
  /// last call.
  mutating func takeLeftWatches() -> [RunID] {
    guard !leftWatches.isEmpty else { return [] }
    defer { leftWatches = [] }
    return leftWatches.filter { pathWatches[$0] == nil }
  }

  /// Forgets ended sessions and watches, when a change that ended them is taken back.
  mutating func forgetEnded() { (emptiedSessions, leftWatches) = ([], []) }

  /// Moves a task of which only the place has changed.
  mutating func move(_ oldWaiting: Waiting?, to newWaiting: Waiting?) {
    if oldWaiting?.count != newWaiting?.count {
      if let count = oldWaiting?.count { pending.count(count, by: -1) }
      if let count = newWaiting?.count { pending.count(count, by: 1) }
    }
    if oldWaiting?.deadline != newWaiting?.deadline {
      if let old = oldWaiting, let due = old.deadline { deadlines.remove(due, of: old.uid) }
      if let new = newWaiting, let due = new.deadline { deadlines.insert(due, of: new.uid) }
    }
    if oldWaiting?.relaxation != newWaiting?.relaxation {
      if let old = oldWaiting, let due = old.relaxation { relaxations.remove(due, of: old.uid) }
      if let new = newWaiting, let due = new.relaxation { relaxations.insert(due, of: new.uid) }
    }
    if oldWaiting?.lease != newWaiting?.lease {
      if let old = oldWaiting, let due = old.lease { leases.remove(due, of: old.uid) }
      if let new = newWaiting, let due = new.lease { leases.insert(due, of: new.uid) }
    }
    if oldWaiting?.nextPatience != newWaiting?.nextPatience {
      if let old = oldWaiting, let due = old.nextPatience { nextPatiences.remove(due, of: old.uid) }
      if let new = newWaiting, let due = new.nextPatience { nextPatiences.insert(due, of: new.uid) }
    }
    if oldWaiting?.patienceEnd != newWaiting?.patienceEnd {
      if let due = oldWaiting?.patienceEnd { patienceEnds.remove(due) }
      if let due = newWaiting?.patienceEnd { patienceEnds.insert(due) }
    }
    if oldWaiting?.spot != newWaiting?.spot {
      if let oldWaiting { remove(oldWaiting) }
      if let newWaiting { insert(newWaiting) }
    }
  }

  private mutating func insert(_ waiting: Waiting) {
    let id = waiting.spot.id
    switch waiting.spot {
    case .date(let date, let latest):
      dates.insert(date, of: waiting.uid)
      latestDates.insert(latest)
    case .pause(let due): pauses.insert(due, of: waiting.uid)
    case .application(_, let application, let until):
      if let application { waitingForApplication[application, default: SortedSet()].insert(id) }
      if let until { pauses.insert(until, of: waiting.uid) }
    case .group(let key, let urgency):
      let obstacles = obstacles(to: key.lane)
      if groups.insert(urgency, in: key, obstacles) {
        count(key.demand.expression, key.demand.use, by: 1)
      }
    case .held: held.insert(id)
    case .paused: paused[waiting.uid, default: SortedSet()].insert(id)
    case .paths(_, .look): pathLooks.set(id, of: waiting.uid, isThere: true)
    case .paths(_, .watch(let watch)): pathWatches[watch] = id
    case .paths(_, .pause(let point)): pauses.insert(Due(point, id), of: waiting.uid)
    case .behindRun, .behindTasks: break
    }
  }

  private mutating func remove(_ waiting: Waiting) {
    let id = waiting.spot.id
    switch waiting.spot {
    case .date(let date, let latest):
      dates.remove(date, of: waiting.uid)
      latestDates.remove(latest)
    case .pause(let due): pauses.remove(due, of: waiting.uid)
    case .application(_, let application, let until):
      if let application { waitingForApplication.remove(id, from: application) }
      if let until { pauses.remove(until, of: waiting.uid) }
    case .group(let key, let urgency):
      if groups.remove(urgency, from: key) { count(key.demand.expression, key.demand.use, by: -1) }
    case .held: held.remove(id)
    case .paused: paused.remove(id, from: waiting.uid)
    case .paths(_, .look): pathLooks.set(id, of: waiting.uid, isThere: false)
    case .paths(_, .watch(let watch)):
      pathWatches[watch] = nil
      leftWatches.insert(watch)
    case .paths(_, .pause(let point)): pauses.remove(Due(point, id), of: waiting.uid)
    case .behindRun, .behindTasks: break
    }
  }

  private mutating func count(_ expression: ConditionExpression?, _ use: ExpressionUse, by number: Int) {
    guard let expression else { return }
    var uses = expressions[expression] ?? ExpressionUses()
    let before = uses.all
    uses.count(use, by: number)
    expressions[expression] = uses.all.isEmpty ? nil : uses
    if uses.all != before { changedExpressions.append(expression) }
  }

  /// Returns the obstacles that leave a lane without room.
  private func obstacles(to lane: LaneKey) -> Lanes.Obstacles {
    Lanes.Obstacles(
      isHostFull: lane.transferHost.map { isFull($0) } ?? false,
      isGroupBusy: lane.taskGroup.map { runsByGroup[$0] != nil } ?? false)
  }

  private func isFull(_ host: TransferHost) -> Bool { load.byHost[host, default: 0] >= transfersPerHost }

  /// Returns the expressions whose uses may have changed since the last call, with their present uses.
  mutating func takeChangedExpressions() -> [(ConditionExpression, ExpressionUse)] {
    guard !changedExpressions.isEmpty else { return [] }
    defer { changedExpressions = [] }
    return changedExpressions.map { ($0, expressions[$0]?.all ?? []) }
  }

  /// Returns the present uses of the expression.
  func uses(of expression: ConditionExpression) -> ExpressionUse { expressions[expression]?.all ?? [] }

  mutating func insert(_ inquirer: ConnectionID, for awaited: AwaitedConditions) {
    count(awaited.expression, awaited.use, by: 1)
    inquiries[awaited.expression, default: []].insert(inquirer)
  }

  mutating func remove(_ inquirer: ConnectionID, for awaited: AwaitedConditions) {
    count(awaited.expression, awaited.use, by: -1)
    inquiries.remove(inquirer, from: awaited.expression)
  }

  /// Returns the callers that wait for these expressions without a task.
  func inquiries(about expressions: [ConditionExpression]) -> Set<ConnectionID> {
    guard !inquiries.isEmpty else { return [] }
    return expressions.reduce(into: []) { $0.formUnion(inquiries[$1] ?? []) }
  }

  mutating func insert(_ active: ActiveRun) {
    runsByNeed[active.enforced.requirements, default: SortedSet()].insert(RunPlace(active.run))
    count(active.enforced.expression, .running, by: 1)
    if let expression = active.enforced.expression {
      trusting[expression, default: []].insert(active.run.id)
      if let uid = expression.owner { trustingAnswers[uid, default: []].insert(active.run.id) }
    }
    if active.lack != nil { frozen.insert(active.run.id) }
    runByKey[active.run.key] = active.run.id
    if let group = active.group {
      runsByGroup[group, default: []].insert(active.run.id)
      groups.setBusy(true, group)
    }
    if let connection = active.connection {
      runsByConnection[connection, default: []].insert(active.run.id)
    }
    if let process = active.process { runsByProcess[process, default: []].insert(active.run.id) }
    if !active.isOver { count(active, by: 1) }
    if active.keepsAwake { preventingSleep += 1 }
    if let time = active.nextTimer(stall: stall)?.time {
      runTimers.insert(active.run.id, key: Due(time, active.run.taskID))
    }
    if let due = active.leaseDue { runLeases.insert(active.run.id, key: due) }
  }

  mutating func remove(_ active: ActiveRun) {
    runsByNeed.remove(RunPlace(active.run), from: active.enforced.requirements)
    count(active.enforced.expression, .running, by: -1)
    if let expression = active.enforced.expression {
      trusting.remove(active.run.id, from: expression)
      if let uid = expression.owner { trustingAnswers.remove(active.run.id, from: uid) }
    }
    frozen.remove(active.run.id)
    if runByKey[active.run.key] == active.run.id { runByKey[active.run.key] = nil }
    if let group = active.group {
      runsByGroup.remove(active.run.id, from: group)
      groups.setBusy(runsByGroup[group] != nil, group)
    }
    if let connection = active.connection { runsByConnection.remove(active.run.id, from: connection) }
    if let process = active.process { runsByProcess.remove(active.run.id, from: process) }
    if !active.isOver { count(active, by: -1) }
    if active.keepsAwake { preventingSleep -= 1 }
    runTimers.remove(active.run.id)
    runLeases.remove(active.run.id)
  }

  private mutating func count(_ active: ActiveRun, by step: Int) {
    load.count(active, by: step)
    if let host = active.host { groups.setFull(isFull(host), host) }
  }

  mutating func insert(_ registration: Registration) {
    registrationByName[registration.name] = registration.connection
    if let process = registration.process {
      connectionsByProcess[process, default: []].insert(registration.connection)
    }
    for identifier in registration.identifiers {
      addHandler(
        registration.connection, of: TaskKey(uid: registration.application.uid, identifier: identifier))
    }
  }

  mutating func remove(_ registration: Registration) {
    registrationByName[registration.name] = nil
    if let process = registration.process {
      connectionsByProcess.remove(registration.connection, from: process)
    }
    for identifier in registration.identifiers {
      removeHandler(
        registration.connection, of: TaskKey(uid: registration.application.uid, identifier: identifier))
    }
  }

  mutating func addHandler(_ connection: ConnectionID, of key: TaskKey) {
    // The newest connection is nearly always the last one.
    let before = handlers[key]?.lastIndex { $0 < connection }
    handlers[key, default: []].insert(connection, at: before.map { $0 + 1 } ?? 0)
    handledByUser.count(1, for: key.uid)
  }

  mutating func removeHandler(_ connection: ConnectionID, of key: TaskKey) {
    handlers[key]?.removeAll { $0 == connection }
    handledByUser.count(-1, for: key.uid)
    if handlers[key]?.isEmpty == true { handlers[key] = nil }
  }

  mutating func foregroundChanged(from old: ApplicationKey?, to new: ApplicationKey?) {
    if let old { foreground.count(-1, for: old) }
    if let new { foreground.count(1, for: new) }
  }

  mutating func insert(_ active: ActiveAssertion) {
    let (assertion, connection) = (active.assertion, active.assertion.connection)
    assertionsByUser.count(1, for: assertion.uid)
    if let process = assertion.neededProcess { assertionsByProcess.count(1, for: process) }
    if let time = active.nextTimer { assertionTimers.insert(connection, key: Timed(time, connection)) }
  }

  mutating func remove(_ active: ActiveAssertion) {
    assertionsByUser.count(-1, for: active.assertion.uid)
    if let process = active.assertion.neededProcess { assertionsByProcess.count(-1, for: process) }
    assertionTimers.remove(active.assertion.connection)
  }

  mutating func insert(_ process: ApplicationProcess) {
    processByApplication[process.application] = process.id
    if let time = process.nextTimer?.time {
      processTimers.insert(process.id, key: ProcessDue(time: time, task: process.task, id: process.id))
    }
  }

  mutating func remove(_ process: ApplicationProcess) {
    processByApplication[process.application] = nil
    processTimers.remove(process.id)
  }

  mutating func configure(_ configuration: SchedulerConfiguration) {
    runsPerUser = configuration.runsPerUser
    extraRunsPerUser = configuration.maximumExtraRunsPerUser
    stall = configuration.continuedStall
    transfersPerHost = configuration.maximumTransfersPerHost
    for host in Array(groups.lanes.hosts) { groups.setFull(isFull(host), host) }
  }

  /// Returns whether the limits of users let one more run of the kind start.
  /// - Parameter hasRoom: Whether a slot is free; work that a person started has slots of its own.
  func mayRun(_ uid: UInt32, _ kind: Kind, hasRoom: Bool) -> Bool {
    if hasRoom, runsPerUser.map({ load.byUser[uid, default: 0] < $0 }) ?? true { return true }
    return kind == .continued && load.besideByUser[uid, default: 0] < extraRunsPerUser
  }
}

extension ScheduledTask {
  /// The key of the task that waits for the transfer and all others of its session.
  fileprivate var sessionKey: TaskKey? {
    request.transfer?.session.map { TaskKey(uid: uid, identifier: $0) }
  }

  /// The number of paths that the task waits for.
  var pathCount: Int { request.pathTrigger?.paths.count ?? 0 }

  /// The keys of the tasks that the task comes after.
  fileprivate var predecessorKeys: [TaskKey] {
    request.order.predecessors.map { TaskKey(uid: uid, identifier: $0.identifier) }
  }
}

extension Dictionary {
  /// Removes an element from the set of a key. Empty sets are not kept.
  mutating func remove<Element>(_ element: Element, from key: Key) where Value == Set<Element> {
    self[key]?.remove(element)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}

extension Dictionary where Value == Int {
  /// Adds to the count of a key. Counts of zero are not kept.
  mutating func count(_ number: Int, for key: Key) {
    let count = self[key, default: 0] + number
    self[key] = count > 0 ? count : nil
  }
}

/// The number of users of an expression, by their uses.
private struct ExpressionUses {
  private var proceeding: Int32 = 0
  private var waiting: Int32 = 0
  private var running: Int32 = 0

  /// The uses of which there are any.
  var all: ExpressionUse {
    var all = ExpressionUse()
    if proceeding > 0 { all.insert(.proceeding) }
    if waiting > 0 { all.insert(.waiting) }
    if running > 0 { all.insert(.running) }
    return all
  }

  mutating func count(_ use: ExpressionUse, by number: Int) {
    if use.contains(.proceeding) { proceeding += Int32(number) }
    if use.contains(.waiting) { waiting += Int32(number) }
    if use.contains(.running) { running += Int32(number) }
  }
}
