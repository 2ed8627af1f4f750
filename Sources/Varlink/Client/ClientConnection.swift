/// A connection to a service on a Unix socket. Calls block until their reply arrives. One thread uses the
/// connection at a time.
///
/// Calls may be sent ahead of their replies: call ``send(_:_:more:oneway:)`` any number of times, then
/// ``receive(_:)`` once for each call, in the same order.
package final class ClientConnection {
  private let stream: UnixStream
  private var frames: FrameDecoder

  /// Connects to a service.
  /// - Parameters:
  ///   - path: The path of the service's socket.
  ///   - timeLimit: The time limit of connecting, of sending a message and of receiving a reply, each; `nil`
  ///     is no limit.
  ///   - frameLimit: The longest reply that is accepted, in bytes.
  /// - Throws: ``ClientError/connectFailed(path:code:)``, ``ClientError/pathTooLong(path:)``,
  ///   ``ClientError/timedOut``.
  package init(
    path: String, timeLimit: Duration? = nil, frameLimit: Int = MessageLimits().messageBytes
  ) throws(ClientError) {
    stream = try UnixStream(connectingTo: path, timeLimit: timeLimit)
    frames = FrameDecoder(limit: frameLimit)
  }

  /// The socket's descriptor, for poll(2). Check ``hasReply`` first: a reply may have been read already.
  package var descriptor: CInt { stream.descriptor }

  /// The time limit of sending a message and of receiving a reply, each; `nil` is no limit.
  package var timeLimit: Duration? {
    get { stream.timeLimit }
    set { stream.timeLimit = newValue }
  }

  /// Closes the socket; later calls throw ``ClientError/closed``.
  package func close() {
    stream.close()
    // Bytes that were read and not taken must not answer a later call.
    frames = FrameDecoder(limit: frames.limit)
  }

  // MARK: Calls

  /// Calls a method and waits for its reply.
  package func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws(ClientError) -> Method.Reply {
    try transmit(Message.call(method, parameters), expectsReply: true)
    return try receive(method)
  }

  /// Calls a method and passes each reply to `each`, until the service says that there are no more or `each`
  /// returns false. The protocol has no message that stops a stream, so false closes the connection.
  /// - Throws: ``ClientError``, and whatever `each` throws, which closes the connection as well.
  package func stream<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, each: (Method.Reply) throws -> Bool
  ) throws {
    try send(method, parameters, more: true)
    while true {
      let reply = try receive()
      guard reply.continues else {
        _ = try each(reply.parameters(of: method))
        return
      }
      do {
        guard try !each(reply.parameters(of: method)) else { continue }
        return close()
      } catch {
        close()
        throw error
      }
    }
  }

  // MARK: One message at a time

  /// Sends a call without waiting for its reply. Each call that is not `oneway` needs one ``receive(_:)``.
  /// Replies to earlier calls are read meanwhile, so that the two ends cannot deadlock.
  package func send<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, more: Bool = false, oneway: Bool = false
  ) throws(ClientError) {
    try transmit(Message.call(method, parameters, more: more, oneway: oneway))
  }

  /// Sends a call by the method's name, with parameters as a JSON object. When the service closes the
  /// connection meanwhile, a reply that it sent before can still be received.
  package func send(_ method: String, rawParameters: [UInt8]) throws(ClientError) {
    try transmit(Message.call(method, parameters: rawParameters), expectsReply: true)
  }

  /// Waits for the reply to the earliest unanswered call and returns it.
  /// - Throws: ``ClientError``; ``ClientError/reply(_:)`` leaves the connection usable.
  package func receive<Method: VarlinkMethod>(_ method: Method.Type) throws(ClientError) -> Method.Reply {
    try receive().parameters(of: method)
  }

  /// Waits for the next reply and returns it, its parameters still as JSON.
  package func receive() throws(ClientError) -> Reply {
    let deadline = stream.deadline()
    while true {
      if let message = try nextFrame() { return try Reply(message) }
      try stream.receive(until: deadline) { frames.append($0) }
    }
  }

  /// Whether a whole reply was read already, so that ``receive()`` does not block.
  package var hasReply: Bool { frames.hasNext }

  /// - Parameter expectsReply: Whether a closed connection is no error when a whole reply was read before.
  private func transmit(_ message: [UInt8], expectsReply: Bool = false) throws(ClientError) {
    do throws(ClientError) {
      try stream.send(message) { frames.append($0) }
    } catch {
      guard error == .closed, expectsReply, hasReply else { throw error }
    }
  }

  private func nextFrame() throws(ClientError) -> [UInt8]? {
    do throws(FrameError) {
      return try frames.next()
    } catch {
      close()
      switch error {
      case .messageTooLong(let limit):
        throw .protocolViolation(message: "the reply is longer than \(limit) bytes")
      }
    }
  }
}
