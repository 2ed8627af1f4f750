// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import Varlink

extension SchedulerClient {
  /// Submits a task. When the reply comes, the task is on disk.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/Submit``.
  @discardableResult
  package func submit(_ request: Wire.TaskRequest) throws -> Wire.Task {
    try call(SchedulerMethod.Submit.self, .init(request: request)).task
  }

  /// Submits many tasks at once, in few durable commits. An error in one request is in its result, and does
  /// not keep the others from being accepted. When the reply comes, every accepted task is on disk; without a
  /// reply, any number of them may have been accepted. A long batch is taken in pieces, with turns of other
  /// callers in between; later calls on its connection wait for its reply.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/SubmitBatch``.
  @discardableResult
  package func submitBatch(_ requests: [Wire.TaskRequest]) throws -> [Wire.SubmitResult] {
    try call(SchedulerMethod.SubmitBatch.self, .init(requests: requests)).results
  }

  /// (read-only) Returns one task.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/Get``.
  package func get(_ identifier: String) throws -> SchedulerMethod.Get.Reply {
    try call(SchedulerMethod.Get.self, .init(identifier: identifier))
  }

  /// (read-only) Returns why a task is not running now: every reason, not only the first.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/Explain``.
  package func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply {
    try call(SchedulerMethod.Explain.self, .init(identifier: identifier))
  }

  /// (read-only, more) Lists pending and running tasks in the order in which they were accepted; allUsers is
  /// for privileged callers.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/List``.
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
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
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
  /// Parameters, errors and an example: ``SchedulerMethod/Cancel``.
  @discardableResult
  package func cancel(_ identifier: String) throws -> String? {
    try call(SchedulerMethod.Cancel.self, .init(identifier: identifier)).declaredIn
  }

  /// Ends all of the caller's tasks, as Cancel does.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/CancelAll``.
  @discardableResult
  package func cancelAll() throws -> Int {
    try call(SchedulerMethod.CancelAll.self, .init()).count
  }

  /// (needs more) Registers the caller as the program that handles these identifiers, for as long as the
  /// connection lives. The first reply confirms it; each reply that follows has a launch or an expire.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/Register``.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
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
  /// Parameters, errors and an example: ``SchedulerMethod/AddIdentifiers``.
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
  /// Parameters, errors and an example: ``SchedulerMethod/SetApplicationState``.
  package func setApplicationState(application: String, state: Wire.ApplicationState) throws {
    _ = try call(SchedulerMethod.SetApplicationState.self, .init(application: application, state: state))
  }

  /// (read-only) Returns whether a run of the caller's user should save its work and come back later: it was
  /// told to stop, or it has lost a requirement.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/ShouldDefer``.
  package func shouldDefer(runId: String) throws -> SchedulerMethod.ShouldDefer.Reply {
    try call(SchedulerMethod.ShouldDefer.self, .init(runId: runId))
  }

  /// Reports the progress of a run of the caller's user. Every report is told to those who watch, so a
  /// program reports several times a second at most.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/ReportProgress``.
  package func reportProgress(runId: String, progress: Wire.Progress, next: Wire.NextAttempt? = nil) throws {
    _ = try call(SchedulerMethod.ReportProgress.self, .init(runId: runId, progress: progress, next: next))
  }

  /// Reports that the first line of the handler of a run of the caller's user runs. A program calls this once
  /// for a launch that says reportsHandler, best with oneway just before it calls the handler. Other calls
  /// have no effect.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/HandlerBegan``.
  package func handlerBegan(runId: String) throws {
    _ = try call(SchedulerMethod.HandlerBegan.self, .init(runId: runId))
  }

  /// Reports the end of a run of the caller's user. For the program of a command the report says only whether
  /// the run succeeded; the run ends with the program.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/Complete``.
  package func complete(runId: String, success: Bool) throws {
    _ = try call(SchedulerMethod.Complete.self, .init(runId: runId, success: success))
  }

  /// (read-only, more) Lists past and present runs, newest first; allUsers is for privileged callers.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/History``.
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
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
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
  /// Parameters, errors and an example: ``SchedulerMethod/Output``.
  package func output(runId: String) throws -> SchedulerMethod.Output.Reply {
    try call(SchedulerMethod.Output.self, .init(runId: runId))
  }

  /// (needs more) Tells what happens from now on, one event a reply; allUsers is for privileged callers. A
  /// caller that reads so slowly that more than 4 MiB wait is disconnected. The events:
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/Watch``.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
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
  /// Parameters, errors and an example: ``SchedulerMethod/GetConditions``.
  package func getConditions() throws -> Wire.Conditions {
    try call(SchedulerMethod.GetConditions.self, .init()).conditions
  }

  /// Calls `GetConditions` with `more`.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
  package func getConditions(each: (Wire.Conditions) throws -> Bool) throws {
    try stream(SchedulerMethod.GetConditions.self, .init(), each: { try each($0.conditions) })
  }

  /// (read-only, more) Returns whether work that asks for some conditions could start. With more there is a
  /// reply now and, if they do not hold, another one when they do. The call is no task: nothing of it is kept
  /// when the connection ends, and a later daemon knows nothing of it.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/WaitFor``.
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
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
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
  /// Parameters, errors and an example: ``SchedulerMethod/ListWaiting``.
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
  /// Parameters, errors and an example: ``SchedulerMethod/BeginAssertion``.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
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
  /// Parameters, errors and an example: ``SchedulerMethod/ListAssertions``.
  package func listAssertions(allUsers: Bool? = nil) throws -> [Wire.Assertion] {
    try call(SchedulerMethod.ListAssertions.self, .init(allUsers: allUsers)).assertions
  }

  /// Keeps tasks from starting, until a date or until Resume, over restarts of the daemon and of the machine.
  /// Runs that have begun go on or are told to stop; SimulateLaunch starts tasks all the same; deadlines pass
  /// as ever. A pause of the same uid, kind and identifiers takes the place of an earlier one. Only
  /// privileged callers pause the work of other users. A user may have ordered 64 pauses.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/Pause``.
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
  /// Parameters, errors and an example: ``SchedulerMethod/Resume``.
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
  /// Parameters, errors and an example: ``SchedulerMethod/ListPauses``.
  package func listPauses(allUsers: Bool? = nil) throws -> [Wire.PausedWork] {
    try call(SchedulerMethod.ListPauses.self, .init(allUsers: allUsers)).pauses
  }

  /// (privileged) Sets conditions for a test, and leaves the others to the real sources. The method works
  /// only where the configuration allows simulation (AllowSimulation=).
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/SimulateConditions``.
  @discardableResult
  package func simulateConditions(
    _ conditions: [String: String],
    clear: Bool? = nil
  ) throws -> Wire.Conditions {
    try call(SchedulerMethod.SimulateConditions.self, .init(conditions: conditions, clear: clear)).conditions
  }

  /// Starts a pending task now, whatever its date and requirements.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/SimulateLaunch``.
  @discardableResult
  package func simulateLaunch(_ identifier: String) throws -> String {
    try call(SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier)).runId
  }

  /// Tells a running task that its time is up.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/SimulateExpiration``.
  package func simulateExpiration(_ identifier: String) throws {
    _ = try call(SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier))
  }

  /// (read-only) Returns the state of the daemon.
  ///
  /// Parameters, errors and an example: ``SchedulerMethod/Status``.
  package func status() throws -> SchedulerMethod.Status.Reply {
    try call(SchedulerMethod.Status.self, .init())
  }
}
