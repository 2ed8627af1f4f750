// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import Varlink

extension SchedulerClient {
  /// Keeps a task. When the reply comes it is on disk. InvalidRequest: field says which value. NotPermitted:
  /// the identifier is not this user's to use, or is a file's. TooManyPendingTaskRequests. AlreadyPending:
  /// where onConflict is fail. ImmediateRunIneligible: where strategy is fail. PermissionDenied: who may
  /// submit, the administrator says. Unavailable also says that there is no room: the user's pending tasks
  /// take all the bytes that they may (MaxPendingBytesPerUser=), or the last of the disk is kept for what has
  /// happened (StateReserveBytes=).
  ///
  ///     {"request":{"identifier":"org.example.backup","kind":"processing","requiresExternalPower":true,
  ///       "command":{"argv":["/usr/bin/tar","-czf","/srv/home.tar.gz","/home/me"]}}}
  ///     {"task":{"attempt":1,"request":{…},"state":"waiting","submittedUSec":1767225600000000,"uid":1000}}
  @discardableResult
  public func submit(_ request: Wire.TaskRequest) throws -> Wire.Task {
    try call(SchedulerMethod.Submit.self, .init(request: request)).task
  }

  /// Many at once, in one durable commit; results come in the order of the requests. InvalidRequest is about
  /// the number of them; what is wrong with one of them is in its result, and does not keep the others from
  /// being accepted.
  /// - Parameters:
  ///   - requests: What is submitted (up to 1000 elements).
  @discardableResult
  public func submitBatch(_ requests: [Wire.TaskRequest]) throws -> [Wire.SubmitResult] {
    try call(SchedulerMethod.SubmitBatch.self, .init(requests: requests)).results
  }

  /// Ends a pending task; a running one is told to stop (reason cancelled). What a file asks for, which
  /// declaredIn names then, comes back when that file changes or the files are reloaded. NoSuchTask.
  @discardableResult
  public func cancel(_ identifier: String) throws -> String? {
    try call(SchedulerMethod.Cancel.self, .init(identifier: identifier)).declaredIn
  }

  /// Ends all of the caller's tasks, and says how many.
  @discardableResult
  public func cancelAll() throws -> Int {
    try call(SchedulerMethod.CancelAll.self, .init()).count
  }

  /// (read-only, more) By name. With more: one reply per page, until all is told. Without more: one page of
  /// at most limit tasks, from where the cursor of an earlier reply says; the reply has a cursor when there
  /// are more. With none of the three, all in one reply, or TooLarge. A cursor stays good whatever happens
  /// meanwhile: what is submitted behind it comes, what was before it does not come again. allUsers is for
  /// privileged callers. Of a task whose request is damaged in the state file there is only what the
  /// scheduler itself knows, with the reason damaged.
  /// - Parameters:
  ///   - identifierPrefix: Only tasks whose names begin so.
  ///   - allUsers: Everybody's.
  ///   - limit: How many at most (1 to 9223372036854775807).
  ///   - cursor: Where the page begins.
  public func list(
    identifierPrefix: String? = nil,
    allUsers: Bool? = nil,
    limit: Int? = nil,
    cursor: String? = nil
  ) throws -> SchedulerMethod.List.Reply {
    try call(
      SchedulerMethod.List.self,
      .init(identifierPrefix: identifierPrefix, allUsers: allUsers, limit: limit, cursor: cursor)
    )
  }

  /// Calls `List` with `more`.
  /// - Parameters:
  ///   - identifierPrefix: Only tasks whose names begin so.
  ///   - allUsers: Everybody's.
  ///   - limit: How many at most (1 to 9223372036854775807).
  ///   - cursor: Where the page begins.
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  public func list(
    identifierPrefix: String? = nil,
    allUsers: Bool? = nil,
    limit: Int? = nil,
    cursor: String? = nil,
    each: (SchedulerMethod.List.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.List.self,
      .init(identifierPrefix: identifierPrefix, allUsers: allUsers, limit: limit, cursor: cursor),
      each: each
    )
  }

  /// (read-only) One task, with its whole request, and its last runs, newest first, five at most. NoSuchTask.
  public func get(_ identifier: String) throws -> SchedulerMethod.Get.Reply {
    try call(SchedulerMethod.Get.self, .init(identifier: identifier))
  }

  /// (read-only) Why the task is not running now: every reason, not only the first. forecastUSec is the
  /// earliest moment at which it could begin as far as dates alone decide. NoSuchTask.
  public func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply {
    try call(SchedulerMethod.Explain.self, .init(identifier: identifier))
  }

  /// (read-only, more) Newest first. With more: one reply per page, until limit runs or all that are kept are
  /// told. Without more: one page, of at most 50 when there is no limit; the reply has a cursor when there
  /// are more. allUsers is for privileged callers.
  /// - Parameters:
  ///   - identifier: Only runs of this task.
  ///   - limit: How many at most (1 to 9223372036854775807).
  ///   - allUsers: Everybody's.
  ///   - cursor: Where the page begins.
  public func history(
    identifier: String? = nil,
    limit: Int? = nil,
    allUsers: Bool? = nil,
    cursor: String? = nil
  ) throws -> SchedulerMethod.History.Reply {
    try call(
      SchedulerMethod.History.self,
      .init(identifier: identifier, limit: limit, allUsers: allUsers, cursor: cursor)
    )
  }

  /// Calls `History` with `more`.
  /// - Parameters:
  ///   - identifier: Only runs of this task.
  ///   - limit: How many at most (1 to 9223372036854775807).
  ///   - allUsers: Everybody's.
  ///   - cursor: Where the page begins.
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  public func history(
    identifier: String? = nil,
    limit: Int? = nil,
    allUsers: Bool? = nil,
    cursor: String? = nil,
    each: (SchedulerMethod.History.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.History.self,
      .init(identifier: identifier, limit: limit, allUsers: allUsers, cursor: cursor),
      each: each
    )
  }

  /// (read-only) What a run wrote, its last 64 KiB: truncated says that there was more. inJournal says that
  /// the journal has it instead, under BGTASK_RUN_ID. NoSuchRun.
  public func output(runId: String) throws -> SchedulerMethod.Output.Reply {
    try call(SchedulerMethod.Output.self, .init(runId: runId))
  }

  /// (needs more) On a connection without another Watch. Says what happens from now on, one event a reply.
  /// Who reads so slowly that more than 4 MiB wait is disconnected. allUsers is for privileged callers. The
  /// events:
  ///
  ///     submitted, replaced, cancelled, withdrawn (its file is gone), held (what it waits for has changed),
  ///     overdue (its deadline has passed), damaged (its request cannot be read): with task. Of submitted
  ///     and replaced that is the whole request, of the others what the scheduler itself knows.
  ///     launching, running, progress, frozen, thawed, expiring (it was told to stop), killing, ended, gaveUp
  ///     (there is no further attempt), completedTwice: with run.
  ///     conditions: with conditions, at every change.
  ///     declarationRefused, applicationFailing, applicationRecovered, departing (the machine goes to sleep
  ///     or down), departureOver, storeFailed, storeRecovered: with nothing else.
  ///
  ///     {"event":"launching","run":{"attempt":1,"identifier":"org.example.backup",…},
  ///       "timeUSec":1767225600000000}
  /// - Parameters:
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  public func watch(
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

  /// (needs more) The caller handles these identifiers for as long as the connection lives; application is
  /// the name of the manifest that permits them, or empty for whichever does. An identifier that ends in .*
  /// stands for all that it covers and that nobody handles by a name or by a longer one. Each reply carries
  /// exactly one of launch, expire; the first reply carries neither and confirms the registration: its name
  /// for AddIdentifiers, and the application's. When several connections handle an identifier, the newest
  /// gets the next launch. runs names the runs that the caller was given before, by this daemon or the one
  /// before it, and still works on: they go on with this connection. A run of them that is over for the
  /// daemon gets an expire, and must not go on.
  /// - Parameters:
  ///   - application: The manifest's name, or nothing.
  ///   - identifiers: What it handles (up to 10000 elements).
  ///   - runs: What it still works on (up to 10000 elements).
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  public func register(
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
  /// - Parameters:
  ///   - registration: Which it is, from the reply of Register.
  ///   - identifiers: What it handles besides (up to 10000 elements).
  public func addIdentifiers(registration: String, identifiers: [String]) throws {
    _ = try call(
      SchedulerMethod.AddIdentifiers.self,
      .init(registration: registration, identifiers: identifiers)
    )
  }

  /// Says how much the application is in use, for as long as the connection lives or until it says something
  /// else. Meanwhile active and inactive ones get no launch for refresh and processing tasks.
  public func setApplicationState(application: String, state: Wire.ApplicationState) throws {
    _ = try call(SchedulerMethod.SetApplicationState.self, .init(application: application, state: state))
  }

  /// A run of the caller's user has reached its end. NoSuchRun: it is not known, or has ended already.
  public func complete(runId: String, success: Bool) throws {
    _ = try call(SchedulerMethod.Complete.self, .init(runId: runId, success: success))
  }

  /// How far a run of the caller's user is; it is told to those who watch, several times a second at most.
  /// NoSuchRun.
  public func reportProgress(runId: String, progress: Wire.Progress) throws {
    _ = try call(SchedulerMethod.ReportProgress.self, .init(runId: runId, progress: progress))
  }

  /// (read-only) True when the run should save its work and come back later. NoSuchRun.
  public func shouldDefer(runId: String) throws -> SchedulerMethod.ShouldDefer.Reply {
    try call(SchedulerMethod.ShouldDefer.self, .init(runId: runId))
  }

  /// (read-only, more) With more: a reply at every change.
  public func getConditions() throws -> Wire.Conditions {
    try call(SchedulerMethod.GetConditions.self, .init()).conditions
  }

  /// Calls `GetConditions` with `more`.
  /// - Parameters:
  ///   - each: Takes a reply. When it answers false, the connection is closed.
  public func getConditions(each: (Wire.Conditions) throws -> Bool) throws {
    try stream(SchedulerMethod.GetConditions.self, .init(), each: { try each($0.conditions) })
  }

  /// (privileged) Only where the configuration allows simulation. Sets the named fields, leaves the
  /// others to the real sources; clear gives everything back to them. Names and values are those of
  /// Conditions, and unknown. PermissionDenied, SimulationDisabled.
  @discardableResult
  public func simulateConditions(
    _ conditions: [String: String],
    clear: Bool? = nil
  ) throws -> Wire.Conditions {
    try call(SchedulerMethod.SimulateConditions.self, .init(conditions: conditions, clear: clear)).conditions
  }

  /// Starts a pending task now, whatever its date and requirements. NoSuchTask.
  @discardableResult
  public func simulateLaunch(_ identifier: String) throws -> String {
    try call(SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier)).runId
  }

  /// Tells a running task that its time is up. NoSuchTask.
  public func simulateExpiration(_ identifier: String) throws {
    _ = try call(SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier))
  }

  /// (read-only) How the daemon is.
  public func status() throws -> SchedulerMethod.Status.Reply {
    try call(SchedulerMethod.Status.self, .init())
  }
}
