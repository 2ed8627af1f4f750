// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import Varlink

extension SchedulerClient {
  /// Keeps a task. When the reply comes it is on disk.
  ///
  /// Errors and an example: ``SchedulerMethod/Submit``.
  /// - Parameters:
  ///   - request: What is submitted.
  @discardableResult
  package func submit(_ request: Wire.TaskRequest) throws -> Wire.Task {
    try call(SchedulerMethod.Submit.self, .init(request: request)).task
  }

  /// Many at once, in few durable commits. What is wrong with one of them is in its result, and does not keep
  /// the others from being accepted. All that is accepted is durable when the answer comes; without one, any
  /// number of them may have been. A long batch is taken in pieces, with other callers' turns in between;
  /// what comes behind it on its connection waits for its answer.
  ///
  /// Errors and an example: ``SchedulerMethod/SubmitBatch``.
  /// - Parameters:
  ///   - requests: What is submitted (up to 1000 elements).
  @discardableResult
  package func submitBatch(_ requests: [Wire.TaskRequest]) throws -> [Wire.SubmitResult] {
    try call(SchedulerMethod.SubmitBatch.self, .init(requests: requests)).results
  }

  /// (read-only) One task.
  ///
  /// Errors and an example: ``SchedulerMethod/Get``.
  /// - Parameters:
  ///   - identifier: Its identifier.
  package func get(_ identifier: String) throws -> SchedulerMethod.Get.Reply {
    try call(SchedulerMethod.Get.self, .init(identifier: identifier))
  }

  /// (read-only) Why a task is not running now: every reason, not only the first.
  ///
  /// Errors and an example: ``SchedulerMethod/Explain``.
  /// - Parameters:
  ///   - identifier: Its identifier.
  package func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply {
    try call(SchedulerMethod.Explain.self, .init(identifier: identifier))
  }

  /// (read-only, more) Pending and running tasks in the order in which they were accepted; allUsers is for
  /// privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/List``.
  /// - Parameters:
  ///   - identifierPrefix: Only tasks whose identifiers begin so. Absent: all.
  ///   - allUsers: Everybody's. Absent: false, the caller's.
  ///   - limit: How many at most (1 to 9223372036854775807). Absent: all, in one reply or in pages as said
  ///     above.
  ///   - cursor: Where the page begins, from an earlier reply. Absent: with the first.
  ///   - lastRuns: Each task with its last run. Absent: false.
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
  ///   - identifierPrefix: Only tasks whose identifiers begin so. Absent: all.
  ///   - allUsers: Everybody's. Absent: false, the caller's.
  ///   - limit: How many at most (1 to 9223372036854775807). Absent: all, in one reply or in pages as said
  ///     above.
  ///   - cursor: Where the page begins, from an earlier reply. Absent: with the first.
  ///   - lastRuns: Each task with its last run. Absent: false.
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
  ///   - identifier: Its identifier.
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

  /// (needs more) The caller handles these identifiers for as long as the connection lives. The first reply
  /// confirms it; each reply that follows has a launch or an expire.
  ///
  /// Errors and an example: ``SchedulerMethod/Register``.
  /// - Parameters:
  ///   - application: The name of the manifest that permits the identifiers, or empty for whichever does.
  ///   - identifiers: What it handles (up to 10000 elements), one or more.
  ///   - runs: The runs that it was given before, by this daemon or the one before it, and still works on
  ///     (up to 10000 elements). Absent: none.
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

  /// The caller's registration handles these identifiers as well.
  ///
  /// Errors and an example: ``SchedulerMethod/AddIdentifiers``.
  /// - Parameters:
  ///   - registration: Which it is, from the first reply of Register.
  ///   - identifiers: What it handles besides (up to 10000 elements), one or more.
  package func addIdentifiers(registration: String, identifiers: [String]) throws {
    _ = try call(
      SchedulerMethod.AddIdentifiers.self,
      .init(registration: registration, identifiers: identifiers)
    )
  }

  /// Says how much the application is in use, for as long as the connection lives or until it says something
  /// else. Meanwhile active and inactive ones get no launch for refresh and processing tasks.
  ///
  /// Errors and an example: ``SchedulerMethod/SetApplicationState``.
  /// - Parameters:
  ///   - application: The name of its manifest.
  ///   - state: How much it is in use; at first background.
  package func setApplicationState(application: String, state: Wire.ApplicationState) throws {
    _ = try call(SchedulerMethod.SetApplicationState.self, .init(application: application, state: state))
  }

  /// (read-only) Whether a run of the caller's user should save its work and come back later: it was told to
  /// stop, or what it needs is gone.
  ///
  /// Errors and an example: ``SchedulerMethod/ShouldDefer``.
  /// - Parameters:
  ///   - runId: Which run.
  package func shouldDefer(runId: String) throws -> SchedulerMethod.ShouldDefer.Reply {
    try call(SchedulerMethod.ShouldDefer.self, .init(runId: runId))
  }

  /// How far a run of the caller's user is; it is told to those who watch, several times a second at most.
  ///
  /// Errors and an example: ``SchedulerMethod/ReportProgress``.
  /// - Parameters:
  ///   - runId: Which run.
  ///   - progress: How far it is.
  ///   - next: Of a transfer, with its last report. Nothing follows from it unless the run fails, and for
  ///     other tasks nothing at all. Absent: nothing is said, or what was said before is taken back.
  package func reportProgress(runId: String, progress: Wire.Progress, next: Wire.NextAttempt? = nil) throws {
    _ = try call(SchedulerMethod.ReportProgress.self, .init(runId: runId, progress: progress, next: next))
  }

  /// The first line of the handler of a run of the caller's user runs. It is for launches that say
  /// reportsHandler, once, and best sent oneway just before the handler is called; otherwise nothing follows
  /// from it.
  ///
  /// Errors and an example: ``SchedulerMethod/HandlerBegan``.
  /// - Parameters:
  ///   - runId: Which run.
  package func handlerBegan(runId: String) throws {
    _ = try call(SchedulerMethod.HandlerBegan.self, .init(runId: runId))
  }

  /// A run of the caller's user has reached its end. Of a program that the daemon started for a command this
  /// says its success, and its exit is the end.
  ///
  /// Errors and an example: ``SchedulerMethod/Complete``.
  /// - Parameters:
  ///   - runId: Which run.
  ///   - success: It did what it was to do; otherwise its task may be tried again (retry).
  package func complete(runId: String, success: Bool) throws {
    _ = try call(SchedulerMethod.Complete.self, .init(runId: runId, success: success))
  }

  /// (read-only, more) Past and present runs, newest first; allUsers is for privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/History``.
  /// - Parameters:
  ///   - identifier: Only runs of this task. Absent: of all.
  ///   - runId: Only runs whose names begin so: hexadecimal digits (1 to 32 bytes). Not together with
  ///     identifier. Absent: all.
  ///   - limit: How many at most (1 to 9223372036854775807). Absent: 50, with more all.
  ///   - allUsers: Everybody's. Absent: false, the caller's.
  ///   - cursor: Where the page begins, from an earlier reply. Absent: with the newest.
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
  ///   - identifier: Only runs of this task. Absent: of all.
  ///   - runId: Only runs whose names begin so: hexadecimal digits (1 to 32 bytes). Not together with
  ///     identifier. Absent: all.
  ///   - limit: How many at most (1 to 9223372036854775807). Absent: 50, with more all.
  ///   - allUsers: Everybody's. Absent: false, the caller's.
  ///   - cursor: Where the page begins, from an earlier reply. Absent: with the newest.
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

  /// (read-only) What a run wrote, its last 64 KiB, in UTF-8: bytes that are none, and NUL, are U+FFFD.
  ///
  /// Errors and an example: ``SchedulerMethod/Output``.
  /// - Parameters:
  ///   - runId: Which run.
  package func output(runId: String) throws -> SchedulerMethod.Output.Reply {
    try call(SchedulerMethod.Output.self, .init(runId: runId))
  }

  /// (needs more) Says what happens from now on, one event a reply; allUsers is for privileged callers. Who
  /// reads so slowly that more than 4 MiB wait is disconnected. The events:
  ///
  /// Errors and an example: ``SchedulerMethod/Watch``.
  /// - Parameters:
  ///   - identifierPrefix: Only events of tasks whose identifiers begin so, and those that are about no
  ///     task. Absent: all.
  ///   - allUsers: Everybody's. Absent: false, the caller's.
  ///   - confirm: Say at once that it has begun, with the event began. Absent: false.
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

  /// (read-only, more) What the scheduler believes about the machine. With more: now and at every change, for
  /// as long as the connection lives.
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

  /// (read-only, more) Whether work could start that asks for some conditions. With more: how it stands now
  /// and, if they do not hold, once more when they do. It is not a task: nothing of it is kept when the
  /// connection ends, and the daemon that comes after this one knows nothing of it.
  ///
  /// Errors and an example: ``SchedulerMethod/WaitFor``.
  /// - Parameters:
  ///   - when: Conditions, as in TaskRequest.when: an expression (1 to 4096 bytes).
  ///   - unknownConditions: As in TaskRequest.
  ///   - name: What waits, for ListWaiting, such as a unit's name: one line (up to 255 bytes). Absent: no
  ///     name.
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
  ///   - when: Conditions, as in TaskRequest.when: an expression (1 to 4096 bytes).
  ///   - unknownConditions: As in TaskRequest.
  ///   - name: What waits, for ListWaiting, such as a unit's name: one line (up to 255 bytes). Absent: no
  ///     name.
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

  /// (read-only) Who waits for conditions by WaitFor, in the order in which they began; allUsers is for
  /// privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/ListWaiting``.
  /// - Parameters:
  ///   - allUsers: Everybody's. Absent: false, the caller's.
  package func listWaiting(allUsers: Bool? = nil) throws -> [Wire.Waiting] {
    try call(SchedulerMethod.ListWaiting.self, .init(allUsers: allUsers)).waiting
  }

  /// (needs more) The caller is in the middle of something, for as long as the connection lives. Until then
  /// the machine waits before it sleeps or shuts down, as long as its own limit allows (InhibitDelayMaxSec=
  /// of logind.conf(5)), and the caller's process is not ended as idle. The first reply confirms it. A
  /// later one with a reason says that the caller is to end what it does, and to close the connection. When
  /// the grace after the limit is over it is closed, and the caller's process is killed if bgtaskd has
  /// started it. One without a reason says that the machine is back, or stays after all: what has not ended
  /// goes on.
  ///
  /// Errors and an example: ``SchedulerMethod/BeginAssertion``.
  /// - Parameters:
  ///   - why: What for: one line (1 to 255 bytes).
  ///   - limitDurationUSec: For how long at most (1000000 to 600000000). Absent: the caller only wants to
  ///     hear when the machine is about to sleep or to shut down, and have it wait until the connection is
  ///     closed. That keeps no process from being ended as idle.
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

  /// (read-only) Who has asked for time by BeginAssertion, in the order in which they connected; allUsers is
  /// for privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/ListAssertions``.
  /// - Parameters:
  ///   - allUsers: Everybody's. Absent: false, the caller's.
  package func listAssertions(allUsers: Bool? = nil) throws -> [Wire.Assertion] {
    try call(SchedulerMethod.ListAssertions.self, .init(allUsers: allUsers)).assertions
  }

  /// Keeps tasks from starting, until a date or until Resume, over restarts of the daemon and of the machine.
  /// What has begun goes on or is told to stop; SimulateLaunch starts all the same; deadlines pass as ever.
  /// Another call about the same (uid, kind, identifiers) takes the place of the first. The work of other
  /// users is for privileged callers. A user may have 64 of them.
  ///
  /// Errors and an example: ``SchedulerMethod/Pause``.
  /// - Parameters:
  ///   - identifiers: As in PausedWork (1 to 256 bytes).
  ///   - kind: As in PausedWork.
  ///   - uid: As in PausedWork (0 to 4294967295). Absent: the caller's.
  ///   - allUsers: Everybody's, instead of one user's. Absent: false.
  ///   - untilUSec: As in PausedWork (0 to 253402300799999999).
  ///   - stop: What runs of it is told to stop (reason paused). Absent: false, it goes on.
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

  /// Lets what was paused start again: what a call of Pause with the same uid, kind and identifiers has
  /// paused or, with everything, all that the caller has a say in.
  ///
  /// Errors and an example: ``SchedulerMethod/Resume``.
  /// - Parameters:
  ///   - identifiers: As in Pause (1 to 256 bytes).
  ///   - kind: As in Pause.
  ///   - uid: As in Pause (0 to 4294967295).
  ///   - allUsers: As in Pause.
  ///   - everything: All pauses of the caller's tasks and, for privileged callers, of everybody's; not
  ///     together with the others. Absent: false.
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

  /// (read-only) What is paused of the caller's tasks; allUsers is for privileged callers.
  ///
  /// Errors and an example: ``SchedulerMethod/ListPauses``.
  /// - Parameters:
  ///   - allUsers: Of everybody's. Absent: false.
  package func listPauses(allUsers: Bool? = nil) throws -> [Wire.PausedWork] {
    try call(SchedulerMethod.ListPauses.self, .init(allUsers: allUsers)).pauses
  }

  /// (privileged) Sets conditions for a test, and leaves the others to the real sources. Only where the
  /// configuration allows simulation (AllowSimulation=).
  ///
  /// Errors and an example: ``SchedulerMethod/SimulateConditions``.
  /// - Parameters:
  ///   - conditions: Values by the names of Conditions: true, yes, false, no; 0 to 100; a name; names with
  ///     commas between them; for each of them unknown.
  ///   - clear: Gives all conditions back to their real sources first. Absent: false.
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
  ///   - identifier: Its identifier.
  @discardableResult
  package func simulateLaunch(_ identifier: String) throws -> String {
    try call(SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier)).runId
  }

  /// Tells a running task that its time is up.
  ///
  /// Errors and an example: ``SchedulerMethod/SimulateExpiration``.
  /// - Parameters:
  ///   - identifier: Its identifier.
  package func simulateExpiration(_ identifier: String) throws {
    _ = try call(SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier))
  }

  /// (read-only) How the daemon is.
  ///
  /// Errors and an example: ``SchedulerMethod/Status``.
  package func status() throws -> SchedulerMethod.Status.Reply {
    try call(SchedulerMethod.Status.self, .init())
  }
}
