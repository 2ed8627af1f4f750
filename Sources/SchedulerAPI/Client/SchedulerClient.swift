package import Varlink

/// A connection to the daemon, for programs: one function a method. Calls block; one thread uses it at a
/// time. Every function throws ``SchedulerInterfaceError`` when the daemon refuses, ``Varlink/ClientError``
/// when there is no proper answer.
package struct SchedulerClient {
  /// What it talks over, for pipelined calls and for poll(2).
  package let connection: ClientConnection

  /// Connects to where ``SocketPath/choose(_:environment:)`` says.
  /// - Parameter timeLimit: How long each step of a call may take; nil is for ever.
  /// - Throws: ``Varlink/ClientError``.
  package init(path: String? = nil, timeLimit: Duration? = nil) throws(ClientError) {
    connection = try ClientConnection(
      path: SocketPath.choose(path), timeLimit: timeLimit, frameLimit: Self.replyLimit)
  }

  /// A reply may be much longer than a call: the results of a batch. The daemon is trusted not to send what
  /// nobody asked for.
  private static let replyLimit = 256 << 20

  /// Calls over a connection that is there.
  package init(connection: ClientConnection) { self.connection = connection }

  func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws -> Method.Reply {
    try translatingErrors { try connection.call(method, parameters) }
  }

  func stream<Method: VarlinkMethod>(
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
