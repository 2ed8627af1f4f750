/// Deliveries: an application's run goes to the program that handles it, or to one that is started for it.
extension Scheduler {
  /// Returns whether a program of the user's application handles the identifier now.
  func isHandled(_ identifier: String, by application: ApplicationKey) -> Bool {
    handler(of: identifier, application) != nil
  }

  /// Returns the application's newest connection that handles the identifier by its name, else by the longest
  /// pattern (R5), without those of processes that were told to end. The application is compared because the
  /// identifier may have passed to another one since it was registered.
  func handler(of identifier: String, _ application: ApplicationKey) -> ConnectionID? {
    if let connection = registered(identifier, application) { return connection }
    for pattern in IdentifierPattern.covering(identifier) {
      if let connection = registered(pattern, application) { return connection }
    }
    return nil
  }

  /// Returns the newest connection that registered the name or the pattern.
  private func registered(_ text: String, _ application: ApplicationKey) -> ConnectionID? {
    tables.indexes.handlers[TaskKey(uid: application.uid, identifier: text)]?.last { connection in
      tables.registrations[connection]?.application == application && !isEnding(connection)
    }
  }

  /// Returns whether the connection's process was told to end.
  func isEnding(_ connection: ConnectionID) -> Bool {
    tables.registrations[connection]?.process.flatMap { tables.processes[$0] }?.isEnding == true
  }

  /// Returns why the application cannot be started as this user; `nil` when it can. A unit that its manifest
  /// names is started for the same users as a unit that a request names.
  func obstacle(toStarting key: ApplicationKey) -> String? {
    guard let application = volatile.catalog.application(named: key.name), application.isStartable else {
      return "the manifest of \(key.name) does not say how to start one (Exec=)"
    }
    if let user = volatile.configuration.onlyCommandUser, user != key.uid {
      return "this daemon runs as user \(user) and starts no programs as user \(key.uid)"
    }
    guard let unit = application.unit else { return nil }
    switch volatile.configuration.unitStarters {
    case .nobody: return "this daemon has no service manager to start \(unit)"
    case .privileged where key.uid != 0:
      return "the manifest of \(key.name) names \(unit), and units of the system are started for root only"
    case .privileged, .owner: return nil
    }
  }

  /// Delivers a run that was just recorded, or starts the program that is to take it.
  mutating func handOver(_ active: ActiveRun, _ task: ScheduledTask, at moment: Moment) {
    var waiting = active
    var limit = volatile.configuration.launchTimeout
    if let application = active.application {
      if let connection = handler(of: task.key.identifier, application) {
        return deliver(active, to: connection, at: moment)
      }
      waiting.isOnDemand = tables.indexes.processByApplication[application] == nil
      let process = process(of: application, for: task.id)
      waiting.process = process
      // The end of that process is waited for first.
      if tables.processes[process]?.isEnding == true {
        limit = limit + volatile.configuration.expirationGrace
      }
    }
    waiting.phase = .awaited(until: moment.monotonic + limit)
    tables.setRun(active.run.id, waiting)
    if let process = waiting.process { attend(process, at: moment) }
  }

  /// Delivers the run to the program at the other end of the connection.
  mutating func deliver(_ run: ActiveRun, to connection: ConnectionID, at moment: Moment) {
    guard let entry = tables.tasks[run.run.taskID] else { return }
    var active = run
    active.phase = .launching
    active.connection = connection
    active.process = nil
    active.delivered = moment.monotonic
    let isOfProcess = tables.registrations[connection]?.process == run.process
    active.noteDelivery(at: moment.monotonic, isOfProcess: isOfProcess)
    tables.setRun(active.run.id, active)
    directives.append(.deliver(launch(of: active, entry.task), to: connection))
    // The process that has the run now, and the process that was started for it and is not needed any more.
    for process in [process(of: active), run.process] {
      if let process { attend(process, at: moment) }
    }
  }

  /// Returns the process, started by bgtaskd, that has the run or that the run waits for.
  func process(of active: ActiveRun) -> RunID? {
    active.connection.flatMap { tables.registrations[$0]?.process } ?? active.process
  }

  /// Returns the application's process, and starts it if there is none. A process that was told to end is
  /// returned as well: the next one starts after its end.
  private mutating func process(of application: ApplicationKey, for task: TaskID) -> RunID {
    if let id = tables.indexes.processByApplication[application] { return id }
    let process = ApplicationProcess(
      id: volatile.random.runID(), application: application, task: task, phase: .needed)
    tables.setProcess(process.id, process)
    directives.append(
      .start(ApplicationStart(process: process.id, application: application.name, uid: application.uid)))
    return process.id
  }

  /// Decides whether the process is still needed. A process that is idle for a while is told to end.
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
    let indexes = tables.indexes
    if indexes.foreground[process.application] != nil || indexes.runsByProcess[process.id] != nil
      || indexes.assertionsByProcess[process.id] != nil
    {
      return true
    }
    return indexes.connectionsByProcess[process.id]?.contains { indexes.runsByConnection[$0] != nil } ?? false
  }

  /// Tells idle processes to end, and kills those that do not within their grace.
  mutating func attendProcesses(at moment: Moment) {
    while let (id, due) = tables.indexes.processTimers.first, due.time <= moment.monotonic,
      var process = tables.processes[id], let (timer, _) = process.nextTimer
    {
      switch timer {
      case .idleness:
        let grace = volatile.configuration.expirationGrace
        process.phase = .stopping(killAt: moment.monotonic + grace)
        let reason = Reason(code: .idleApplication, message: "it has had nothing to do for a while")
        directives.append(.expire(id, reason: reason, grace: grace))
      case .grace:
        process.phase = .killed
        directives.append(.kill(id))
      }
      tables.setProcess(id, process)
    }
  }

  /// Kills the program that has the run, if bgtaskd started it. Another program only loses the run (R41), as
  /// what it does is its own affair.
  mutating func killProgram(of active: ActiveRun) -> Bool {
    process(of: active).map { killProcess($0) } ?? false
  }

  /// Kills an application's process. Returns false when there is no such process.
  mutating func killProcess(_ id: RunID) -> Bool {
    guard var process = tables.processes[id] else { return false }
    if process.phase != .killed {
      process.phase = .killed
      tables.setProcess(id, process)
      directives.append(.kill(id))
    }
    return true
  }

  /// Ends a run that no program has taken in time.
  mutating func giveUpWaiting(_ run: ActiveRun, at moment: Moment) {
    if run.isRestored { return interrupt(run, at: moment) }
    let limit = volatile.configuration.launchTimeout
    let required = "within \(limit.roundedText)"
    guard let id = run.process, let process = tables.processes[id], !process.isEnding,
      tables.indexes.connectionsByProcess[id] == nil
    else {
      // The application's program works for other identifiers, or is about to end: that is no failed start.
      let reason = Reason(
        code: .launchFailed, message: "its application has not registered this identifier",
        required: required, observed: "nothing")
      return fail([run], of: nil, reason, at: moment)
    }
    // A program that only starts other programs, or hangs, must not stay.
    _ = killProgram(of: run)
    let reason = Reason(
      code: .launchFailed, message: "its application was started and is not registered", required: required,
      observed: "nothing")
    fail(waiting(for: id), of: process.application, reason, at: moment)
  }

  /// Takes in that a process is gone or could not be started. Runs that it had end with its connections. Runs
  /// that waited for it fail, unless the scheduler itself had told it to end.
  mutating func processEnded(_ id: RunID, _ reason: Reason, isPassing: Bool = false, at moment: Moment) {
    guard let process = tables.processes[id] else { return }
    tables.setProcess(id, nil)
    let connections = tables.indexes.connectionsByProcess[id] ?? []
    for connection in connections.sorted() { disconnected(connection, at: moment) }
    let waiting = waiting(for: id)
    guard let first = waiting.first else { return }
    guard process.isEnding else {
      // A machine that is out of processes or memory says nothing about the program, and a program that has
      // registered works.
      let isToBlame = !isPassing && !process.hasRegistered
      let outcome = isPassing ? Outcome.interrupted : .launchFailed
      return fail(waiting, of: isToBlame ? process.application : nil, reason, as: outcome, at: moment)
    }
    guard volatile.phase == .running else {
      let reason = Reason(code: .shutdown, message: "the scheduler is shutting down")
      return fail(waiting, of: nil, reason, as: .interrupted, at: moment)
    }
    let next = self.process(of: process.application, for: first.run.taskID)
    for active in waiting {
      var moved = active
      moved.process = next
      moved.isOnDemand = active.run.id == first.run.id
      moved.run.milestones = LaunchMilestones()
      moved.phase = .awaited(until: moment.monotonic + volatile.configuration.launchTimeout)
      tables.setRun(active.run.id, moved)
    }
  }

  /// Returns the runs that wait for the process and that no program has taken.
  private func waiting(for process: RunID) -> [ActiveRun] {
    runs(tables.indexes.runsByProcess[process])
  }

  /// Returns the runs of an index, in the order of their tasks.
  func runs(_ ids: Set<RunID>?) -> [ActiveRun] {
    (ids ?? []).compactMap { tables.runs[$0] }.sorted { $0.run.taskID < $1.run.taskID }
  }

  /// Ends runs that no program has taken. An application that is to blame is not started for a while, longer
  /// each time.
  private mutating func fail(
    _ runs: [ActiveRun], of application: ApplicationKey?, _ reason: Reason,
    as outcome: Outcome = .launchFailed, at moment: Moment
  ) {
    if let application {
      var use = tables.uses[application] ?? ApplicationUse()
      use.failedStarts += 1
      let rule = Retry(
        initial: volatile.configuration.launchRetry, maximum: .hours(1), maximumAttempts: .max)
      let pause = rule.pause(afterAttempts: use.failedStarts) ?? .zero
      use.nextStart = moment.monotonic + pause
      tables.setUse(application, use)
      if use.failedStarts == 1 {
        report(
          .applicationFailing(uid: application.uid, application: application.name, reason, pause: pause))
      }
    }
    for run in runs {
      var active = run
      active.run.stopReason = reason
      end(active, as: outcome, at: moment)
    }
  }

  /// Takes in that a program of the application has registered.
  mutating func recovered(_ application: ApplicationKey) {
    guard var use = tables.uses[application], use.failedStarts > 0 else { return }
    let failures = use.failedStarts
    use.failedStarts = 0
    use.nextStart = nil
    tables.setUse(application, use)
    report(
      .applicationRecovered(uid: application.uid, application: application.name, failures: failures))
  }
}

extension Reason {
  /// Creates the reason for an application's program that ended before it took its runs.
  init(exitBeforeRegistering exit: Exit) {
    let how =
      switch exit {
      case .status(let status): "with exit status \(status)"
      case .signal(let name): "by \(name)"
      case .outOfMemory: "because memory ran out"
      case .unknown: "for an unknown reason"
      }
    self.init(
      code: .launchFailed, message: "its application ended \(how) before it registered this identifier",
      required: "a program that registers", observed: "ended \(how)")
  }
}
