/// Tasks, runs, applications and their programs, with their indexes. Each changes in one way, and all changes
/// since the last commit can be taken back, at the cost of what changed.
struct Tables {
  private var inPlace = InPlace()
  private(set) var tasks = TaskTable()
  /// The waiting task of each key.
  private var names = HashIndex<TaskKey, TaskID>()
  private(set) var runs: [RunID: ActiveRun] = [:]
  private(set) var registrations: [ConnectionID: Registration] = [:]
  private(set) var processes: [RunID: ApplicationProcess] = [:]
  /// The applications that are in use, by the connections that said so (R36).
  private(set) var foreground: [ConnectionID: ApplicationKey] = [:]
  private(set) var uses: [ApplicationKey: ApplicationUse] = [:]
  private(set) var works = WorkTable()
  /// The callers that wait for conditions without a task.
  private(set) var inquiries: [ConnectionID: AwaitedConditions] = [:]
  /// The assertions that programs have begun.
  private(set) var assertions: [ConnectionID: ActiveAssertion] = [:]
  /// The records of tasks that files have declared.
  private(set) var declarations: [TaskKey: DeclarationRecord] = [:]
  /// The keys of declared tasks, in order.
  private(set) var declaredKeys = SortedSet<TaskKey>()
  /// The pace of each identifier.
  private(set) var paces: [TaskKey: Pace] = [:]
  /// The points at which paces are forgotten. Mostly these come in order, and go in it.
  private var forgetting = SortedSet<Timed<MonotonicTime, TaskKey>>()
  private var processingSpacing = TimeSpan.zero
  /// The looks and watches that the shell carries out.
  private(set) var watches: Set<RunID> = []
  /// The pauses that hold tasks back.
  private(set) var pauses = Pauses()
  /// The users with whose tasks an undertaking is going on.
  private(set) var undertakings: [Undertaking: Set<UInt32>] = [:]
  /// The ends of tasks that others come after.
  private(set) var ends = EndTable()
  private(set) var indexes = Indexes()
  private var undo: [Undo] = []

  /// The values before each change.
  private enum Undo {
    case task(TaskID, TaskEntry?)
    /// The earlier place of a restored task, mostly behind a run while it has no place yet.
    case place(TaskID, Place, Patience)
    indirect case run(RunID, ActiveRun?)
    indirect case registration(ConnectionID, Registration?)
    /// The identifiers that were added to the registration.
    case identifiers(ConnectionID, [String])
    case process(RunID, ApplicationProcess?)
    case foreground(ConnectionID, ApplicationKey?)
    case use(ApplicationKey, ApplicationUse?)
    case work(TaskKey, WorkRecord?)
    case inquiry(ConnectionID, AwaitedConditions?)
    case assertion(ConnectionID, ActiveAssertion?)
    case declaration(TaskKey, DeclarationRecord?)
    case lastServed(UInt32, UInt64?)
    case lastAsked(UInt32, UInt64?)
    case lastLooked(UInt32, UInt64?)
    case behind(UInt32, MonotonicTime?)
    case watch(RunID, Bool)
    case pause(PauseScope, Pause?)
    case undertaking(Undertaking, UInt32, Bool)
    case pace(TaskKey, Pace?)
    case ends(TaskKey, EndTable.Entry?)
  }

  mutating func setTask(_ id: TaskID, _ entry: TaskEntry?) {
    undo.append(.task(id, replaceTask(id, entry)))
  }

  mutating func reserveCapacity(_ count: Int) {
    tasks.reserveCapacity(count)
    names.reserveCapacity(count)
  }

  /// Takes in a task of the store that was not there. It is never taken back.
  /// - Returns: The task that waits under the same key, too.
  mutating func restoreTask(_ entry: TaskEntry) -> TaskID? {
    let id = entry.task.id
    tasks[id] = entry
    indexes.replace(nil, by: entry)
    guard let key = entry.waitingKey else { return nil }
    return names.insert(id, as: key) { tasks.key(of: $0) }
  }

  /// Drops a task that was taken in, for a younger one of its key.
  mutating func dropRestored(_ id: TaskID) { replaceTask(id, nil) }

  /// Puts a restored task in its place. The task has not changed otherwise.
  mutating func placeRestored(_ entry: TaskEntry, at place: Place, _ patience: Patience) {
    undo.append(.place(entry.task.id, entry.place, entry.patience))
    move(entry, to: place, patience)
  }

  private mutating func move(_ entry: TaskEntry, to place: Place, _ patience: Patience) {
    var placed = entry
    placed.place = place
    placed.patience = patience
    tasks.move(entry.task.id, to: place, patience)
    indexes.move(Waiting(entry), to: Waiting(placed))
  }

  /// Returns the waiting task of this key.
  func waitingTask(_ key: TaskKey) -> TaskID? {
    // Not all tables, which the closure would copy.
    let tasks = tasks
    return names.number(of: key) { tasks.key(of: $0) }
  }

  /// The number of waiting tasks.
  var waitingCount: Int { names.count }

  /// Returns the expressions whose uses may have changed since the last call. Not undone: taking back a
  /// change changes the uses again.
  mutating func takeChangedExpressions() -> [(ConditionExpression, ExpressionUse)] {
    indexes.takeChangedExpressions()
  }

  /// Returns the keys of tasks whose last transfer has gone since the last call. Not undone: a change that is
  /// taken back has ended no transfer.
  mutating func takeEmptiedSessions() -> [TaskKey] { indexes.takeEmptiedSessions() }

  /// Notes the groups that changed requirements and expressions concern. Not undone, like the next two
  /// functions: taking back a change of the machine reports a change.
  mutating func noteGroups(_ machine: Machine, _ changed: [ConditionExpression], at now: MonotonicTime) {
    indexes.groups.note(machine, changed)
    indexes.groups.noteWindows(at: now)
  }

  /// Lets all groups be asked again whose windows are judged.
  mutating func forgetWindows() { indexes.groups.forgetWindows() }

  /// Opens and closes the groups that the machine's changes concern, as many as the slice allows.
  mutating func askGroups(_ reading: MachineReading, _ slice: inout Slice) {
    indexes.groups.ask(reading, &slice)
  }

  /// Opens or closes one group.
  mutating func ask(_ key: GroupKey, _ reading: MachineReading) { indexes.groups.ask(key, reading) }

  mutating func setRun(_ id: RunID, _ active: ActiveRun?) {
    undo.append(.run(id, replaceRun(id, active)))
  }

  mutating func setRegistration(_ id: ConnectionID, _ registration: Registration?) {
    undo.append(.registration(id, replaceRegistration(id, registration)))
  }

  /// Lets the registration handle these identifiers as well.
  mutating func addIdentifiers(_ identifiers: [String], to id: ConnectionID) {
    guard let uid = registrations[id]?.application.uid else { return }
    let added = identifiers.filter { registrations[id]?.identifiers.insert($0).inserted == true }
    for identifier in added { indexes.addHandler(id, of: TaskKey(uid: uid, identifier: identifier)) }
    undo.append(.identifiers(id, added))
  }

  mutating func setForeground(_ id: ConnectionID, _ application: ApplicationKey?) {
    undo.append(.foreground(id, replaceForeground(id, application)))
  }

  mutating func setUse(_ application: ApplicationKey, _ use: ApplicationUse?) {
    undo.append(.use(application, uses[application]))
    uses[application] = use
  }

  mutating func setInquiry(_ id: ConnectionID, _ awaited: AwaitedConditions?) {
    undo.append(.inquiry(id, replaceInquiry(id, awaited)))
  }

  mutating func setAssertion(_ id: ConnectionID, _ active: ActiveAssertion?) {
    undo.append(.assertion(id, replaceAssertion(id, active)))
  }

  mutating func setProcess(_ id: RunID, _ process: ApplicationProcess?) {
    undo.append(.process(id, replaceProcess(id, process)))
  }

  mutating func setDeclaration(_ key: TaskKey, _ record: DeclarationRecord?) {
    undo.append(.declaration(key, replaceDeclaration(key, record)))
  }

  mutating func setLastServed(_ number: UInt64, of uid: UInt32) {
    undo.append(.lastServed(uid, indexes.groups.turns.last[uid]))
    indexes.groups.setLastServed(number, of: uid)
  }

  /// - Parameter number: The number of the last check that was asked as the user.
  mutating func setLastAsked(_ number: UInt64, of uid: UInt32) {
    undo.append(.lastAsked(uid, indexes.groups.waits.asking.last[uid]))
    indexes.groups.setLastAsked(number, of: uid)
  }

  /// - Parameter number: The number of the last look as the user.
  mutating func setLastLooked(_ number: UInt64, of uid: UInt32) {
    undo.append(.lastLooked(uid, indexes.pathLooks.last(of: uid)))
    indexes.pathLooks.setLast(number, of: uid)
  }

  /// Sets the next turn of a user with more passed deadlines than one turn takes in; nil for other users.
  /// Meanwhile no task of the user starts, because it may be one to drop.
  mutating func setBehind(_ uid: UInt32, until point: MonotonicTime?) {
    undo.append(.behind(uid, replaceBehind(uid, point)))
  }

  /// Notes that the shell carries out a look or a watch, or has ceased to.
  mutating func setWatch(_ id: RunID, isThere: Bool) {
    undo.append(.watch(id, replaceWatch(id, isThere)))
  }

  @discardableResult
  private mutating func replaceWatch(_ id: RunID, _ isThere: Bool) -> Bool {
    let old = watches.contains(id)
    if isThere { watches.insert(id) } else { watches.remove(id) }
    return old
  }

  /// Returns the looks and watches that no task waits for any more, of those that a task waited for at the
  /// last call. Not undone: a change that is taken back has ended none.
  mutating func takeLeftWatches() -> [RunID] {
    indexes.takeLeftWatches().filter(watches.contains)
  }

  /// Replaces the pause for the scope.
  mutating func setPause(_ scope: PauseScope, _ pause: Pause?) {
    undo.append(.pause(scope, replacePause(scope, pause)))
  }

  /// Notes that an undertaking with the user's tasks has begun or ended.
  mutating func set(_ undertaking: Undertaking, of uid: UInt32, _ isGoingOn: Bool) {
    undo.append(.undertaking(undertaking, uid, replace(undertaking, of: uid, isGoingOn)))
  }

  mutating func setPace(_ key: TaskKey, _ pace: Pace?) {
    undo.append(.pace(key, replacePace(key, pace)))
  }

  mutating func setEnds(_ key: TaskKey, _ entry: EndTable.Entry?) {
    undo.append(.ends(key, ends.replace(key, by: entry)))
  }

  mutating func setWork(_ key: TaskKey, _ record: WorkRecord?) {
    undo.append(.work(key, works.replace(key, by: record)))
  }

  /// Returns the keys of tasks that no task comes after any more, of those that one came after at the last
  /// call. Not undone: a change that is taken back has ended none.
  mutating func takeUnfollowed() -> [TaskKey] { indexes.takeUnfollowed() }

  /// Forgets the paces that have no effect any more.
  mutating func forgetPaces(at now: MonotonicTime, _ slice: inout Slice) {
    while !slice.isSpent, let due = forgetting.first, due.time <= now {
      slice.spend(Slice.look)
      setPace(due.subject, nil)
    }
  }

  /// Takes in new rules. Not undone, but what follows from the new rules is.
  mutating func configure(_ configuration: SchedulerConfiguration) {
    indexes.configure(configuration)
    // The timers of runs follow from the rules.
    for (id, active) in runs { replaceRun(id, active) }
    guard processingSpacing != configuration.processingSpacing else { return }
    processingSpacing = configuration.processingSpacing
    forgetting = SortedSet()
    for due in paces.map({ due(of: $0.key, $0.value) }).sorted() { forgetting.insert(due) }
  }

  mutating func commit() {
    // The room that a start or a large batch needed is given back.
    undo.removeAll(keepingCapacity: undo.count <= 1024)
  }

  mutating func rollBack() {
    while let last = undo.popLast() {
      switch last {
      case .task(let id, let entry): replaceTask(id, entry)
      case .place(let id, let place, let patience): tasks[id].map { move($0, to: place, patience) }
      case .run(let id, let active): replaceRun(id, active)
      case .registration(let id, let registration): replaceRegistration(id, registration)
      case .identifiers(let id, let added): removeIdentifiers(added, from: id)
      case .process(let id, let process): replaceProcess(id, process)
      case .foreground(let id, let application): replaceForeground(id, application)
      case .use(let application, let use): uses[application] = use
      case .work(let key, let record): _ = works.replace(key, by: record)
      case .inquiry(let id, let awaited): replaceInquiry(id, awaited)
      case .assertion(let id, let active): replaceAssertion(id, active)
      case .declaration(let key, let record): replaceDeclaration(key, record)
      case .lastServed(let uid, let number): indexes.groups.setLastServed(number, of: uid)
      case .lastAsked(let uid, let number): indexes.groups.setLastAsked(number, of: uid)
      case .lastLooked(let uid, let number): indexes.pathLooks.setLast(number, of: uid)
      case .behind(let uid, let point): replaceBehind(uid, point)
      case .watch(let id, let isThere): replaceWatch(id, isThere)
      case .pause(let scope, let pause): replacePause(scope, pause)
      case .undertaking(let undertaking, let uid, let isGoingOn):
        replace(undertaking, of: uid, isGoingOn)
      case .pace(let key, let pace): replacePace(key, pace)
      case .ends(let key, let entry): _ = ends.replace(key, by: entry)
      }
    }
    indexes.forgetEnded()
  }

  @discardableResult
  private mutating func replaceTask(_ id: TaskID, _ entry: TaskEntry?) -> TaskEntry? {
    let old = tasks[id]
    let (oldKey, newKey) = (old?.waitingKey, entry?.waitingKey)
    if let oldKey, oldKey != newKey { names.remove(id, as: oldKey) }
    tasks[id] = entry
    if let newKey, oldKey != newKey { names.insert(id, as: newKey) { tasks.key(of: $0) } }
    indexes.replace(old, by: entry)
    return old
  }

  @discardableResult
  private mutating func replaceDeclaration(_ key: TaskKey, _ record: DeclarationRecord?) -> DeclarationRecord?
  {
    declaredKeys.set(key, isThere: record != nil)
    defer { declarations[key] = record }
    return declarations[key]
  }

  @discardableResult
  private mutating func replaceRun(_ id: RunID, _ active: ActiveRun?) -> ActiveRun? {
    let old = runs[id]
    if let old { indexes.remove(old) }
    runs[id] = active
    if let active { indexes.insert(active) }
    return old
  }

  @discardableResult
  private mutating func replaceRegistration(
    _ id: ConnectionID, _ registration: Registration?
  ) -> Registration? {
    let old = registrations[id]
    if let old { indexes.remove(old) }
    registrations[id] = registration
    if let registration { indexes.insert(registration) }
    return old
  }

  private mutating func removeIdentifiers(_ identifiers: [String], from id: ConnectionID) {
    guard let uid = registrations[id]?.application.uid else { return }
    for identifier in identifiers {
      registrations[id]?.identifiers.remove(identifier)
      indexes.removeHandler(id, of: TaskKey(uid: uid, identifier: identifier))
    }
  }

  @discardableResult
  private mutating func replaceForeground(
    _ id: ConnectionID, _ application: ApplicationKey?
  ) -> ApplicationKey? {
    let old = foreground[id]
    indexes.foregroundChanged(from: old, to: application)
    foreground[id] = application
    return old
  }

  @discardableResult
  private mutating func replaceInquiry(
    _ id: ConnectionID, _ awaited: AwaitedConditions?
  ) -> AwaitedConditions? {
    let old = inquiries[id]
    if let old { indexes.remove(id, for: old) }
    inquiries[id] = awaited
    if let awaited { indexes.insert(id, for: awaited) }
    return old
  }

  @discardableResult
  private mutating func replaceAssertion(
    _ id: ConnectionID, _ active: ActiveAssertion?
  ) -> ActiveAssertion? {
    let old = assertions[id]
    if let old { indexes.remove(old) }
    assertions[id] = active
    if let active { indexes.insert(active) }
    return old
  }

  @discardableResult
  private mutating func replaceProcess(_ id: RunID, _ process: ApplicationProcess?) -> ApplicationProcess? {
    let old = processes[id]
    if let old { indexes.remove(old) }
    processes[id] = process
    if let process { indexes.insert(process) }
    return old
  }

  @discardableResult
  private mutating func replaceBehind(_ uid: UInt32, _ point: MonotonicTime?) -> MonotonicTime? {
    let old = indexes.deadlines.behind[uid]
    indexes.deadlines.setBehind(uid, until: point)
    refreshHolds(of: uid)
    return old
  }

  @discardableResult
  private mutating func replacePause(_ scope: PauseScope, _ pause: Pause?) -> Pause? {
    let old = pauses[scope]
    if let pause { pauses.put(pause) } else { pauses.remove(scope) }
    if let uid = scope.uid { refreshHolds(of: uid) }
    return old
  }

  @discardableResult
  private mutating func replace(_ undertaking: Undertaking, of uid: UInt32, _ isGoingOn: Bool) -> Bool {
    let old = undertakings[undertaking]?.contains(uid) == true
    guard old != isGoingOn else { return old }
    if isGoingOn {
      undertakings[undertaking, default: []].insert(uid)
    } else {
      undertakings[undertaking]?.remove(uid)
    }
    refreshHolds(of: uid)
    return old
  }

  /// Returns the kinds of which no task of the user starts for now.
  func kindsHeld(of uid: UInt32) -> Set<Kind> {
    indexes.deadlines.behind[uid] != nil || undertakings.values.contains { $0.contains(uid) }
      ? Set(Kind.allCases) : pauses.kindsHeld(of: uid)
  }

  private mutating func refreshHolds(of uid: UInt32) { indexes.groups.setHeld(kindsHeld(of: uid), of: uid) }

  @discardableResult
  private mutating func replacePace(_ key: TaskKey, _ pace: Pace?) -> Pace? {
    let old = paces[key]
    paces[key] = pace
    if let old { forgetting.remove(due(of: key, old)) }
    if let pace { forgetting.insert(due(of: key, pace)) }
    return old
  }

  private func due(of key: TaskKey, _ pace: Pace) -> Timed<MonotonicTime, TaskKey> {
    Timed(pace.forgetAt(processingSpacing), key)
  }
}
