// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import Varlink

extension SchedulerClient {
  /// Keeps a task. When the reply comes it is on disk.
  ///
  /// Errors: InvalidRequest (field says which value), NotPermitted (the identifier is not this user's to use,
  /// or is a file's), TooManyPendingTaskRequests, AlreadyPending (where onConflict is fail),
  /// ImmediateRunIneligible (where strategy is fail), PermissionDenied (who may submit, the administrator
  /// says), Unavailable (also where there is no room: the user's pending tasks take all the bytes that they
  /// may, MaxPendingBytesPerUser=, or the last of the disk is kept for what has happened,
  /// StateReserveBytes=).
  ///
  ///     call  Submit {"request":{"identifier":"org.example.hello","kind":"processing",
  ///             "command":{"argv":["/bin/echo","hello"]}}}
  ///     reply {"task":{"attempt":1,"request":{"command":{"argv":["/bin/echo","hello"]},
  ///             "identifier":"org.example.hello","kind":"processing","requiresIdle":false},
  ///             "runId":"d19b746bdcce4b0f8a6c5e3f20918273","startedUSec":1767225600000000,
  ///             "state":"launching","submittedUSec":1767225600000000,"uid":1000}}
  ///     call  Submit {"request":{"identifier":"org.example.backup","kind":"processing","onConflict":"fail",
  ///             "earliestBeginUSec":4102444800000000,"command":{"argv":["/usr/bin/true"]}}}
  ///     reply {"task":{"attempt":1,"reason":{"code":"earliestBegin",…},"request":{…},"state":"waiting",
  ///             "submittedUSec":1767225600000000,"uid":1000}}
  ///     call  Submit {"request":{"identifier":"org.example.backup","kind":"processing","onConflict":"fail",
  ///             "command":{"argv":["/usr/bin/true"]}}}
  ///     error AlreadyPending {"identifier":"org.example.backup"}
  ///     call  Submit {"request":{"identifier":"org.example.backup","kind":"refresh","command":{"argv":[]}}}
  ///     error InvalidRequest {"field":"command.argv","message":"found 0 elements, allowed are 1 to 1024"}
  /// - Parameters:
  ///   - request: What is submitted.
  @discardableResult
  package func submit(_ request: Wire.TaskRequest) throws -> Wire.Task {
    try call(SchedulerMethod.Submit.self, .init(request: request)).task
  }

  /// Many at once, in one durable commit. What is wrong with one of them is in its result, and does not keep
  /// the others from being accepted.
  ///
  /// Errors: InvalidRequest (about the number of them), PermissionDenied, Unavailable. In results: those of
  /// Submit.
  ///
  ///     call  SubmitBatch {"requests":[{"identifier":"org.example.index","kind":"processing",
  ///             "earliestBeginUSec":4102444800000000,"command":{"argv":["/bin/sleep","600"]}},
  ///             {"identifier":"org.example.mail","kind":"refresh"}]}
  ///     reply {"results":[{"task":{…}},{"error":"io.bgtaskd.Scheduler.NotPermitted","message":"…"}]}
  /// - Parameters:
  ///   - requests: What is submitted (up to 1000 elements).
  @discardableResult
  package func submitBatch(_ requests: [Wire.TaskRequest]) throws -> [Wire.SubmitResult] {
    try call(SchedulerMethod.SubmitBatch.self, .init(requests: requests)).results
  }

  /// (read-only) One task.
  ///
  /// Errors: InvalidRequest, NoSuchTask, Unavailable.
  ///
  ///     call  Get {"identifier":"org.example.backup"}
  ///     reply {"lastRuns":[],"task":{"attempt":1,"reason":{…},"request":{…},"state":"waiting",…}}
  ///     call  Get {"identifier":"org.example.hello"}
  ///     error NoSuchTask {"identifier":"org.example.hello"}
  /// - Parameters:
  ///   - identifier: Its identifier.
  package func get(_ identifier: String) throws -> SchedulerMethod.Get.Reply {
    try call(SchedulerMethod.Get.self, .init(identifier: identifier))
  }

  /// (read-only) Why a task is not running now: every reason, not only the first.
  ///
  /// Errors: InvalidRequest, NoSuchTask.
  ///
  ///     call  Explain {"identifier":"org.example.backup"}
  ///     reply {"canProceed":false,"forecastUSec":4102444800000000,"reasons":[{"code":"earliestBegin",
  ///             "message":"its earliest begin date has not come",…}]}
  /// - Parameters:
  ///   - identifier: Its identifier.
  package func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply {
    try call(SchedulerMethod.Explain.self, .init(identifier: identifier))
  }

  /// (read-only, more) Pending and running tasks, by name; allUsers is for privileged callers.
  ///
  /// With more: one reply per page, until all is told. Without more: one page of at most limit tasks, from
  /// where the cursor of an earlier reply says; the reply has a cursor when there are more. With none of the
  /// three, all in one reply, or TooLarge. A cursor is the daemon's own text, good for whoever got it, and
  /// stays good whatever happens meanwhile: what is submitted behind it comes, what was before it does not
  /// come again. Of a task whose request is damaged in the state file there is only what the scheduler itself
  /// knows, with the reason damaged.
  ///
  /// Errors: InvalidRequest, PermissionDenied, TooLarge.
  ///
  ///     call  List {"identifierPrefix":"org.example.","limit":1}
  ///     reply {"cursor":"0:2:org.example.backup","tasks":[{"attempt":1,…}]}
  ///     call  List {"identifierPrefix":"org.example.","limit":1,"cursor":"0:2:org.example.backup"}
  ///     reply {"tasks":[{"attempt":1,…}]}
  ///     more  List {}
  ///     reply {"tasks":[{"attempt":1,…},{"attempt":1,…}]}
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
  /// Errors: InvalidRequest, NoSuchTask, Unavailable (what runs is told to stop all the same).
  ///
  ///     call  Cancel {"identifier":"org.example.backup"}
  ///     reply {}
  ///     call  Cancel {"identifier":"org.example.backup"}
  ///     error NoSuchTask {"identifier":"org.example.backup"}
  /// - Parameters:
  ///   - identifier: Its identifier.
  @discardableResult
  package func cancel(_ identifier: String) throws -> String? {
    try call(SchedulerMethod.Cancel.self, .init(identifier: identifier)).declaredIn
  }

  /// Ends all of the caller's tasks, as Cancel does.
  ///
  /// Errors: Unavailable (what runs is told to stop all the same).
  ///
  ///     call  CancelAll {}
  ///     reply {"count":1}
  @discardableResult
  package func cancelAll() throws -> Int {
    try call(SchedulerMethod.CancelAll.self, .init()).count
  }

  /// (needs more) The caller handles these identifiers for as long as the connection lives. The first reply
  /// confirms it; each reply that follows has a launch or an expire.
  ///
  /// An identifier that ends in .* stands for all that it covers and that nobody handles by a name or by a
  /// longer one. When several connections handle an identifier, the newest gets the next launch. A run of
  /// runs goes on with this connection; one that is over for the daemon gets an expire, and must not go on.
  ///
  /// Errors: InvalidRequest (also where the connection has registered already), NotPermitted (no manifest, or
  /// another one, permits an identifier), NoSuchRun (what runs names cannot be a run), Unavailable (the
  /// connection has another call whose replies end only with it).
  ///
  ///     more  Register {"application":"feeds","identifiers":["org.example.feeds.*"]}
  ///     reply {"application":"feeds","registration":"7c3e0d1f5a9b4e628d07f1c2b3a49586"}
  ///     call  Submit {"request":{"identifier":"org.example.feeds.refresh","kind":"refresh"}}
  ///     reply {"task":{"application":"feeds","attempt":1,"request":{…},"state":"launching",…}}
  ///     reply Register {"launch":{"limitUSec":30000000,"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f",
  ///             "task":{"attempt":1,"request":{"identifier":"org.example.feeds.refresh","kind":"refresh",
  ///             "requiresIdle":false},"state":"running",…}}}
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
  /// Errors: InvalidRequest (also for a registration that is none), NotPermitted.
  ///
  ///     call  AddIdentifiers {"registration":"7c3e0d1f5a9b4e628d07f1c2b3a49586",
  ///             "identifiers":["org.example.feeds.cleanup"]}
  ///     reply {}
  ///     call  AddIdentifiers {"registration":"7c3e0d1f5a9b4e628d07f1c2b3a49586",
  ///             "identifiers":["org.example.mail"]}
  ///     error NotPermitted {"identifier":"org.example.mail","message":"…"}
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
  /// Errors: InvalidRequest (there is no such manifest).
  ///
  ///     call  SetApplicationState {"application":"feeds","state":"background"}
  ///     reply {}
  /// - Parameters:
  ///   - application: The name of its manifest.
  ///   - state: How much it is in use; at first background.
  package func setApplicationState(application: String, state: Wire.ApplicationState) throws {
    _ = try call(SchedulerMethod.SetApplicationState.self, .init(application: application, state: state))
  }

  /// (read-only) Whether a run of the caller's user should save its work and come back later: it was told to
  /// stop, or what it needs is gone.
  ///
  /// Errors: NoSuchRun.
  ///
  ///     call  ShouldDefer {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
  ///     reply {"shouldDefer":false}
  /// - Parameters:
  ///   - runId: Which run.
  package func shouldDefer(runId: String) throws -> SchedulerMethod.ShouldDefer.Reply {
    try call(SchedulerMethod.ShouldDefer.self, .init(runId: runId))
  }

  /// How far a run of the caller's user is; it is told to those who watch, several times a second at most.
  ///
  /// Errors: InvalidRequest, NoSuchRun.
  ///
  ///     call  ReportProgress {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f",
  ///             "progress":{"completedUnitCount":3,"totalUnitCount":7,"title":"Reading feeds"}}
  ///     reply {}
  /// - Parameters:
  ///   - runId: Which run.
  ///   - progress: How far it is.
  package func reportProgress(runId: String, progress: Wire.Progress) throws {
    _ = try call(SchedulerMethod.ReportProgress.self, .init(runId: runId, progress: progress))
  }

  /// A run of the caller's user has reached its end. Of a program that the daemon started for a command this
  /// says its success, and its exit is the end.
  ///
  /// Errors: NoSuchRun (it is not known, or has ended already), Unavailable (an application's run is over all
  /// the same).
  ///
  ///     call  Complete {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f","success":true}
  ///     reply {}
  ///     call  Complete {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f","success":true}
  ///     error NoSuchRun {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
  /// - Parameters:
  ///   - runId: Which run.
  ///   - success: It did what it was to do; otherwise its task may be tried again (retry).
  package func complete(runId: String, success: Bool) throws {
    _ = try call(SchedulerMethod.Complete.self, .init(runId: runId, success: success))
  }

  /// (read-only, more) Past and present runs, newest first; allUsers is for privileged callers.
  ///
  /// With more: one reply per page, until limit runs or all that are kept are told. Without more: one page;
  /// the reply has a cursor when there are more.
  ///
  /// Errors: InvalidRequest, PermissionDenied, Unavailable.
  ///
  ///     call  History {"identifier":"org.example.hello"}
  ///     reply {"runs":[{"attempt":1,"durationUSec":5000,"endedUSec":1767225600025000,"exitStatus":0,
  ///             "identifier":"org.example.hello","kind":"processing","outcome":"completed",
  ///             "runId":"d19b746bdcce4b0f8a6c5e3f20918273","startedUSec":1767225600020000,"success":true,
  ///             "uid":1000}]}
  ///     call  History {"limit":1}
  ///     reply {"cursor":"2","runs":[{"identifier":"org.example.feeds.refresh",…}]}
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

  /// (read-only) What a run wrote, its last 64 KiB, in UTF-8.
  ///
  /// Errors: NoSuchRun, Unavailable.
  ///
  ///     call  Output {"runId":"d19b746bdcce4b0f8a6c5e3f20918273"}
  ///     reply {"inJournal":false,"output":"hello\n","truncated":false}
  /// - Parameters:
  ///   - runId: Which run.
  package func output(runId: String) throws -> SchedulerMethod.Output.Reply {
    try call(SchedulerMethod.Output.self, .init(runId: runId))
  }

  /// (needs more) Says what happens from now on, one event a reply; allUsers is for privileged callers. Who
  /// reads so slowly that more than 4 MiB wait is disconnected. The events:
  ///
  ///     with task and its whole request, as far as that can be read:
  ///       submitted             It was accepted.
  ///       replaced              It was accepted in the place of one that waited.
  ///       cancelled             It waited, and its owner has ended it.
  ///       withdrawn             It waited, and its file asks for it no more.
  ///       held                  It has become due and waits on, or what it waits for has changed.
  ///       overdue               Its deadline has passed, and it waits on.
  ///       damaged               Its request cannot be read; reason says where.
  ///     with run:
  ///       launching             Its program is being started.
  ///       running               Its program works.
  ///       progress              It has said how far it is.
  ///       frozen, thawed        Its work stands still for the sake of a requirement; it goes on.
  ///       expiring              It was told to stop; stopReason says why.
  ///       killing               It did not stop within its grace period.
  ///       ended                 outcome says how.
  ///       gaveUp                It has failed, and there is no further attempt.
  ///       completedTwice        It has reported its end again, which counts for nothing.
  ///     with conditions:
  ///       conditions            They have changed.
  ///     with nothing else; the journal says more:
  ///       declarationRefused    What a file asks for cannot be accepted.
  ///       applicationFailing    An application's program cannot be started, or does not register.
  ///       applicationRecovered  It has registered again.
  ///       departing             The machine goes to sleep or down.
  ///       departureOver         It is back, or has stayed.
  ///       storeFailed           The disk takes nothing.
  ///       storeRecovered        It does again.
  ///
  /// Errors: PermissionDenied, Unavailable (too many such calls, or the connection has one already).
  ///
  ///     more  Watch {"identifierPrefix":"org.example."}
  ///     call  Submit {"request":{"identifier":"org.example.hello","kind":"processing","title":"Hello",
  ///             "command":{"argv":["/bin/echo","hello"]}}}
  ///     reply {"task":{…}}
  ///     reply Watch {"event":"submitted","task":{"attempt":1,"request":{"command":{"argv":["/bin/echo",
  ///             "hello"]},"identifier":"org.example.hello","kind":"processing","requiresIdle":false,
  ///             "title":"Hello"},…},"timeUSec":1767225600000000}
  ///     reply Watch {"event":"launching","run":{"attempt":1,"identifier":"org.example.hello",…},
  ///             "timeUSec":1767225600000000}
  ///     reply Watch {"event":"ended","run":{"outcome":"completed",…},"timeUSec":1767225600000000}
  /// - Parameters:
  ///   - identifierPrefix: Only events of tasks whose identifiers begin so, and those that are about no
  ///     task. Absent: all.
  ///   - allUsers: Everybody's. Absent: false, the caller's.
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  package func watch(
    identifierPrefix: String? = nil,
    allUsers: Bool? = nil,
    each: (SchedulerMethod.Watch.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.Watch.self,
      .init(identifierPrefix: identifierPrefix, allUsers: allUsers),
      each: each
    )
  }

  /// (read-only, more) What the scheduler believes about the machine. With more: now and at every change, for
  /// as long as the connection lives.
  ///
  /// Errors: Unavailable (with more: too many such calls, or the connection has one already).
  ///
  ///     more  GetConditions {}
  ///     reply {"conditions":{"cpuPressure":false,"idle":true,"ioPressure":false,"lowPowerMode":false,
  ///             "memoryPressure":false,"network":"unmetered","powerSource":"external","simulated":[…],
  ///             "storageLow":false,"thermalPressure":false,"unknown":[…],"unmet":[…],…}}
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
  /// Errors: InvalidRequest, Unavailable (with more: too many such calls, or the connection has one already).
  ///
  ///     call  WaitFor {"when":"external-power"}
  ///     reply {"expression":[{"depth":0,"state":"holds","text":"external-power",…}],"holds":true}
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
  /// Errors: PermissionDenied.
  ///
  ///     call  ListWaiting {}
  ///     reply {"waiting":[]}
  /// - Parameters:
  ///   - allUsers: Everybody's. Absent: false, the caller's.
  package func listWaiting(allUsers: Bool? = nil) throws -> [Wire.Waiting] {
    try call(SchedulerMethod.ListWaiting.self, .init(allUsers: allUsers)).waiting
  }

  /// (privileged) Sets conditions for a test, and leaves the others to the real sources. Only where the
  /// configuration allows simulation (AllowSimulation=).
  ///
  /// Errors: InvalidRequest, PermissionDenied, SimulationDisabled.
  ///
  ///     call  SimulateConditions {"conditions":{"powerSource":"battery","batteryPercent":"62"}}
  ///     reply {"conditions":{"batteryPercent":62,"powerSource":"battery",…}}
  ///     reply GetConditions {"conditions":{"batteryPercent":62,"powerSource":"battery",…}}
  ///     reply Watch {"conditions":{"powerSource":"battery",…},"event":"conditions",
  ///             "timeUSec":1767225600000000}
  ///     call  SimulateConditions {"conditions":{"powerSource":"sunlight"}}
  ///     error InvalidRequest {"field":"conditions.powerSource","message":"…"}
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
  /// Errors: InvalidRequest (also where an earlier run of it still goes on), NoSuchTask, Unavailable (no room
  /// for another run, nobody to do it, or the machine goes to sleep).
  ///
  ///     call  Submit {"request":{"identifier":"org.example.index","kind":"processing",
  ///             "earliestBeginUSec":4102444800000000,"command":{"argv":["/bin/sleep","600"]}}}
  ///     reply {"task":{…}}
  ///     call  SimulateLaunch {"identifier":"org.example.index"}
  ///     reply {"runId":"92b1c7d0e4f35a687980a1b2c3d4e5f6"}
  /// - Parameters:
  ///   - identifier: Its identifier.
  @discardableResult
  package func simulateLaunch(_ identifier: String) throws -> String {
    try call(SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier)).runId
  }

  /// Tells a running task that its time is up.
  ///
  /// Errors: InvalidRequest, NoSuchTask (it does not run).
  ///
  ///     call  SimulateExpiration {"identifier":"org.example.index"}
  ///     reply {}
  ///     reply Watch {"event":"expiring","run":{"runId":"92b1c7d0e4f35a687980a1b2c3d4e5f6",
  ///             "stopReason":{"code":"simulated","message":"its expiration was simulated",…},…},
  ///             "timeUSec":1767225600000000}
  /// - Parameters:
  ///   - identifier: Its identifier.
  package func simulateExpiration(_ identifier: String) throws {
    _ = try call(SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier))
  }

  /// (read-only) How the daemon is.
  ///
  ///     call  Status {}
  ///     reply {"accountBounds":{…},"accounts":[…],"counters":{…},"outputInJournal":false,"pending":0,
  ///             "pid":4711,"reasonCodes":[…],"running":0,"startedUSec":1767225600000000,"version":"…"}
  package func status() throws -> SchedulerMethod.Status.Reply {
    try call(SchedulerMethod.Status.self, .init())
  }
}
