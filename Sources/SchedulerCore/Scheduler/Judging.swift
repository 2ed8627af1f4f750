/// The judgement of when a patient task starts.
extension Scheduler {
  /// The time that work takes of which nothing is known.
  private static let usualNeed = TimeSpan.minutes(5)
  /// The time for which work that goes on where it left off has to run, so that a start is not wasted.
  private static let resumableNeed = TimeSpan.minutes(1)

  /// Returns the terms by which the window of a waiting task is judged.
  func patience(of task: ScheduledTask, at now: WallTime) -> Patience {
    guard volatile.configuration.judgement(of: task.request) == .patient,
      !task.requirements.isDisjoint(with: .ofWindows), !task.isOverdue, !task.lacksSuccess
    else { return .none }
    return Patience(need: need(of: task), left: task.latestEnd.map { $0 - now })
  }

  /// Returns the time that the task needs without an interruption.
  private func need(of task: ScheduledTask) -> TimeSpan {
    if task.goesOn { return Self.resumableNeed }
    return min(
      task.usualLength ?? task.request.expectedDuration ?? Self.usualNeed, runtimeLimit(of: task.request))
  }

  /// Keeps what was learned of the work of a task that is gone, for the next task of its identifier.
  mutating func keepLearned(of task: ScheduledTask) {
    guard task.usualLength != nil || task.resumes else { return }
    forgetLearned(of: task.key)
    let record = WorkRecord(of: task)
    tables.setWork(task.key, record)
    store(.putWork(record))
    if let oldest = tables.works.surplus(of: task.uid) { forgetLearned(of: oldest.key) }
  }

  /// Forgets what was kept of the work of tasks of this key that are gone: a new task has it now.
  mutating func forgetLearned(of key: TaskKey) {
    guard let record = tables.works[key] else { return }
    tables.setWork(key, nil)
    store(.deleteWork(record.task))
  }

  /// Stores what is remembered of windows that have ended, unless the disk takes nothing.
  mutating func recordWindows() {
    guard volatile.storeFailure == nil else { return }
    for record in volatile.machine.takeWindowRecords() { store(.putWindows(record)) }
  }

  /// Notes that a run of the task has succeeded, or one of the task of its key before it.
  func noteSuccess(of run: Run, to task: inout ScheduledTask, at moment: Moment) {
    task.succeeded(in: run, recordedAt: moment.wall)
    guard volatile.configuration.judgement(of: task.request) == .patient, let length = run.length else {
      return
    }
    task.learn(length)
  }

  /// Notes that a run has saved its work, so that the task's next runs go on where one has left off.
  mutating func checkpoint(
    _ id: RunID, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    var active = try run(id, of: caller)
    active.lastProgress = moment.monotonic
    tables.setRun(id, active)
    guard var entry = tables.tasks[active.run.taskID], entry.task.runID == id, !entry.task.resumes else {
      return .done
    }
    try checkStore()
    entry.task.resumes = true
    tables.setTask(entry.task.id, entry)
    store(.putTask(entry.task, payload: nil))
    return .done
  }

  /// Returns whether the request's file says after each run without success if the next one goes on from it.
  func asksForFile(of request: TaskRequest) -> Bool {
    request.checkpointFile != nil && request.canResume == nil
      && volatile.configuration.judgement(of: request) == .patient
  }

  /// Takes in whether the task's file is there. An answer from before another run says nothing.
  mutating func take(_ finding: CheckFinding, of question: RunID, onFileOf id: TaskID, at moment: Moment) {
    guard var entry = tables.tasks[id], entry.fileQuestion == .open(question) else { return }
    // An answer that cannot be stored is asked for again when the disk works.
    let isStored = volatile.storeFailure == nil
    entry.fileQuestion = isStored ? nil : .due
    guard isStored, let isThere = finding.holds, isThere != entry.task.resumes else {
      return tables.setTask(id, entry)
    }
    entry.task.resumes = isThere
    putBack(entry, at: moment)
  }

  /// Returns when time alone lets tasks start whose window is too young: because it has lasted, or because
  /// there is just the time for their work. Few groups are looked at: where none of those can start, the next
  /// one causes a wake-up that may be for nothing.
  func nextWindow(at moment: Moment) -> (point: MonotonicTime?, date: WallTime?) {
    let (groups, looks) = (tables.indexes.groups, 16)
    func isAwaited(_ key: GroupKey) -> Bool {
      let rank = key.lane.rank
      let demand = key.demand
      let isAsking = demand.expression.flatMap { expressions.kept($0) }?.isAsking.contains(demand.use) == true
      return groups.mayStart(key) && mayStart(rank.sort.kind, at: moment)
        && mayStart(rank.uid, rank.sort.kind) && (!isAsking || mayAsk(as: rank.uid))
    }
    guard asks, groups.isAnyHeldByWindow else { return (nil, nil) }
    let held = groups.heldByWindow.enumerated().first { $0.offset == looks || isAwaited($0.element.key) }
    let due = tables.indexes.patienceEnds.inOrder.enumerated().first { count, due in
      guard count < looks else { return true }
      guard let key = tables.tasks[due.subject]?.groupKey else { return false }
      return groups.isHeldByWindow(key) && isAwaited(key)
    }
    return (held?.element.until, due?.element.time)
  }

  /// Returns the time for which a run of the request may be frozen when it loses a condition: as the request
  /// says, else the length of a lapse where the request is patient.
  func freezeLimit(of request: TaskRequest) -> TimeSpan? {
    request.freezeLimit
      ?? (volatile.configuration.judgement(of: request) == .patient ? volatile.configuration.lapse : nil)
  }
}

extension ScheduledTask {
  /// Whether a run of it goes on where the one before left off: as its request says, else as its runs have.
  package var goesOn: Bool { request.canResume ?? resumes }

  /// Takes over what is known of the runs of an earlier task of the same identifier: it is the same work.
  mutating func takeOver(_ record: WorkRecord) {
    if let length = record.usualLength { usualLength = length }
    if record.resumes { resumes = true }
  }

  /// Takes in how long a run took that has succeeded.
  fileprivate mutating func learn(_ length: TimeSpan) {
    guard let usual = usualLength else { return usualLength = length }
    // A step up is five times a step down, so five of six runs are shorter.
    usualLength = usual + TimeSpan(uSec: (length - usual).uSec / (length > usual ? 2 : 10))
  }
}
