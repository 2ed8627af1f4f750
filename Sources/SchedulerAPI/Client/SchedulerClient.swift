// Room SchedulerAPI: the interface to callers: protocol, request fields, checks of what comes in,
//   reports.
// Way in: `SchedulerCall` for the daemon, `SchedulerClient` for callers, `RequestField` for forms of a
//   request.
// Must not know: sockets of the daemon, the store, how anything is decided.

package import Varlink

/// A connection to the daemon, with one function for each method. Calls block, and one thread uses the
/// connection at a time. Every function throws ``SchedulerInterfaceError`` when the daemon refuses, and
/// ``Varlink/ClientError`` when there is no proper answer.
package struct SchedulerClient {
  /// The underlying connection, for pipelined calls and for poll(2).
  package let connection: ClientConnection

  /// Connects to the socket that ``SocketPath/choose(_:environment:)`` returns.
  /// - Parameter timeLimit: The time limit of each step of a call; `nil` is no limit.
  /// - Throws: ``Varlink/ClientError``.
  package init(path: String? = nil, timeLimit: Duration? = nil) throws(ClientError) {
    connection = try ClientConnection(
      path: SocketPath.choose(path), timeLimit: timeLimit, frameLimit: Self.replyLimit)
  }

  /// The longest reply: the results of a batch are much longer than a call. The daemon is trusted to send no
  /// more than was asked for.
  private static let replyLimit = 256 << 20

  /// Creates a client of an existing connection.
  package init(connection: ClientConnection) { self.connection = connection }

  func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws -> Method.Reply {
    try SchedulerInterfaceError.translating { try connection.call(method, parameters) }
  }

  func stream<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, each: (Method.Reply) throws -> Bool
  ) throws {
    try SchedulerInterfaceError.translating { try connection.stream(method, parameters, each: each) }
  }
}

extension SchedulerInterfaceError {
  /// Runs the body, and throws the scheduler's error in the place of the reply that has it.
  package static func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch ClientError.reply(let error) {
      throw SchedulerInterfaceError(error).map { $0 as any Error } ?? ClientError.reply(error)
    }
  }
}

// MARK: - Pages

extension SchedulerClient {
  /// Returns the pending and running tasks, by user and name.
  package func tasks(identifierPrefix: String? = nil, allUsers: Bool? = nil) throws -> [Wire.Task] {
    var tasks: [Wire.Task] = []
    try list(identifierPrefix: identifierPrefix, allUsers: allUsers) { page in
      tasks += page.tasks
      return true
    }
    return tasks.sortedByName
  }

  /// Returns past and present runs, newest first.
  /// - Parameter limit: The most runs; `nil` is all that are kept.
  package func runs(
    identifier: String? = nil, limit: Int? = nil, allUsers: Bool? = nil
  ) throws -> [Wire.Run] {
    var runs: [Wire.Run] = []
    try history(identifier: identifier, limit: limit, allUsers: allUsers) { page in
      runs += page.runs
      return true
    }
    return runs
  }
}
