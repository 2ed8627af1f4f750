/// Runs of applications: to the program that handles them, or to one that is started for them.
extension Scheduler {
  /// Somebody handles the user's identifier now.
  func isHandled(_ key: TaskKey) -> Bool { handler(of: key) != nil }

  /// The newest connection that handles the identifier, without those of processes that are told to end.
  private func handler(of key: TaskKey) -> ConnectionID? {
    tables.indexes.handlers[key]?.last { connection in
      let process = tables.registrations[connection]?.process.flatMap { tables.processes[$0] }
      return process?.isEnding != true
    }
  }

  /// The application can be started as this user.
  func isStartable(_ key: ApplicationKey) -> Bool {
    volatile.catalog.application(named: key.name).map { isStartable($0, for: key.uid) } ?? false
  }

  func isStartable(_ application: Application, for uid: UInt32) -> Bool {
    application.isStartable && volatile.configuration.onlyCommandUser.map { $0 == uid } ?? true
  }

  /// Delivers a run that was just recorded, or starts the program that is to take it.
  mutating func handOver(_ active: ActiveRun, _ task: ScheduledTask, at moment: Moment) {
    if let connection = handler(of: task.key) {
      return deliver(active, to: connection, at: moment)
    }
    var waiting = active
    waiting.phase = .awaited(until: moment.monotonic + volatile.configuration.launchTimeout)
    if let application = active.application {
      waiting.process = process(of: application, for: task.id)
    }
    tables.setRun(active.run.id, waiting)
    if let process = waiting.process { attend(process, at: moment) }
  }

  /// Hands the run to the program at the other end.
  mutating func deliver(_ run: ActiveRun, to connection: ConnectionID, at moment: Moment) {
    guard let entry = tables.tasks[run.run.taskID] else { return }
    var active = run
    active.phase = .launching
    active.connection = connection
    active.process = nil
    // Its budget is not charged for the start of the program.
    active.launched = moment.monotonic
    tables.setRun(active.run.id, active)
    directives.append(.deliver(launch(of: active, entry.task), to: connection))
    if let process = tables.registrations[connection]?.process { attend(process, at: moment) }
  }

  /// The application's process; started unless there is one. One that ends is waited for: the next is started then.
  private mutating func process(of application: ApplicationKey, for task: TaskID) -> RunID {
    if let id = tables.indexes.processByApplication[application] { return id }
    let process = ApplicationProcess(
      id: volatile.random.runID(), application: application, task: task, phase: .needed)
    tables.setProcess(process.id, process)
    directives.append(
      .start(ApplicationStart(process: process.id, application: application.name, uid: application.uid)))
    return process.id
  }

  /// Whether the process still has something to do; one that has not for a while is told to end.
  mutating func attend(_ id: RunID, at moment: Moment) {
    guard var process = tables.processes[id], !process.isEnding else { return }
    if isNeeded(process) {
      process.phase = .needed
    } else if process.phase == .needed {
      process.phase = .idle(stopAt: moment.monotonic + volatile.configuration.applicationIdle)
    }
    tables.setProcess(id, process)
  }

  private func isNeeded(_ process: ApplicationProcess) -> Bool {
    if volatile.foreground.values.contains(process.application) { return true }
    return tables.runs.values.contains { active in
      active.process == process.id
        || active.connection.flatMap { tables.registrations[$0]?.process } == process.id
    }
  }

  /// Tells processes to end that have nothing to do, and kills those that do not.
  mutating func attendProcesses(at moment: Moment) {
    while let (id, due) = tables.indexes.processTimers.first, due.time <= moment.monotonic,
      var process = tables.processes[id]
    {
      switch process.phase {
      case .idle:
        let grace = volatile.configuration.expirationGrace
        process.phase = .stopping(killAt: moment.monotonic + grace)
        let reason = Reason(code: .idleApplication, message: "it has had nothing to do for a while")
        directives.append(.expire(id, reason: reason, grace: grace))
      case .stopping:
        process.phase = .killed
        directives.append(.kill(id))
      case .needed, .killed: preconditionFailure("a process that is \(process.phase) has no timer")
      }
      tables.setProcess(id, process)
    }
  }

  /// Ends the program that has the run, if bgtaskd started it. What a program does that it did not start is its own
  /// affair: it only loses the run (R41).
  mutating func killProgram(of active: ActiveRun) -> Bool {
    guard let id = active.connection.flatMap({ tables.registrations[$0]?.process }) ?? active.process,
      var process = tables.processes[id]
    else { return false }
    if process.phase != .killed {
      process.phase = .killed
      tables.setProcess(id, process)
      directives.append(.kill(id))
    }
    return true
  }

  /// No program has taken the run in time.
  mutating func giveUpWaiting(_ run: ActiveRun, at moment: Moment) {
    if run.isRestored { return interrupt(run, at: moment) }
    let process = run.process.flatMap { tables.processes[$0] }
    let limit = volatile.configuration.launchTimeout
    let isSilent = process?.hasRegistered == false
    let reason = Reason(
      code: .launchFailed,
      message: isSilent
        ? "its application was started and has not registered"
        : "its application has not registered this identifier",
      required: "within \(limit.secondsText)", observed: "nothing")
    // A program that only starts other things, or hangs, must not stay.
    if isSilent { _ = killProgram(of: run) }
    fail(isSilent ? waiting(for: process?.id) : [run], of: run.application, reason, at: moment)
    if let process { attend(process.id, at: moment) }
  }

  /// The process is gone, or could not be started. What it was working on ends with its connections; what waited for
  /// it failed, unless the scheduler itself had told it to end.
  mutating func processEnded(_ id: RunID, _ reason: Reason, at moment: Moment) {
    guard let process = tables.processes[id] else { return }
    tables.setProcess(id, nil)
    let connections = tables.registrations.values.filter { $0.process == id }.map(\.connection)
    for connection in connections.sorted() { disconnected(connection, at: moment) }
    let waiting = waiting(for: id)
    guard !waiting.isEmpty else { return }
    guard process.isEnding, process.hasRegistered || process.phase != .killed else {
      return fail(waiting, of: process.application, reason, at: moment)
    }
    let next = self.process(of: process.application, for: waiting[0].run.taskID)
    for active in waiting {
      var moved = active
      moved.process = next
      tables.setRun(active.run.id, moved)
    }
  }

  /// The runs that the process was started for and that no program has taken.
  private func waiting(for process: RunID?) -> [ActiveRun] {
    tables.runs.values.filter { $0.process == process && process != nil }
      .sorted { $0.run.taskID < $1.run.taskID }
  }

  /// The application could not be started for these runs. It is left alone for a while, longer each time.
  private mutating func fail(
    _ runs: [ActiveRun], of application: ApplicationKey?, _ reason: Reason, at moment: Moment
  ) {
    if let application {
      var use = volatile.applications[application, default: ApplicationUse()]
      use.failedStarts += 1
      let rule = Retry(
        initial: volatile.configuration.launchRetry, maximum: .hours(1), maximumAttempts: .max)
      let pause = rule.pause(afterAttempts: use.failedStarts) ?? .zero
      use.nextStart = moment.monotonic + pause
      volatile.applications[application] = use
      if use.failedStarts == 1 {
        report(
          .applicationFailing(uid: application.uid, application: application.name, reason, pause: pause))
      }
    }
    for run in runs {
      var active = run
      let wasCancelled = active.isCancelled
      if !wasCancelled { active.run.stopReason = reason }
      end(active, as: wasCancelled ? .cancelled : .launchFailed, at: moment)
    }
  }

  /// A program of it has registered.
  mutating func recovered(_ application: ApplicationKey) {
    guard let use = volatile.applications[application], use.failedStarts > 0 else { return }
    volatile.applications[application]?.failedStarts = 0
    volatile.applications[application]?.nextStart = nil
    report(
      .applicationRecovered(
        uid: application.uid, application: application.name, failures: use.failedStarts))
  }
}

extension Reason {
  /// Why an application's program that ended took nothing.
  init(exitBeforeRegistering exit: Exit) {
    let how =
      switch exit {
      case .status(let status): "with exit status \(status)"
      case .signal(let name): "by \(name)"
      case .unknown: "and nobody can say how"
      }
    self.init(
      code: .launchFailed, message: "its application ended \(how) before it registered this identifier",
      required: "a program that registers", observed: "ended \(how)")
  }
}
