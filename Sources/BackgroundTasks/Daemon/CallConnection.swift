import Foundation
import SchedulerAPI
import SchedulerCore
import Varlink

/// The connection for calls: made when first needed, used by one thread at a time, and made again when it
/// turns out to be closed.
final class CallConnection: @unchecked Sendable {
  /// The lock of `connection` and `greeting`. A call holds it until its answer is there.
  private let lock = NSLock()
  private var connection: ClientConnection?
  private let path: String?
  /// The first call on every connection: it sets what the daemon keeps only as long as the connection.
  private var greeting: SchedulerMethod.SetApplicationState.Parameters?

  /// The longest time for connecting, for sending and for the answer, each.
  private static let timeLimit = Duration.seconds(10)
  /// The longest reply, in bytes. A full list may be long; the daemon is trusted to send only what was asked.
  private static let replyLimit = 256 << 20

  /// Opens a connection with these limits, also for other things than calls.
  static func open(_ path: String?) throws(ClientError) -> ClientConnection {
    try ClientConnection(path: SocketPath.choose(path), timeLimit: timeLimit, frameLimit: replyLimit)
  }

  init(path: String?) { self.path = path }

  /// Whether a call may be sent again when the connection ended between the call and its answer, so that the
  /// caller cannot know whether it was carried out.
  enum Repetition {
    /// Twice is the same as once: the call only asks, or sets or ends something by its name.
    case harmless
    /// A second call may repeat work that has begun and ended meanwhile: `Submit`, whose task may have been
    /// launched. The call is sent again only when the daemon cannot have read it.
    case harmful
  }

  /// Calls a method.
  /// - Throws: `SchedulerInterfaceError` when the daemon refuses, `ClientError` when there is no answer.
  func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, repetition: Repetition = .harmless
  ) throws -> Method.Reply {
    try exchange(repetition) { connection in
      try connection.send(method, parameters)
    } receive: { connection in
      try connection.receive(method)
    }
  }

  /// Calls a method without waiting for it to be carried out. A message that cannot be sent is dropped.
  func tell<Method: VarlinkMethod>(_ method: Method.Type, _ parameters: Method.Parameters) {
    lock.withLock {
      guard let (present, _) = try? usableConnection() else { return }
      do throws(ClientError) {
        try present.send(method, parameters, oneway: true)
      } catch {
        present.close()
        connection = nil
      }
    }
  }

  /// Calls a method that answers in pages, and returns all of them.
  func pages<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws -> [Method.Reply] {
    try exchange(.harmless) { connection in
      try connection.send(method, parameters, more: true)
    } receive: { connection in
      var pages: [Method.Reply] = []
      while true {
        let reply = try connection.receive()
        pages.append(try reply.parameters(of: method))
        if !reply.continues { return pages }
      }
    }
  }

  /// Sets the application's state now and at the beginning of each later connection, because the daemon keeps
  /// it only as long as the connection.
  func greet(_ state: SchedulerMethod.SetApplicationState.Parameters) throws {
    // The background state is the default of every connection, so it needs no greeting.
    lock.withLock { greeting = state.state == .background ? nil : state }
    _ = try call(SchedulerMethod.SetApplicationState.self, state)
  }

  func close() {
    lock.withLock {
      connection?.close()
      connection = nil
    }
  }

  // MARK: One exchange

  private func exchange<Value>(
    _ repetition: Repetition, send: (ClientConnection) throws -> Void,
    receive: (ClientConnection) throws -> Value
  ) throws -> Value {
    lock.lock()
    defer { lock.unlock() }
    let (present, isFresh) = try usableConnection()
    var wasSent = false
    do {
      return try SchedulerInterfaceError.translating {
        try present.sent(send)
        wasSent = true
        return try receive(present)
      }
    } catch let error as ClientError {
      // The daemon has answered, and takes further calls.
      if case .reply = error { throw error }
      present.close()
      connection = nil
      guard error.isEnd, !isFresh, !wasSent || repetition == .harmless else { throw error }
    }
    let next = try connect()
    connection = next
    return try SchedulerInterfaceError.translating {
      try next.sent(send)
      return try receive(next)
    }
  }

  /// Returns the connection, or a new one when the daemon has ended it.
  private func usableConnection() throws -> (ClientConnection, isFresh: Bool) {
    if let connection, !connection.wasEnded { return (connection, false) }
    connection = nil
    let fresh = try connect()
    connection = fresh
    return (fresh, true)
  }

  private func connect() throws -> ClientConnection {
    let fresh = try Self.open(path)
    do {
      if let greeting { _ = try fresh.call(SchedulerMethod.SetApplicationState.self, greeting) }
    } catch ClientError.reply(let error) {
      // A refused state does not concern other calls, and was reported when the state was set.
      guard SchedulerInterfaceError(error) != nil else { throw ClientError.reply(error) }
    }
    return fresh
  }
}

extension ClientConnection {
  /// Whether the other end has closed the connection: between calls there is nothing to read but its end.
  fileprivate var wasEnded: Bool {
    guard descriptor >= 0 else { return true }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) != 0
  }

  /// Sends, and ignores that the other end has hung up when it has sent a reply, which says why.
  fileprivate func sent(_ send: (ClientConnection) throws -> Void) throws {
    do {
      try send(self)
    } catch ClientError.closed where hasReply {}
  }
}

extension ClientError {
  /// Whether the connection is over, and a new one may work.
  fileprivate var isEnd: Bool {
    switch self {
    case .closed, .systemCallFailed: true
    case .connectFailed, .pathTooLong, .timedOut, .protocolViolation, .reply: false
    }
  }
}
