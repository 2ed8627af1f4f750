/// The takeover of the store's contents, task by task and without a decision: there is no moment yet. The
/// caller can report its progress between two tasks.
///
/// A salvaged store may have lost one half of a pair. The rest is repaired here and written with the first
/// batch: a task whose run is missing waits again, of two tasks of one key the younger one counts, and a run
/// without a task is followed to its end.
package struct Restoration: Sendable {
  private var scheduler: Scheduler
  private let runs: [Run]
  private let runByTask: [TaskID: Run]
  /// The task of each key that has a run.
  private var working: [TaskKey: TaskID] = [:]

  /// Creates a restoration; the other parameters are those of ``Scheduler``.
  /// - Parameter tasks: The approximate number of tasks.
  package init(
    configuration: SchedulerConfiguration, seed: UInt64, tasks: Int, activeRuns: [Run],
    sliceSize: Int = Slice.usual
  ) {
    scheduler = Scheduler(configuration, seed: seed, sliceSize: sliceSize)
    scheduler.tables.reserveCapacity(tasks)
    runs = activeRuns.filter { $0.ended == nil }
    runByTask = Dictionary(runs.map { ($0.taskID, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Takes in one task. Tasks come in the order of their numbers.
  package mutating func take(_ stored: consuming ScheduledTask) {
    var task = stored
    var isRepaired = false
    if task.attempt < 1 { (task.attempt, isRepaired) = (1, true) }
    if let lease = task.lease { task.lease = lease.seen(in: scheduler.volatile.configuration.bootID) }
    if let run = task.runID, runByTask[task.id]?.id != run || runByTask[task.id]?.key != task.key {
      (task.runID, isRepaired) = (nil, true)
    }
    let place: Place = task.runID == nil ? .behindRun : .running
    var entry = TaskEntry(task: task, place: place, application: scheduler.application(of: task))
    // The machine may have gone down before its file was asked for.
    if task.attempt > 1, task.runID == nil, scheduler.asksForFile(of: task.request) {
      entry.fileQuestion = .due
    }
    var older = scheduler.tables.restoreTask(entry)
    if task.runID != nil { older = working.updateValue(task.id, forKey: task.key) }
    if let older {
      scheduler.tables.dropRestored(older)
      scheduler.volatile.repairs.append(.deleteTask(older))
    }
    if isRepaired { scheduler.volatile.repairs.append(.putTask(task, payload: nil)) }
    scheduler.volatile.nextTaskID = max(
      scheduler.volatile.nextTaskID, TaskID(task.id.value.saturatingPlus(1)))
    scheduler.volatile.ends = max(scheduler.volatile.ends, task.endsBefore)
  }

  /// Returns the scheduler with all tasks that were taken in, and with the rest of the store.
  package consuming func scheduler(
    declarations: [DeclarationRecord], uses: [ApplicationUseRecord], pauses: [Pause],
    ends: [EndRecord], windows: [WindowRecord], works: [WorkRecord], heldBack: [HeldBackUser],
    nextTaskID: TaskID, lastRecorded: RecordedChange? = nil
  ) -> Scheduler {
    for record in windows { scheduler.volatile.machine.restore(record) }
    scheduler.volatile.record.last = lastRecorded
    scheduler.volatile.nextTaskID = max(scheduler.volatile.nextTaskID, nextTaskID)
    // Runs that people have begun come last: they have places of their own where the others have taken the
    // room.
    for mayBeBeside in [false, true] {
      for run in runs where run.mayBeBeside == mayBeBeside { scheduler.restore(run) }
    }
    scheduler.restore(declarations)
    scheduler.volatile.storedUses = uses
    for pause in pauses { scheduler.tables.setPause(pause.scope, pause) }
    for user in heldBack {
      scheduler.volatile.heldBack[user.uid] = user.tasks
      scheduler.volatile.ends = max(scheduler.volatile.ends, user.lastEnd)
    }
    scheduler.restore(ends)
    scheduler.restore(works)
    scheduler.commit()
    return scheduler
  }
}

extension Scheduler {
  fileprivate mutating func restore(_ run: Run) { tables.setRun(run.id, restored(run)) }

  /// Restores the declarations. Of two records of one key the younger one counts.
  fileprivate mutating func restore(_ declarations: [DeclarationRecord]) {
    for record in declarations.sorted(by: { $0.task > $1.task }) {
      volatile.nextTaskID = max(volatile.nextTaskID, TaskID(record.task.value.saturatingPlus(1)))
      if tables.declarations[record.key] == nil {
        tables.setDeclaration(record.key, record)
      } else {
        volatile.repairs.append(.deleteDeclaration(record.task))
      }
    }
  }

  /// Restores the ends that tasks may wait for. Of two records of one key the younger one counts.
  fileprivate mutating func restore(_ ends: [EndRecord]) {
    for record in ends.sorted(by: { $0.ended > $1.ended }) {
      volatile.ends = max(volatile.ends, record.ended)
      let isAwaited = tables.indexes.followers[record.key] != nil || volatile.heldBack[record.key.uid] != nil
      if isAwaited, tables.ends[record.key] == nil {
        tables.setEnds(record.key, EndTable.Entry(record: record))
      } else {
        volatile.repairs.append(.deleteEnd(record.id))
      }
    }
  }

  /// Restores what is known of past work. Of two records of one key the younger one counts, and of each user
  /// the youngest.
  fileprivate mutating func restore(_ works: [WorkRecord]) {
    for record in works.sorted(by: { $0.task > $1.task }) {
      if tables.works.hasRoom(for: record.key.uid), tables.works[record.key] == nil {
        tables.setWork(record.key, record)
      } else {
        volatile.repairs.append(.deleteWork(record.task))
      }
    }
  }

  /// Writes the repairs of a damaged store, before any other change to what they repair.
  mutating func writeRepairs() {
    for repair in volatile.repairs { store(repair) }
    volatile.repairs = []
  }

  /// Returns the run as it was when the last daemon ended. A run without a task has no time left.
  private func restored(_ run: Run) -> ActiveRun {
    let entry = tables.tasks[run.taskID].flatMap { $0.task.runID == run.id ? $0 : nil }
    // A run is not stopped for what it had given up when it began.
    let enforced = entry.map { $0.task.enforced(afterSteps: $0.relaxedSteps(at: run.started)) }
    var active = ActiveRun(
      run: run, phase: .launching, limit: entry.map { runtimeLimit(of: $0.task.request) } ?? .zero,
      enforced: run.isByHand ? .nothing : enforced ?? .nothing,
      freezeLimit: entry.flatMap { freezeLimit(of: $0.task.request) },
      target: entry?.task.request.target ?? .command, group: entry.flatMap { TaskGroup(of: $0.task) },
      host: entry.flatMap { TransferHost(of: $0.task) },
      application: entry?.application,
      lastProgress: MonotonicTime(uSec: 0))
    active.isRestored = true
    active.lease = entry?.task.lease
    active.isBeside =
      run.mayBeBeside && !tables.indexes.load.hasRoom(for: run.uid, volatile.configuration)
      && tables.indexes.load.hasOwnPlace(for: run.uid, volatile.configuration)
    if let request = entry?.task.request {
      active.preventsSleep = request.preventsSleep
      active.sleepsThrough = request.isSleptThrough
    }
    return active
  }

  /// Decides the first event: waiting tasks take their places, then the declared tasks are compared, then
  /// runs that survive are followed again and the others are interrupted. Nothing else is decided before.
  mutating func start(_ start: Backlog.Start, at moment: Moment) {
    guard volatile.phase == .starting, volatile.backlog.start == nil else { return }
    if !start.sameBoot { settleDown(at: moment) }
    beginRecord(sameBoot: start.sameBoot)
    resumeUses(at: moment)
    volatile.backlog.start = start
    // Declarations come before any start, and before decisions on what follows the runs that have ended.
    declare(start.declared)
  }

  /// Goes on with the start, as far as the slice allows.
  mutating func startMore(at moment: Moment) {
    guard let start = volatile.backlog.start else {
      // Batches that come before the start, or while the daemon ends before it, go on.
      if isSubmitting { goOnIfNeeded() }
      return
    }
    placeRestored(from: start.next, at: moment)
    followExpressions(at: moment)
    if !slice.isSpent { declareMore(at: moment) }
    serveSessions(at: moment)
    guard !slice.isSpent, volatile.backlog.declaring == nil || volatile.storeFailure != nil else {
      return goOnIfNeeded()
    }
    volatile.backlog.start = nil
    volatile.phase = .running
    takeOverRuns(start, at: moment)
  }

  /// The number of waiting tasks that have taken their places, and of all; `nil` once all is decided.
  package var startProgress: (done: Int, of: Int)? {
    guard volatile.phase == .starting else { return nil }
    return (volatile.backlog.start?.placed ?? 0, tables.waitingCount)
  }

  private mutating func placeRestored(from first: TaskID, at moment: Moment) {
    var next = first
    let reading = reading(at: moment)
    while !slice.isSpent, let id = tables.tasks.first(from: next) {
      slice.spend(Slice.look)
      next = TaskID(id.value + 1)
      volatile.backlog.start?.next = next
      guard let entry = tables.tasks[id], entry.place != .running else { continue }
      slice.spend(entry.task.request.wish.start?.leaves.count ?? 0)
      volatile.backlog.start?.placed += 1
      if entry.task.retryNotBefore != nil {
        var resumed = entry
        resumed.resumePause(at: moment)
        putRestored(resumed, at: moment)
      } else if entry.task.correction(at: moment.wall, in: calendarPlace) != nil {
        putRestored(entry, at: moment)
      } else {
        let situation = situation(of: entry, at: moment, reading)
        let place = place(of: entry, in: situation)
        if turn(of: entry, in: situation) != entry.task.turnCame {
          putRestored(entry, at: moment)
        } else {
          tables.placeRestored(entry, at: place, patience(of: entry.task, at: moment.wall))
        }
      }
    }
  }

  /// Puts a restored task in its place and corrects its dates or its pause.
  private mutating func putRestored(_ entry: TaskEntry, at moment: Moment) {
    slice.spend(Slice.task)
    // While the disk takes nothing the task stays as it was, and a later sweep corrects it.
    guard volatile.storeFailure == nil else {
      volatile.backlog.sweep(for: .dates)
      return tables.setTask(entry.task.id, placed(entry, at: moment))
    }
    if entry.task.correction(at: moment.wall, in: calendarPlace) != nil { return putBack(entry, at: moment) }
    put(entry, at: moment)
  }

  private mutating func takeOverRuns(_ start: Backlog.Start, at moment: Moment) {
    for active in tables.runs.values.sorted(by: { $0.run.taskID < $1.run.taskID }) where !active.isOver {
      if let end = start.ended[active.run.id] {
        endedMeanwhile(active, end, at: moment)
      } else if start.surviving.contains(active.run.id) {
        adopt(active, at: moment)
      } else if active.connection != nil {
        // The run's program was quicker than the sources of conditions.
        adopt(active, at: moment)
      } else if active.target == .application && start.sameBoot {
        expectBack(active, until: moment.monotonic + volatile.configuration.reconnect)
      } else if let message = start.unidentified[active.run.id], active.run.success == nil {
        payloadUnavailable(active.run.id, isDamaged: true, message: message, at: moment)
      } else {
        interrupt(active, at: moment)
      }
    }
  }

  /// Resumes the spacing and budgets of applications. Records without any effect are deleted, so there are no
  /// more records than applications that ran lately.
  private mutating func resumeUses(at moment: Moment) {
    for record in volatile.storedUses.sorted(by: { ($0.uid, $0.application) < ($1.uid, $1.application) }) {
      let application = ApplicationKey(uid: record.uid, name: record.application)
      var use = tables.uses[application] ?? ApplicationUse()
      if use.resume(record, at: moment, volatile.configuration) {
        tables.setUse(application, use)
      } else if volatile.storeFailure == nil {
        store(.deleteUse(record.id))
      }
    }
    volatile.storedUses = []
  }

  /// Takes over a run that went on while the daemon was away. Its limit counts from its start by the wall
  /// clock, the only time that is known of it.
  mutating func adopt(_ run: ActiveRun, at moment: Moment) {
    var active = run
    let whole = max(moment.wall - active.run.started, .zero)
    let elapsed = min(whole, active.limit)
    let since = MonotonicTime(uSec: moment.monotonic.uSec - elapsed.uSec)
    active.began = MonotonicTime(uSec: moment.monotonic.uSec.saturatingMinus(whole.uSec))
    active.phase = .running(since: since)
    active.delivered = since
    active.lastProgress = moment.monotonic
    // The run is told to stop again, if it still has to stop.
    active.run.stopReason = nil
    tables.setRun(active.run.id, active)
    // The last daemon may have died before it could thaw the run, which it may have frozen by other rules.
    let mayStandStill = active.target == .command && active.run.kind.isDiscretionary
    if active.freezeLimit != nil || mayStandStill { directives.append(.thaw(active.run.id)) }
    if let reason = run.run.stopReason {
      // The promise to the owner from before the crash is kept, and so is any other order to stop.
      expire(active.run.id, reason, at: moment)
    } else {
      // A requirement that was lost while the daemon was away brings no change that could stop the run later.
      followExpressions(at: moment)
      stopForLoss(active, at: moment)
      stopForDeparture(active.run.id, at: moment)
      if let active = tables.runs[active.run.id] { guardLease(of: active, at: moment) }
    }
  }

  /// Ends a run that ended while the daemon was away. Changes of the machine meanwhile had no part in its
  /// end.
  private mutating func endedMeanwhile(_ run: ActiveRun, _ end: ProgramEnd, at moment: Moment) {
    var active = run
    active.phase =
      switch (run.run.stopReason, end.exit) {
      case (nil, _): .running(since: moment.monotonic)
      case (_, .signal("SIGKILL")): .killed
      default: .expiring(killAt: moment.monotonic)
      }
    tables.setRun(active.run.id, active)
    runEnded(active.run.id, end.exit, ended: end.ended, at: moment)
  }

  /// Awaits the run's application: its program outlives the daemon and names its runs when it returns.
  private mutating func expectBack(_ run: ActiveRun, until: MonotonicTime) {
    var active = run
    active.phase = .awaited(until: until)
    tables.setRun(active.run.id, active)
  }

  /// Ends a run that died with the daemon, or while the daemon was away.
  mutating func interrupt(_ run: ActiveRun, at moment: Moment) {
    var active = run
    if active.isCancelled { return end(active, as: .cancelled, at: moment) }
    noteLoss(of: &active, ended: nil, at: moment)
    if active.run.success != nil, !active.hasLostLease {
      return end(active, as: active.run.stopReason == nil ? .completed : .expired, at: moment)
    }
    if active.run.stopReason != nil {
      // The run was told to stop before the daemon ended, and is gone.
      active.phase = .expiring(killAt: moment.monotonic)
      return end(active, as: outcome(of: active), at: moment)
    }
    active.run.stopReason = Reason(
      code: .daemonDied, message: "the scheduler ended without stopping it, and it is not running any more")
    end(active, as: .interrupted, at: moment)
  }

  /// Returns the application that handles the task by the current manifests; `nil` without one.
  func application(of task: ScheduledTask) -> ApplicationKey? {
    guard task.request.target == .application else { return nil }
    let application = volatile.catalog.application(permitting: task.request.identifier)
    return application.map { ApplicationKey(uid: task.uid, name: $0.name) }
  }
}
