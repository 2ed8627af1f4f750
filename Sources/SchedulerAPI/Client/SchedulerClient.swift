public import Varlink

/// A connection to the daemon, for programs: one function a method. Calls block; one thread uses it at a
/// time. Every function throws ``SchedulerInterfaceError`` when the daemon refuses, ``Varlink/ClientError``
/// when there is no proper answer.
public struct SchedulerClient {
  /// What it talks over, for pipelined calls and for poll(2).
  public let connection: ClientConnection

  /// Connects to where ``SocketPath/choose(_:environment:)`` says.
  /// - Parameter timeLimit: How long each step of a call may take; nil is for ever.
  /// - Throws: ``Varlink/ClientError``.
  public init(path: String? = nil, timeLimit: Duration? = nil) throws(ClientError) {
    connection = try ClientConnection(
      path: SocketPath.choose(path), timeLimit: timeLimit, frameLimit: Self.replyLimit)
  }

  /// A reply may be much longer than a call: the results of a batch. The daemon is trusted not to send what
  /// nobody asked for.
  private static let replyLimit = 256 << 20

  /// Calls over a connection that is there.
  public init(connection: ClientConnection) { self.connection = connection }

  // MARK: Tasks

  /// Submits one request.
  @discardableResult
  public func submit(_ request: Wire.TaskRequest) throws -> Wire.Task {
    try call(SchedulerMethod.Submit.self, .init(request: request)).task
  }

  /// Submits many requests in one durable commit. Results come in the order of the requests.
  @discardableResult
  public func submitBatch(_ requests: [Wire.TaskRequest]) throws -> [Wire.SubmitResult] {
    try call(SchedulerMethod.SubmitBatch.self, .init(requests: requests)).results
  }

  /// Ends a pending task; a running one is told to stop.
  public func cancel(_ identifier: String) throws {
    _ = try call(SchedulerMethod.Cancel.self, .init(identifier: identifier))
  }

  /// Ends all of the caller's tasks, and says how many.
  public func cancelAll() throws -> Int {
    try call(SchedulerMethod.CancelAll.self, Empty()).count
  }

  /// Pending and running tasks, all pages of them.
  public func list(identifierPrefix: String? = nil, allUsers: Bool = false) throws -> [Wire.Task] {
    var tasks: [Wire.Task] = []
    try stream(
      SchedulerMethod.List.self, .init(identifierPrefix: identifierPrefix, allUsers: allUsers ? true : nil)
    ) {
      tasks += $0.tasks
      return true
    }
    return tasks
  }

  /// One task and its last runs, newest first.
  public func get(_ identifier: String) throws -> SchedulerMethod.Get.Reply {
    try call(SchedulerMethod.Get.self, .init(identifier: identifier))
  }

  /// Why a task is not running now.
  public func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply {
    try call(SchedulerMethod.Explain.self, .init(identifier: identifier))
  }

  // MARK: Runs

  /// Past and present runs, newest first, all pages of them.
  /// - Parameter limit: How many at most; nil is all that are kept.
  public func history(
    identifier: String? = nil, limit: Int? = nil, allUsers: Bool = false
  ) throws -> [Wire.Run] {
    var runs: [Wire.Run] = []
    try stream(
      SchedulerMethod.History.self,
      .init(identifier: identifier, limit: limit, allUsers: allUsers ? true : nil)
    ) {
      runs += $0.runs
      return true
    }
    return runs
  }

  /// What a run wrote.
  public func output(runId: String) throws -> SchedulerMethod.Output.Reply {
    try call(SchedulerMethod.Output.self, .init(runId: runId))
  }

  /// Gives `each` what happens from now on, until it answers false, which closes the connection.
  public func watch(
    identifierPrefix: String? = nil, allUsers: Bool = false,
    each: (SchedulerMethod.Watch.Reply) throws -> Bool
  ) throws {
    try stream(
      SchedulerMethod.Watch.self, .init(identifierPrefix: identifierPrefix, allUsers: allUsers ? true : nil),
      each: each)
  }

  /// A run reports its end.
  public func complete(runId: String, success: Bool) throws {
    _ = try call(SchedulerMethod.Complete.self, .init(runId: runId, success: success))
  }

  /// A run says how far it is.
  public func reportProgress(runId: String, _ progress: Wire.Progress) throws {
    _ = try call(SchedulerMethod.ReportProgress.self, .init(runId: runId, progress: progress))
  }

  /// Whether a run should save its work and come back later, and why.
  public func shouldDefer(runId: String) throws -> SchedulerMethod.ShouldDefer.Reply {
    try call(SchedulerMethod.ShouldDefer.self, .init(runId: runId))
  }

  // MARK: Applications

  /// Lets a registration handle more identifiers.
  public func addIdentifiers(_ identifiers: [String], to registration: String) throws {
    _ = try call(
      SchedulerMethod.AddIdentifiers.self, .init(registration: registration, identifiers: identifiers))
  }

  /// Says how much an application is in use, for as long as this connection lives.
  public func setApplicationState(_ state: Wire.ApplicationState, of application: String) throws {
    _ = try call(
      SchedulerMethod.SetApplicationState.self, .init(application: application, state: state))
  }

  // MARK: The machine and the daemon

  /// What the scheduler believes about the machine now.
  public func conditions() throws -> Wire.Conditions {
    try call(SchedulerMethod.GetConditions.self, Empty()).conditions
  }

  /// Gives `each` the conditions now and at every change, until it answers false, which closes the
  /// connection.
  public func watchConditions(each: (Wire.Conditions) throws -> Bool) throws {
    try stream(SchedulerMethod.GetConditions.self, Empty()) { try each($0.conditions) }
  }

  /// Sets conditions for a test.
  @discardableResult
  public func simulateConditions(
    _ conditions: [String: String], clear: Bool = false
  ) throws -> Wire.Conditions {
    try call(
      SchedulerMethod.SimulateConditions.self, .init(conditions: conditions, clear: clear ? true : nil)
    ).conditions
  }

  /// Starts a pending task now, and says which run it is.
  public func simulateLaunch(_ identifier: String) throws -> String {
    try call(SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier)).runId
  }

  /// Tells a running task that its time is up.
  public func simulateExpiration(_ identifier: String) throws {
    _ = try call(SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier))
  }

  /// How the daemon is.
  public func status() throws -> SchedulerMethod.Status.Reply {
    try call(SchedulerMethod.Status.self, Empty())
  }

  // MARK: Calls

  private func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws -> Method.Reply {
    try translatingErrors { try connection.call(method, parameters) }
  }

  private func stream<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, each: (Method.Reply) throws -> Bool
  ) throws {
    try translatingErrors { try connection.stream(method, parameters, each: each) }
  }

  private func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch ClientError.reply(let error) {
      guard let known = SchedulerInterfaceError(error) else { throw ClientError.reply(error) }
      throw known
    }
  }
}
