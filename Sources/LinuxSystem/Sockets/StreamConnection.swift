package import Dispatch
import Glibc

/// An event that a ``StreamConnection`` reports to its owner.
package enum StreamEvent: Hashable, Sendable {
  /// The peer sent these bytes: one piece, at most the connection's read limit.
  case bytes([UInt8])
  /// All bytes that were buffered for the peer are sent.
  case drained
  /// The peer sends no more: it ended its side, or the connection broke with this error. Without an error
  /// answers can still be sent; the owner closes the connection. An end with an error is the last event, and
  /// may follow one without: a peer that has ended its side may go away before it has read all.
  case ended(SystemError?)
  /// The connection is closed after ``StreamConnection/closeAfterFlushing()``; no event follows.
  case closed
}

/// A connection over a stream socket that reads and writes without ever waiting. Confined to its queue, on
/// which the handler is called: never from within a method of this class, and never after ``close()``.
/// Deallocation closes the connection.
package final class StreamConnection {
  /// The process at the other end.
  package let peer: PeerCredentials

  private let queue: DispatchQueue
  private let readLimit: Int
  private let handler: @Sendable (StreamEvent) -> Void
  /// The socket; nil once closed.
  private var socket: StreamSocket?
  private var reader: DescriptorSource?
  /// The watch for room in the socket, only while bytes are buffered.
  private var writer: DescriptorSource?
  private var outgoing = SendBuffer()
  private var hasEnded = false
  private var isBroken = false
  private var closesWhenFlushed = false

  /// Starts to read.
  /// - Parameter readLimit: The largest piece in bytes; one piece is read per wake-up, so that a peer that
  ///   sends without pause does not hold up others.
  package init(
    _ socket: StreamSocket, queue: DispatchQueue, readLimit: Int = 64 * 1024,
    handler: @escaping @Sendable (StreamEvent) -> Void
  ) {
    self.socket = socket
    self.queue = queue
    self.readLimit = readLimit
    self.handler = handler
    peer = socket.peer
    do throws(SystemError) {
      reader = try DescriptorSource(socket.descriptor, for: .reading, queue: queue) { [weak self] in
        self?.read()
      }
    } catch {
      broke(error)
    }
  }

  deinit { close() }

  /// The bytes that wait for the peer to read. The owner drops a peer for which they grow too many.
  package var bufferedBytes: Int { outgoing.count }

  /// Whether ``close()`` was called or ``closeAfterFlushing()`` has finished.
  package var isClosed: Bool { socket == nil }

  /// Whether the peer has closed the connection, and not only its own side of it: it reads no more. Bytes
  /// that it sent before may still be on their way.
  package var isPeerGone: Bool {
    guard let socket, !isBroken else { return true }
    var entry = pollfd(fd: socket.descriptor.number, events: 0, revents: 0)
    return poll(&entry, 1, 0) > 0 && CInt(entry.revents) & (POLLHUP | POLLERR) != 0
  }

  /// Sends the bytes, and buffers those that do not fit into the socket now. A connection that is broken,
  /// closing or closed drops them.
  package func send(_ bytes: [UInt8]) {
    guard let socket, !isBroken, !closesWhenFlushed, !bytes.isEmpty else { return }
    guard outgoing.count == 0 else { return outgoing.append(bytes[...]) }
    do throws(SystemError) {
      let sent = try bytes.withUnsafeBytes { raw in Result { () throws(SystemError) in try socket.send(raw) }
      }.get()
      if sent < bytes.count {
        outgoing.append(bytes[sent...])
        flush()
      }
    } catch {
      broke(error)
    }
  }

  /// Sends the bytes together with all others that come this way before the queue's next turn: many short
  /// answers cost one system call.
  package func sendSoon(_ bytes: [UInt8]) {
    guard socket != nil, !isBroken, !closesWhenFlushed, !bytes.isEmpty else { return }
    let isFirst = outgoing.count == 0
    outgoing.append(bytes[...])
    if outgoing.count >= Self.bytesHeldBack {
      sendNow()
    } else if isFirst {
      queue.runLater { [weak self] in self?.flush() }
    }
  }

  /// Sends the bytes of ``sendSoon(_:)``, as far as the socket has room.
  package func sendNow() {
    // While the socket has no room, the writer reports when it has.
    if writer == nil { flush() }
  }

  /// The most bytes that wait for the queue's next turn.
  private static let bytesHeldBack = 64 * 1024

  /// Stops reading; the peer is held back once the socket is full.
  package func pauseReading() { reader?.pause() }

  /// Resumes reading after ``pauseReading()``.
  package func resumeReading() { reader?.resume() }

  /// Takes no more bytes from either side, sends the buffered ones, then closes and reports
  /// ``StreamEvent/closed``. The owner keeps the connection until then, and sets a time limit with
  /// ``close()``: the peer may never read.
  package func closeAfterFlushing() {
    guard socket != nil, !closesWhenFlushed else { return }
    closesWhenFlushed = true
    reader?.cancel()
    reader = nil
    if outgoing.count == 0 || isBroken { queue.runLater { [weak self] in self?.finishClosing() } }
  }

  /// Closes at once; bytes that the socket has no room for are lost.
  package func close() {
    guard let socket else { return }
    if !isBroken, outgoing.count > 0 {
      _ = outgoing.withBytes { raw in Result { () throws(SystemError) in try socket.send(raw) } }
    }
    self.socket = nil
    stop()
    // Shows the peer the end now, even if the socket is still retained.
    shutdown(socket.descriptor.number, CInt(SHUT_RDWR))
  }

  private func stop() {
    reader?.cancel()
    reader = nil
    writer?.cancel()
    writer = nil
    outgoing = SendBuffer()
  }

  private func read() {
    guard let socket, !hasEnded else { return }
    do throws(SystemError) {
      switch try socket.descriptor.read(atMost: readLimit) {
      case .bytes(let bytes): handler(.bytes(bytes))
      case .nothingNow: break
      case .end:
        hasEnded = true
        reader?.cancel()
        reader = nil
        handler(.ended(nil))
      }
    } catch {
      broke(error)
    }
  }

  /// Sends until no bytes are left or the socket is full.
  private func flush() {
    guard let socket, outgoing.count > 0 else { return }
    do throws(SystemError) {
      while outgoing.count > 0 {
        let sent = try outgoing.withBytes { raw in Result { () throws(SystemError) in try socket.send(raw) } }
          .get()
        guard sent > 0 else { return try waitForRoom(in: socket) }
        outgoing.removeFirst(sent)
      }
    } catch {
      return broke(error)
    }
    writer?.cancel()
    writer = nil
    queue.runLater { [weak self] in self?.flushed() }
  }

  private func waitForRoom(in socket: StreamSocket) throws(SystemError) {
    guard writer == nil else { return }
    writer = try DescriptorSource(socket.descriptor, for: .writing, queue: queue) { [weak self] in
      self?.flush()
    }
  }

  private func flushed() {
    guard socket != nil, outgoing.count == 0 else { return }
    if closesWhenFlushed { finishClosing() } else { handler(.drained) }
  }

  private func finishClosing() {
    guard let socket else { return }
    socket.drain()
    close()
    handler(.closed)
  }

  private func broke(_ error: SystemError) {
    isBroken = true
    stop()
    queue.runLater { [weak self] in
      guard let self, socket != nil else { return }
      if closesWhenFlushed { return finishClosing() }
      hasEnded = true
      handler(.ended(error))
    }
  }
}
