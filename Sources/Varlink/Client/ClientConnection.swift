/// A connection to a service on a Unix socket. Calls block until their reply is there. One thread uses it at
/// a time.
///
/// Calls may be sent ahead of their replies: ``send(_:_:more:oneway:)`` as many as you like, then
/// ``receive(_:)`` for each of them, in the same order.
package final class ClientConnection {
  private let stream: UnixStream
  private var frames: FrameDecoder

  /// Connects.
  /// - Parameters:
  ///   - path: Where the service listens.
  ///   - timeLimit: How long it may take to connect, to send a message, and to get a reply, each; nil is for
  ///     ever.
  ///   - frameLimit: The longest reply that is accepted, in bytes.
  /// - Throws: ``ClientError/connectFailed(path:code:)``, ``ClientError/pathTooLong(path:)``,
  ///   ``ClientError/timedOut``.
  package init(
    path: String, timeLimit: Duration? = nil, frameLimit: Int = MessageLimits().messageBytes
  ) throws(ClientError) {
    stream = try UnixStream(connectingTo: path, timeLimit: timeLimit)
    frames = FrameDecoder(limit: frameLimit)
  }

  /// The socket's descriptor, for poll(2). Look at ``hasReply`` first: a reply may have been read already.
  package var descriptor: CInt { stream.descriptor }

  /// How long it may take to send a message and to get a reply, each; nil is for ever.
  package var timeLimit: Duration? {
    get { stream.timeLimit }
    set { stream.timeLimit = newValue }
  }

  /// Closes the socket; later calls throw ``ClientError/closed``.
  package func close() {
    stream.close()
    // What was read and not taken must not answer a later call.
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

  /// Calls a method and waits for its reply, both without a type: parameters are JSON, an object.
  package func call(_ method: String, rawParameters: [UInt8]) throws(ClientError) -> Reply {
    try send(method, rawParameters: rawParameters)
    return try receive()
  }

  /// Calls a method and takes its replies as they come, until the service says that there are no more or
  /// `each` answers false. The protocol has no word for stopping, so that closes the connection.
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

  /// Sends a call and does not wait. Every call that is not `oneway` has to be followed by ``receive(_:)``.
  /// Replies to earlier calls are read meanwhile, so that neither end waits for the other for ever.
  package func send<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, more: Bool = false, oneway: Bool = false
  ) throws(ClientError) {
    try transmit(Message.call(method, parameters, more: more, oneway: oneway))
  }

  /// Sends a call without a type: parameters are JSON, an object. What the service said before it hung up is
  /// a reply to look for.
  package func send(_ method: String, rawParameters: [UInt8]) throws(ClientError) {
    try transmit(Message.call(method, parameters: rawParameters), expectsReply: true)
  }

  /// The reply to the earliest call that has none yet.
  /// - Throws: ``ClientError``; ``ClientError/reply(_:)`` leaves the connection usable.
  package func receive<Method: VarlinkMethod>(_ method: Method.Type) throws(ClientError) -> Method.Reply {
    try receive().parameters(of: method)
  }

  /// The next reply, without a type.
  package func receive() throws(ClientError) -> Reply {
    let deadline = stream.deadline()
    while true {
      if let message = try nextFrame() { return try Reply(message) }
      try stream.receive(until: deadline) { frames.append($0) }
    }
  }

  /// Whether a whole reply was read already, so that ``receive()`` does not block.
  package var hasReply: Bool { frames.hasNext }

  /// - Parameter expectsReply: A reply is looked for next; it may be what the service said before it hung up.
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
