// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import Varlink

extension SchedulerClient {
  /// Calls ``SchedulerMethod/Submit``.
  @discardableResult
  package func submit(_ request: Wire.TaskRequest, user: String? = nil) throws -> Wire.Task {
    try call(SchedulerMethod.Submit.self, .init(request: request, user: user)).task
  }

  /// Calls ``SchedulerMethod/SubmitBatch``.
  @discardableResult
  package func submitBatch(
    _ requests: [Wire.TaskRequest], user: String? = nil
  ) throws -> [Wire.SubmitResult] {
    try call(SchedulerMethod.SubmitBatch.self, .init(requests: requests, user: user)).results
  }

  /// Calls ``SchedulerMethod/Get``.
  package func get(_ identifier: String, user: String? = nil) throws -> SchedulerMethod.Get.Reply {
    try call(SchedulerMethod.Get.self, .init(identifier: identifier, user: user))
  }

  /// Calls ``SchedulerMethod/Explain``.
  package func explain(_ identifier: String, user: String? = nil) throws -> SchedulerMethod.Explain.Reply {
    try call(SchedulerMethod.Explain.self, .init(identifier: identifier, user: user))
  }

  /// Calls ``SchedulerMethod/List``.
  package func list(
    identifierPrefix: String? = nil, allUsers: Bool? = nil, limit: Int? = nil, cursor: String? = nil,
    lastRuns: Bool? = nil, user: String? = nil
  ) throws -> SchedulerMethod.List.Reply {
    try call(
      SchedulerMethod.List.self,
      .init(
        identifierPrefix: identifierPrefix, allUsers: allUsers, limit: limit, cursor: cursor,
        lastRuns: lastRuns, user: user
      )
    )
  }

  /// Calls ``SchedulerMethod/List`` with `more`.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
  package func list(
    identifierPrefix: String? = nil, allUsers: Bool? = nil, limit: Int? = nil, cursor: String? = nil,
    lastRuns: Bool? = nil, user: String? = nil, each: (SchedulerMethod.List.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.List.self,
      .init(
        identifierPrefix: identifierPrefix, allUsers: allUsers, limit: limit, cursor: cursor,
        lastRuns: lastRuns, user: user
      ),
      each: each
    )
  }

  /// Calls ``SchedulerMethod/Cancel``.
  @discardableResult
  package func cancel(_ identifier: String, user: String? = nil) throws -> String? {
    try call(SchedulerMethod.Cancel.self, .init(identifier: identifier, user: user)).declaredIn
  }

  /// Calls ``SchedulerMethod/RenewLease``.
  package func renewLease(identifier: String, trustedUntilUSec: Int64, user: String? = nil) throws {
    _ = try call(
      SchedulerMethod.RenewLease.self,
      .init(identifier: identifier, trustedUntilUSec: trustedUntilUSec, user: user)
    )
  }

  /// Calls ``SchedulerMethod/CancelAll``.
  @discardableResult
  package func cancelAll() throws -> Int {
    try call(SchedulerMethod.CancelAll.self, .init()).count
  }

  /// Calls ``SchedulerMethod/Register`` with `more`.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
  package func register(
    application: String, identifiers: [String], runs: [String]? = nil,
    each: (SchedulerMethod.Register.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.Register.self, .init(application: application, identifiers: identifiers, runs: runs),
      each: each
    )
  }

  /// Calls ``SchedulerMethod/AddIdentifiers``.
  package func addIdentifiers(registration: String, identifiers: [String]) throws {
    _ = try call(
      SchedulerMethod.AddIdentifiers.self, .init(registration: registration, identifiers: identifiers)
    )
  }

  /// Calls ``SchedulerMethod/SetApplicationState``.
  package func setApplicationState(application: String, state: Wire.ApplicationState) throws {
    _ = try call(SchedulerMethod.SetApplicationState.self, .init(application: application, state: state))
  }

  /// Calls ``SchedulerMethod/ShouldDefer``.
  package func shouldDefer(runId: String) throws -> SchedulerMethod.ShouldDefer.Reply {
    try call(SchedulerMethod.ShouldDefer.self, .init(runId: runId))
  }

  /// Calls ``SchedulerMethod/ReportProgress``.
  package func reportProgress(runId: String, progress: Wire.Progress, next: Wire.NextAttempt? = nil) throws {
    _ = try call(SchedulerMethod.ReportProgress.self, .init(runId: runId, progress: progress, next: next))
  }

  /// Calls ``SchedulerMethod/Checkpoint``.
  package func checkpoint(runId: String) throws {
    _ = try call(SchedulerMethod.Checkpoint.self, .init(runId: runId))
  }

  /// Calls ``SchedulerMethod/HandlerBegan``.
  package func handlerBegan(runId: String) throws {
    _ = try call(SchedulerMethod.HandlerBegan.self, .init(runId: runId))
  }

  /// Calls ``SchedulerMethod/Complete``.
  package func complete(runId: String, success: Bool) throws {
    _ = try call(SchedulerMethod.Complete.self, .init(runId: runId, success: success))
  }

  /// Calls ``SchedulerMethod/History``.
  package func history(
    identifier: String? = nil, runId: String? = nil, limit: Int? = nil, allUsers: Bool? = nil,
    cursor: String? = nil, user: String? = nil
  ) throws -> SchedulerMethod.History.Reply {
    try call(
      SchedulerMethod.History.self,
      .init(
        identifier: identifier, runId: runId, limit: limit, allUsers: allUsers, cursor: cursor, user: user
      )
    )
  }

  /// Calls ``SchedulerMethod/History`` with `more`.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
  package func history(
    identifier: String? = nil, runId: String? = nil, limit: Int? = nil, allUsers: Bool? = nil,
    cursor: String? = nil, user: String? = nil, each: (SchedulerMethod.History.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.History.self,
      .init(
        identifier: identifier, runId: runId, limit: limit, allUsers: allUsers, cursor: cursor, user: user
      ),
      each: each
    )
  }

  /// Calls ``SchedulerMethod/Output``.
  package func output(runId: String, user: String? = nil) throws -> SchedulerMethod.Output.Reply {
    try call(SchedulerMethod.Output.self, .init(runId: runId, user: user))
  }

  /// Calls ``SchedulerMethod/Watch`` with `more`.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
  package func watch(
    identifierPrefix: String? = nil, allUsers: Bool? = nil, confirm: Bool? = nil, user: String? = nil,
    each: (SchedulerMethod.Watch.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.Watch.self,
      .init(identifierPrefix: identifierPrefix, allUsers: allUsers, confirm: confirm, user: user), each: each
    )
  }

  /// Calls ``SchedulerMethod/GetConditions``.
  package func getConditions() throws -> Wire.Conditions {
    try call(SchedulerMethod.GetConditions.self, .init()).conditions
  }

  /// Calls ``SchedulerMethod/GetConditions`` with `more`.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
  package func getConditions(each: (Wire.Conditions) throws -> Bool) throws {
    try stream(SchedulerMethod.GetConditions.self, .init(), each: { try each($0.conditions) })
  }

  /// Calls ``SchedulerMethod/WaitFor``.
  package func waitFor(
    _ when: String, unknownConditions: Wire.UnknownPolicy? = nil, name: String? = nil
  ) throws -> SchedulerMethod.WaitFor.Reply {
    try call(
      SchedulerMethod.WaitFor.self, .init(when: when, unknownConditions: unknownConditions, name: name)
    )
  }

  /// Calls ``SchedulerMethod/WaitFor`` with `more`.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
  package func waitFor(
    _ when: String, unknownConditions: Wire.UnknownPolicy? = nil, name: String? = nil,
    each: (SchedulerMethod.WaitFor.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.WaitFor.self, .init(when: when, unknownConditions: unknownConditions, name: name),
      each: each
    )
  }

  /// Calls ``SchedulerMethod/ListWaiting``.
  package func listWaiting(allUsers: Bool? = nil) throws -> [Wire.Waiting] {
    try call(SchedulerMethod.ListWaiting.self, .init(allUsers: allUsers)).waiting
  }

  /// Calls ``SchedulerMethod/BeginAssertion`` with `more`.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
  package func beginAssertion(
    _ why: String, limitDurationUSec: Int64? = nil,
    each: (SchedulerMethod.BeginAssertion.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.BeginAssertion.self, .init(why: why, limitDurationUSec: limitDurationUSec), each: each
    )
  }

  /// Calls ``SchedulerMethod/ListAssertions``.
  package func listAssertions(allUsers: Bool? = nil) throws -> [Wire.Assertion] {
    try call(SchedulerMethod.ListAssertions.self, .init(allUsers: allUsers)).assertions
  }

  /// Calls ``SchedulerMethod/Pause``.
  @discardableResult
  package func pause(
    identifiers: String? = nil, kind: Wire.Kind? = nil, uid: UInt32? = nil, allUsers: Bool? = nil,
    untilUSec: Int64? = nil, stop: Bool? = nil
  ) throws -> SchedulerMethod.Pause.Reply {
    try call(
      SchedulerMethod.Pause.self,
      .init(
        identifiers: identifiers, kind: kind, uid: uid, allUsers: allUsers, untilUSec: untilUSec, stop: stop
      )
    )
  }

  /// Calls ``SchedulerMethod/Resume``.
  @discardableResult
  package func resume(
    identifiers: String? = nil, kind: Wire.Kind? = nil, uid: UInt32? = nil, allUsers: Bool? = nil,
    everything: Bool? = nil
  ) throws -> [Wire.PausedWork] {
    try call(
      SchedulerMethod.Resume.self,
      .init(identifiers: identifiers, kind: kind, uid: uid, allUsers: allUsers, everything: everything)
    ).resumed
  }

  /// Calls ``SchedulerMethod/ListPauses``.
  package func listPauses(allUsers: Bool? = nil) throws -> [Wire.PausedWork] {
    try call(SchedulerMethod.ListPauses.self, .init(allUsers: allUsers)).pauses
  }

  /// Calls ``SchedulerMethod/ExportRecord``.
  package func exportRecord(cursor: String? = nil) throws -> SchedulerMethod.ExportRecord.Reply {
    try call(SchedulerMethod.ExportRecord.self, .init(cursor: cursor))
  }

  /// Calls ``SchedulerMethod/ExportRecord`` with `more`.
  /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
  package func exportRecord(
    cursor: String? = nil, each: (SchedulerMethod.ExportRecord.Reply) throws -> Bool
  ) throws {
    try stream(SchedulerMethod.ExportRecord.self, .init(cursor: cursor), each: each)
  }

  /// Calls ``SchedulerMethod/ForgetRecord``.
  package func forgetRecord() throws {
    _ = try call(SchedulerMethod.ForgetRecord.self, .init())
  }

  /// Calls ``SchedulerMethod/SimulateConditions``.
  @discardableResult
  package func simulateConditions(
    _ conditions: [String: String], clear: Bool? = nil
  ) throws -> Wire.Conditions {
    try call(SchedulerMethod.SimulateConditions.self, .init(conditions: conditions, clear: clear)).conditions
  }

  /// Calls ``SchedulerMethod/SimulateLaunch``.
  @discardableResult
  package func simulateLaunch(_ identifier: String) throws -> String {
    try call(SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier)).runId
  }

  /// Calls ``SchedulerMethod/SimulateExpiration``.
  package func simulateExpiration(_ identifier: String) throws {
    _ = try call(SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier))
  }

  /// Calls ``SchedulerMethod/Status``.
  package func status() throws -> SchedulerMethod.Status.Reply {
    try call(SchedulerMethod.Status.self, .init())
  }
}
