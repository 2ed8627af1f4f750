// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import Varlink

extension SchedulerClient {
  /// Submits a task. When the reply comes, the task is on disk.
  ///
  /// Errors and an example: ``SchedulerMethod/Submit``.
  /// - Parameters:
  ///   - request: The request to submit.
  @discardableResult
  package func submit(_ request: Wire.TaskRequest) throws -> Wire.Task {
    try call(SchedulerMethod.Submit.self, .init(request: request)).task
  }

  /// Submits many tasks at once, in few durable commits. An error in one request is in its result, and does
  /// not keep the others from being accepted. When the reply comes, every accepted task is on disk; without a
  /// reply, any number of them may have been accepted. A long batch is taken in pieces, with turns of other
  /// callers in between; later calls on its connection wait for its reply.
  ///
  /// Errors and an example: ``SchedulerMethod/SubmitBatch``.
  /// - Parameters:
  ///   - requests: The requests to submit (up to 1000 elements).
  @discardableResult
  package func submitBatch(_ requests: [Wire.TaskRequest]) throws -> [Wire.SubmitResult] {
    try call(SchedulerMethod.SubmitBatch.self, .init(requests: requests)).results
  }

  /// (read-only) Returns one task.
  ///
  /// Errors and an example: ``SchedulerMethod/Get``.
  /// - Parameters:
  ///   - identifier: The task's identifier.
  package func get(_ identifier: String) throws -> SchedulerMethod.Get.Reply {
    try call(SchedulerMethod.Get.self, .init(identifier: identifier))
  }

  /// (read-only) Returns why a task is not running now: every reason, not only the first.
  ///
  /// Errors and an example: ``SchedulerMethod/Explain``.
  /// - Parameters:
  ///   - identifier: The task's identifier.
  package func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply {
    try call(SchedulerMethod.Explain.self, .init(identifier: identifier))
  }

  /// (read-only, more) Lists pending and running tasks in the order in which they were accepted; allUsers is
  /// for privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/List``.
  /// - Parameters:
  ///   - identifierPrefix: The beginning of the identifiers of the tasks to list. Absent: all tasks.
  ///   - allUsers: Whether the tasks of all users are listed. Absent: false, the caller's.
  ///   - limit: The most tasks to list (1 to 9223372036854775807). Absent: all, in one reply or in pages as
  ///     said above.
  ///   - cursor: The place where the page begins, from an earlier reply. Absent: the first task.
  ///   - lastRuns: Whether each task comes with its last run. Absent: false.
  package func list(
    identifierPrefix: String? = nil,
    allUsers: Bool? = nil,
    limit: Int? = nil,
    cursor: String? = nil,
    lastRuns: Bool? = nil
  ) throws -> SchedulerMethod.List.Reply {
    try call(
      SchedulerMethod.List.self,
      .init(
        identifierPrefix: identifierPrefix,
        allUsers: allUsers,
        limit: limit,
        cursor: cursor,
        lastRuns: lastRuns
      )
    )
  }

  /// Calls `List` with `more`.
  /// - Parameters:
  ///   - identifierPrefix: The beginning of the identifiers of the tasks to list. Absent: all tasks.
  ///   - allUsers: Whether the tasks of all users are listed. Absent: false, the caller's.
  ///   - limit: The most tasks to list (1 to 9223372036854775807). Absent: all, in one reply or in pages as
  ///     said above.
  ///   - cursor: The place where the page begins, from an earlier reply. Absent: the first task.
  ///   - lastRuns: Whether each task comes with its last run. Absent: false.
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  package func list(
    identifierPrefix: String? = nil,
    allUsers: Bool? = nil,
    limit: Int? = nil,
    cursor: String? = nil,
    lastRuns: Bool? = nil,
    each: (SchedulerMethod.List.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.List.self,
      .init(
        identifierPrefix: identifierPrefix,
        allUsers: allUsers,
        limit: limit,
        cursor: cursor,
        lastRuns: lastRuns
      ),
      each: each
    )
  }

  /// Ends a pending task; a running one is told to stop (reason cancelled).
  ///
  /// Errors and an example: ``SchedulerMethod/Cancel``.
  /// - Parameters:
  ///   - identifier: The task's identifier.
  @discardableResult
  package func cancel(_ identifier: String) throws -> String? {
    try call(SchedulerMethod.Cancel.self, .init(identifier: identifier)).declaredIn
  }

  /// Ends all of the caller's tasks, as Cancel does.
  ///
  /// Errors and an example: ``SchedulerMethod/CancelAll``.
  @discardableResult
  package func cancelAll() throws -> Int {
    try call(SchedulerMethod.CancelAll.self, .init()).count
  }

  /// (needs more) Registers the caller as the program that handles these identifiers, for as long as the
  /// connection lives. The first reply confirms it; each reply that follows has a launch or an expire.
  ///
  /// Errors and an example: ``SchedulerMethod/Register``.
  /// - Parameters:
  ///   - application: The name of the manifest that permits the identifiers, or empty for whichever does.
  ///   - identifiers: The identifiers that the program handles (up to 10000 elements), one or more.
  ///   - runs: The runs that the program was given before, by this daemon or the one before it, and still
  ///     works on (up to 10000 elements). Absent: none.
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  package func register(
    application: String,
    identifiers: [String],
    runs: [String]? = nil,
    each: (SchedulerMethod.Register.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.Register.self,
      .init(application: application, identifiers: identifiers, runs: runs),
      each: each
    )
  }

  /// Adds identifiers to those that the caller's registration handles.
  ///
  /// Errors and an example: ``SchedulerMethod/AddIdentifiers``.
  /// - Parameters:
  ///   - registration: The name of the registration, from the first reply of Register.
  ///   - identifiers: The identifiers that the program handles besides (up to 10000 elements), one or more.
  package func addIdentifiers(registration: String, identifiers: [String]) throws {
    _ = try call(
      SchedulerMethod.AddIdentifiers.self,
      .init(registration: registration, identifiers: identifiers)
    )
  }

  /// Sets how much the application is in use, for as long as the connection lives or until the program says
  /// something else. An application that is active or inactive gets no launch for refresh and processing
  /// tasks meanwhile.
  ///
  /// Errors and an example: ``SchedulerMethod/SetApplicationState``.
  /// - Parameters:
  ///   - application: The name of the application's manifest.
  ///   - state: The use of the application; background before the first call.
  package func setApplicationState(application: String, state: Wire.ApplicationState) throws {
    _ = try call(SchedulerMethod.SetApplicationState.self, .init(application: application, state: state))
  }

  /// (read-only) Returns whether a run of the caller's user should save its work and come back later: it was
  /// told to stop, or it has lost a requirement.
  ///
  /// Errors and an example: ``SchedulerMethod/ShouldDefer``.
  /// - Parameters:
  ///   - runId: The run's identifier.
  package func shouldDefer(runId: String) throws -> SchedulerMethod.ShouldDefer.Reply {
    try call(SchedulerMethod.ShouldDefer.self, .init(runId: runId))
  }

  /// Reports the progress of a run of the caller's user. Every report is told to those who watch, so a
  /// program reports several times a second at most.
  ///
  /// Errors and an example: ``SchedulerMethod/ReportProgress``.
  /// - Parameters:
  ///   - runId: The run's identifier.
  ///   - progress: The progress of the run.
  ///   - next: The hints of a transfer for the attempt after this one, with its last report. Hints have no
  ///     effect unless the run fails, and none for other tasks. Absent: there are none, and earlier ones are
  ///     taken back.
  package func reportProgress(runId: String, progress: Wire.Progress, next: Wire.NextAttempt? = nil) throws {
    _ = try call(SchedulerMethod.ReportProgress.self, .init(runId: runId, progress: progress, next: next))
  }

  /// Reports that the first line of the handler of a run of the caller's user runs. A program calls this once
  /// for a launch that says reportsHandler, best with oneway just before it calls the handler. Other calls
  /// have no effect.
  ///
  /// Errors and an example: ``SchedulerMethod/HandlerBegan``.
  /// - Parameters:
  ///   - runId: The run's identifier.
  package func handlerBegan(runId: String) throws {
    _ = try call(SchedulerMethod.HandlerBegan.self, .init(runId: runId))
  }

  /// Reports the end of a run of the caller's user. For the program of a command the report says only whether
  /// the run succeeded; the run ends with the program.
  ///
  /// Errors and an example: ``SchedulerMethod/Complete``.
  /// - Parameters:
  ///   - runId: The run's identifier.
  ///   - success: Whether the run did its work; otherwise its task may be retried (retry).
  package func complete(runId: String, success: Bool) throws {
    _ = try call(SchedulerMethod.Complete.self, .init(runId: runId, success: success))
  }

  /// (read-only, more) Lists past and present runs, newest first; allUsers is for privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/History``.
  /// - Parameters:
  ///   - identifier: The identifier of the task whose runs are listed. Absent: the runs of all tasks.
  ///   - runId: The beginning of the identifiers of the runs to list: hexadecimal digits (1 to 32 bytes).
  ///     Not together with identifier. Absent: all runs.
  ///   - limit: The most runs to list (1 to 9223372036854775807). Absent: 50, with more all.
  ///   - allUsers: Whether the runs of all users are listed. Absent: false, the caller's.
  ///   - cursor: The place where the page begins, from an earlier reply. Absent: the newest run.
  package func history(
    identifier: String? = nil,
    runId: String? = nil,
    limit: Int? = nil,
    allUsers: Bool? = nil,
    cursor: String? = nil
  ) throws -> SchedulerMethod.History.Reply {
    try call(
      SchedulerMethod.History.self,
      .init(identifier: identifier, runId: runId, limit: limit, allUsers: allUsers, cursor: cursor)
    )
  }

  /// Calls `History` with `more`.
  /// - Parameters:
  ///   - identifier: The identifier of the task whose runs are listed. Absent: the runs of all tasks.
  ///   - runId: The beginning of the identifiers of the runs to list: hexadecimal digits (1 to 32 bytes).
  ///     Not together with identifier. Absent: all runs.
  ///   - limit: The most runs to list (1 to 9223372036854775807). Absent: 50, with more all.
  ///   - allUsers: Whether the runs of all users are listed. Absent: false, the caller's.
  ///   - cursor: The place where the page begins, from an earlier reply. Absent: the newest run.
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  package func history(
    identifier: String? = nil,
    runId: String? = nil,
    limit: Int? = nil,
    allUsers: Bool? = nil,
    cursor: String? = nil,
    each: (SchedulerMethod.History.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.History.self,
      .init(identifier: identifier, runId: runId, limit: limit, allUsers: allUsers, cursor: cursor),
      each: each
    )
  }

  /// (read-only) Returns the last 64 KiB that a run wrote, in UTF-8. U+FFFD stands for NUL and for bytes that
  /// are not UTF-8.
  ///
  /// Errors and an example: ``SchedulerMethod/Output``.
  /// - Parameters:
  ///   - runId: The run's identifier.
  package func output(runId: String) throws -> SchedulerMethod.Output.Reply {
    try call(SchedulerMethod.Output.self, .init(runId: runId))
  }

  /// (needs more) Tells what happens from now on, one event a reply; allUsers is for privileged callers. A
  /// caller that reads so slowly that more than 4 MiB wait is disconnected. The events:
  ///
  /// Errors and an example: ``SchedulerMethod/Watch``.
  /// - Parameters:
  ///   - identifierPrefix: The beginning of the identifiers of the tasks to watch; events about no task
  ///     come besides. Absent: all tasks.
  ///   - allUsers: Whether the tasks of all users are watched. Absent: false, the caller's.
  ///   - confirm: Whether the event began is told at once, when the watch has begun. Absent: false.
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  package func watch(
    identifierPrefix: String? = nil,
    allUsers: Bool? = nil,
    confirm: Bool? = nil,
    each: (SchedulerMethod.Watch.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.Watch.self,
      .init(identifierPrefix: identifierPrefix, allUsers: allUsers, confirm: confirm),
      each: each
    )
  }

  /// (read-only, more) Returns the conditions of the machine as the scheduler believes them. With more there
  /// is a reply now and at every change, for as long as the connection lives.
  ///
  /// Errors and an example: ``SchedulerMethod/GetConditions``.
  package func getConditions() throws -> Wire.Conditions {
    try call(SchedulerMethod.GetConditions.self, .init()).conditions
  }

  /// Calls `GetConditions` with `more`.
  /// - Parameters:
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  package func getConditions(each: (Wire.Conditions) throws -> Bool) throws {
    try stream(SchedulerMethod.GetConditions.self, .init(), each: { try each($0.conditions) })
  }

  /// (read-only, more) Returns whether work that asks for some conditions could start. With more there is a
  /// reply now and, if they do not hold, another one when they do. The call is no task: nothing of it is kept
  /// when the connection ends, and a later daemon knows nothing of it.
  ///
  /// Errors and an example: ``SchedulerMethod/WaitFor``.
  /// - Parameters:
  ///   - when: The expression, as in TaskRequest.when (1 to 4096 bytes).
  ///   - unknownConditions: The effect of conditions that no source reports, as in TaskRequest.
  ///   - name: The name of the waiting work, for ListWaiting, such as a unit's name: one line (up to 255
  ///     bytes). Absent: no name.
  package func waitFor(
    _ when: String,
    unknownConditions: Wire.UnknownPolicy? = nil,
    name: String? = nil
  ) throws -> SchedulerMethod.WaitFor.Reply {
    try call(
      SchedulerMethod.WaitFor.self,
      .init(when: when, unknownConditions: unknownConditions, name: name)
    )
  }

  /// Calls `WaitFor` with `more`.
  /// - Parameters:
  ///   - when: The expression, as in TaskRequest.when (1 to 4096 bytes).
  ///   - unknownConditions: The effect of conditions that no source reports, as in TaskRequest.
  ///   - name: The name of the waiting work, for ListWaiting, such as a unit's name: one line (up to 255
  ///     bytes). Absent: no name.
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  package func waitFor(
    _ when: String,
    unknownConditions: Wire.UnknownPolicy? = nil,
    name: String? = nil,
    each: (SchedulerMethod.WaitFor.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.WaitFor.self,
      .init(when: when, unknownConditions: unknownConditions, name: name),
      each: each
    )
  }

  /// (read-only) Lists the callers that wait for conditions by WaitFor, in the order in which they connected;
  /// allUsers is for privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/ListWaiting``.
  /// - Parameters:
  ///   - allUsers: Whether the callers of all users are listed. Absent: false, those of the caller's user.
  package func listWaiting(allUsers: Bool? = nil) throws -> [Wire.Waiting] {
    try call(SchedulerMethod.ListWaiting.self, .init(allUsers: allUsers)).waiting
  }

  /// (needs more) Begins an assertion: the caller is in the middle of its work, for as long as the connection
  /// lives. Until then the machine waits before it sleeps or shuts down, as long as its own limit allows
  /// (InhibitDelayMaxSec= of logind.conf(5)), and the caller's process is not ended as idle. The first reply
  /// confirms the assertion. A later reply with a reason says that the caller is to end its work, and to
  /// close the connection. When the grace after the limit is over, the daemon closes the connection, and
  /// kills the caller's process if bgtaskd has started it. A later reply without a reason says that the
  /// machine is back, or stays after all: work that has not ended goes on.
  ///
  /// Errors and an example: ``SchedulerMethod/BeginAssertion``.
  /// - Parameters:
  ///   - why: The purpose of the time: one line (1 to 255 bytes).
  ///   - limitDurationUSec: The longest time that the caller may take (1000000 to 600000000). Absent: the
  ///     caller only wants to hear when the machine is about to sleep or to shut down, and have it wait until
  ///     the connection is closed. Such a call keeps no process from being ended as idle.
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  package func beginAssertion(
    _ why: String,
    limitDurationUSec: Int64? = nil,
    each: (SchedulerMethod.BeginAssertion.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.BeginAssertion.self,
      .init(why: why, limitDurationUSec: limitDurationUSec),
      each: each
    )
  }

  /// (read-only) Lists the assertions that were made by BeginAssertion, in the order in which the callers
  /// connected; allUsers is for privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/ListAssertions``.
  /// - Parameters:
  ///   - allUsers: Whether the assertions of all users are listed. Absent: false, the caller's.
  package func listAssertions(allUsers: Bool? = nil) throws -> [Wire.Assertion] {
    try call(SchedulerMethod.ListAssertions.self, .init(allUsers: allUsers)).assertions
  }

  /// Keeps tasks from starting, until a date or until Resume, over restarts of the daemon and of the machine.
  /// Runs that have begun go on or are told to stop; SimulateLaunch starts tasks all the same; deadlines pass
  /// as ever. A pause of the same uid, kind and identifiers takes the place of an earlier one. Only
  /// privileged callers pause the work of other users. A user may have ordered 64 pauses.
  ///
  /// Errors and an example: ``SchedulerMethod/Pause``.
  /// - Parameters:
  ///   - identifiers: The identifiers of the tasks, as in PausedWork (1 to 256 bytes).
  ///   - kind: The kind of the tasks, as in PausedWork.
  ///   - uid: The uid of the tasks' owner, as in PausedWork (0 to 4294967295). Absent: the caller's.
  ///   - allUsers: Whether the tasks of all users are paused, instead of one user's. Absent: false.
  ///   - untilUSec: The end of the pause, as in PausedWork (0 to 253402300799999999).
  ///   - stop: Whether runs of these tasks are told to stop (reason paused). Absent: false, they go on.
  @discardableResult
  package func pause(
    identifiers: String? = nil,
    kind: Wire.Kind? = nil,
    uid: UInt32? = nil,
    allUsers: Bool? = nil,
    untilUSec: Int64? = nil,
    stop: Bool? = nil
  ) throws -> SchedulerMethod.Pause.Reply {
    try call(
      SchedulerMethod.Pause.self,
      .init(
        identifiers: identifiers,
        kind: kind,
        uid: uid,
        allUsers: allUsers,
        untilUSec: untilUSec,
        stop: stop
      )
    )
  }

  /// Ends a pause, so that its tasks may start again: that of a call of Pause with the same uid, kind and
  /// identifiers or, with everything, several at once.
  ///
  /// Errors and an example: ``SchedulerMethod/Resume``.
  /// - Parameters:
  ///   - identifiers: The identifiers of the tasks, as in Pause (1 to 256 bytes).
  ///   - kind: The kind of the tasks, as in Pause.
  ///   - uid: The uid of the tasks' owner, as in Pause (0 to 4294967295).
  ///   - allUsers: Whether the pause is that of all users, as in Pause.
  ///   - everything: Whether all pauses of the caller's tasks end and, for privileged callers, those of the
  ///     tasks of all users; not together with the other fields. Absent: false.
  @discardableResult
  package func resume(
    identifiers: String? = nil,
    kind: Wire.Kind? = nil,
    uid: UInt32? = nil,
    allUsers: Bool? = nil,
    everything: Bool? = nil
  ) throws -> [Wire.PausedWork] {
    try call(
      SchedulerMethod.Resume.self,
      .init(identifiers: identifiers, kind: kind, uid: uid, allUsers: allUsers, everything: everything)
    ).resumed
  }

  /// (read-only) Lists the pauses that hold back the caller's tasks; allUsers is for privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/ListPauses``.
  /// - Parameters:
  ///   - allUsers: Whether the pauses of every user's tasks are listed. Absent: false.
  package func listPauses(allUsers: Bool? = nil) throws -> [Wire.PausedWork] {
    try call(SchedulerMethod.ListPauses.self, .init(allUsers: allUsers)).pauses
  }

  /// (privileged) Sets conditions for a test, and leaves the others to the real sources. The method works
  /// only where the configuration allows simulation (AllowSimulation=).
  ///
  /// Errors and an example: ``SchedulerMethod/SimulateConditions``.
  /// - Parameters:
  ///   - conditions: Values by the names of Conditions: true, yes, false, no; 0 to 100; a name; names with
  ///     commas between them; for each of them unknown.
  ///   - clear: Whether all conditions go back to their real sources first. Absent: false.
  @discardableResult
  package func simulateConditions(
    _ conditions: [String: String],
    clear: Bool? = nil
  ) throws -> Wire.Conditions {
    try call(SchedulerMethod.SimulateConditions.self, .init(conditions: conditions, clear: clear)).conditions
  }

  /// Starts a pending task now, whatever its date and requirements.
  ///
  /// Errors and an example: ``SchedulerMethod/SimulateLaunch``.
  /// - Parameters:
  ///   - identifier: The task's identifier.
  @discardableResult
  package func simulateLaunch(_ identifier: String) throws -> String {
    try call(SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier)).runId
  }

  /// Tells a running task that its time is up.
  ///
  /// Errors and an example: ``SchedulerMethod/SimulateExpiration``.
  /// - Parameters:
  ///   - identifier: The task's identifier.
  package func simulateExpiration(_ identifier: String) throws {
    _ = try call(SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier))
  }

  /// (read-only) Returns the state of the daemon.
  ///
  /// Errors and an example: ``SchedulerMethod/Status``.
  package func status() throws -> SchedulerMethod.Status.Reply {
    try call(SchedulerMethod.Status.self, .init())
  }
}
