import Foundation

/// A connection to the daemon on which a test decides about every byte. It knows only the protocol's text,
/// and shares no code with the programs: messages are JSON as Foundation has it, each with a NUL.
package final class RawConnection {
  private let descriptor: CInt
  private let daemon: DaemonProcess?
  private var received: [UInt8] = []
  /// The number of received bytes that were searched and have no NUL.
  private var searched = 0

  /// Connects to a daemon, which lives at least as long as the connection.
  /// - Throws: ``RawConnectionError``.
  package convenience init(to daemon: DaemonProcess) throws {
    try self.init(daemon.socket, keeping: daemon)
  }

  /// Connects to a socket.
  /// - Throws: ``RawConnectionError``.
  package init(_ path: String, keeping daemon: DaemonProcess? = nil) throws {
    self.daemon = daemon
    descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw RawConnectionError.failed(call: "socket", code: errno) }
    guard UnixName.withAddress(of: path, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
      throw RawConnectionError.failed(call: "connect", code: errno)
    }
  }

  deinit { close(descriptor) }

  /// Returns a connection whose next replies are the events from now on: the daemon has taken `Watch`.
  package static func watching(_ daemon: DaemonProcess, prefix: String? = nil) throws -> RawConnection {
    let connection = try RawConnection(to: daemon)
    try connection.watch(prefix: prefix)
    return connection
  }

  func watch(prefix: String? = nil, allUsers: Bool = false) throws {
    let prefix = prefix.map { JSONValue.text($0) } ?? .null
    try stream("Watch", .object(["identifierPrefix": prefix, "allUsers": .bool(allUsers)]))
  }

  /// Calls a method of the scheduler with `more`. The next reply is its first: the daemon has taken the call.
  package func stream(_ method: String, _ parameters: JSONValue) throws {
    // Both messages arrive together and are taken in one go, so the reply to the first says that the second
    // is taken.
    try send(
      #"{"method":"io.bgtaskd.Scheduler.Status"}"#,
      #"{"method":"io.bgtaskd.Scheduler.\#(method)","parameters":\#(parameters.json),"more":true}"#)
    _ = try receive()
  }

  /// Sends bytes as they are.
  /// - Throws: ``RawConnectionError/closed`` when the daemon takes nothing more.
  package func send(_ bytes: [UInt8]) throws {
    guard try send(bytes, within: .seconds(20)) == bytes.count else { throw RawConnectionError.timedOut }
  }

  /// Sends messages in one piece, each with its NUL.
  package func send(_ messages: String...) throws {
    try send(messages.flatMap { Array($0.utf8) + [0] })
  }

  /// Sends bytes until the daemon has taken nothing for this long.
  /// - Returns: The number of bytes that it has taken.
  package func send(_ bytes: [UInt8], within limit: Duration) throws -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
          CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        guard wait(for: POLLOUT, limit) else { return sent }
      } else if errno == EPIPE || errno == ECONNRESET {
        throw RawConnectionError.closed
      } else if errno != EINTR {
        throw RawConnectionError.failed(call: "send", code: errno)
      }
    }
    return sent
  }

  /// Shuts down the sending direction.
  package func finishSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Returns the next reply, or `nil` when the daemon has closed the connection.
  /// - Throws: ``RawConnectionError/timedOut``.
  package func receive(within limit: Duration = .seconds(20)) throws -> RawReply? {
    var space = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let message = nextMessage() { return try RawReply(message) }
      guard wait(for: POLLIN, limit) else { throw RawConnectionError.timedOut }
      let count = recv(descriptor, &space, space.count, CInt(MSG_DONTWAIT))
      if count > 0 {
        received += space[..<count]
      } else if count == 0 || errno == ECONNRESET {
        return nil
      } else if errno != EAGAIN && errno != EINTR {
        throw RawConnectionError.failed(call: "recv", code: errno)
      }
    }
  }

  private func nextMessage() -> [UInt8]? {
    guard let end = received[searched...].firstIndex(of: 0) else {
      searched = received.count
      return nil
    }
    defer {
      received.removeSubrange(...end)
      searched = 0
    }
    return Array(received[..<end])
  }

  /// Sends a message and takes its reply.
  package func call(_ message: String) throws -> RawReply? {
    try send(message)
    return try receive()
  }

  /// Calls a method of the scheduler and takes its reply.
  package func call(_ method: String, _ parameters: JSONValue) throws -> RawReply? {
    try call(#"{"method":"io.bgtaskd.Scheduler.\#(method)","parameters":\#(parameters.json)}"#)
  }

  private func wait(for events: CInt, _ limit: Duration) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let (seconds, attoseconds) = limit.components
    return poll(&entry, 1, CInt(seconds * 1000 + attoseconds / 1_000_000_000_000_000)) > 0
  }
}

/// A failure of a ``RawConnection``.
package enum RawConnectionError: Error, Equatable {
  /// The daemon takes nothing more.
  case closed
  /// Nothing came, or nothing could be sent, in time.
  case timedOut
  /// A message is no JSON object.
  case notAnObject(String)
  /// A system call failed with this `errno`.
  case failed(call: String, code: Int32)
}
