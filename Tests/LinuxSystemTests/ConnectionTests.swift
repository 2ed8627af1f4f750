import Dispatch
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Connections")
struct ConnectionTests {
  private let queue = DispatchQueue(label: "test")
  private let inbox = Mailbox<StreamEvent>()

  /// A connection and the plain descriptor at its other end.
  private func pair(readLimit: Int = 65536) throws -> (StreamConnection, SharedDescriptor) {
    var ends: [CInt] = [-1, -1]
    try systemCall("socketpair") { socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) }
    let peer = SharedDescriptor(owning: ends[1])
    let socket = try StreamSocket(SharedDescriptor(owning: ends[0]))
    // On its queue, as everything about it: bytes may be there before it is made.
    let connection = queue.sync {
      StreamConnection(socket, queue: queue, readLimit: readLimit) { [inbox] in inbox.append($0) }
    }
    return (connection, peer)
  }

  private func read(_ peer: SharedDescriptor, _ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, case .bytes(let piece) = try peer.read(atMost: min(65536, count - bytes.count))
    {
      bytes += piece
    }
    return bytes
  }

  @Test("Bytes arrive in pieces no larger than the limit, and are sent at once when there is room")
  func plain() throws {
    let (connection, peer) = try pair(readLimit: 4)
    #expect(connection.peer.pid == getpid())
    _ = write(peer.number, "abcdefghij", 10)
    #expect(inbox.next() == .bytes(Array("abcd".utf8)))
    #expect(inbox.next() == .bytes(Array("efgh".utf8)))
    #expect(inbox.next() == .bytes(Array("ij".utf8)))
    queue.sync {
      connection.send(Array("hello".utf8))
      connection.send([])
      #expect(connection.bufferedBytes == 0)
    }
    #expect(try read(peer, 5) == Array("hello".utf8))
    queue.sync { connection.close() }
    #expect(try peer.read(atMost: 1) == .end)
    #expect(inbox.isEmpty)
  }

  @Test("What a slow reader does not take is counted, arrives in order, and drains")
  func slowReader() throws {
    let (connection, peer) = try pair()
    let piece = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    queue.sync {
      for _ in 0..<50 { connection.send(piece) }
      #expect(connection.bufferedBytes > 4_000_000)
    }
    for _ in 0..<50 { #expect(try read(peer, piece.count) == piece) }
    #expect(inbox.next() == .drained)
    queue.sync { #expect(connection.bufferedBytes == 0) }
    queue.sync { connection.close() }
  }

  @Test(
    "Closing after flushing loses nothing of what was sent, takes nothing more, and says when it is through")
  func flushing() throws {
    let (connection, peer) = try pair()
    queue.sync {
      connection.send([UInt8](repeating: 7, count: 3_000_000))
      connection.closeAfterFlushing()
      connection.send([8])
      #expect(!connection.isClosed)
    }
    _ = write(peer.number, "ignored", 7)
    #expect(try read(peer, 3_000_001) == [UInt8](repeating: 7, count: 3_000_000))
    #expect(inbox.next() == .closed)
    queue.sync { #expect(connection.isClosed) }
    #expect(inbox.isEmpty)
  }

  @Test("Closing after flushing with nothing to flush, or to a peer that is gone, is through as well")
  func nothingToFlush() throws {
    let (connection, peer) = try pair()
    queue.sync { connection.closeAfterFlushing() }
    #expect(inbox.next() == .closed)
    #expect(try peer.read(atMost: 1) == .end)
    var (second, gone): (StreamConnection, SharedDescriptor?) = try pair()
    queue.sync {
      second.send([UInt8](repeating: 7, count: 3_000_000))
      second.closeAfterFlushing()
    }
    gone = nil
    #expect(inbox.next() == .closed)
    _ = gone
    second = connection
  }

  @Test("A peer that has ended its side still gets answers; the end is told once")
  func halfClosed() throws {
    let (connection, peer) = try pair()
    _ = write(peer.number, "question", 8)
    shutdown(peer.number, CInt(SHUT_WR))
    #expect(inbox.next() == .bytes(Array("question".utf8)))
    #expect(inbox.next() == .ended(nil))
    queue.sync { connection.send(Array("answer".utf8)) }
    #expect(try read(peer, 6) == Array("answer".utf8))
    queue.sync { connection.close() }
    #expect(inbox.isEmpty)
  }

  @Test("What a peer sent before it went away is read to the end, piece by piece")
  func gone() throws {
    var (connection, peer): (StreamConnection, SharedDescriptor?) = try pair(readLimit: 4)
    queue.sync {
      _ = write(peer?.number ?? -1, "abcdefghij", 10)
      peer = nil
    }
    for text in ["abcd", "efgh", "ij"] { #expect(inbox.next() == .bytes(Array(text.utf8))) }
    #expect(inbox.next() == .ended(nil))
    queue.sync { connection.close() }
    connection = try pair().0
    #expect(inbox.next() == .ended(nil))
  }

  @Test("Sending to a peer that is gone ends the connection once, with the error, never within send")
  func broken() throws {
    let (connection, peer) = try pair()
    queue.sync {
      connection.pauseReading()
      shutdown(peer.number, CInt(SHUT_RD))
      connection.send([1])
      connection.send([2])
      #expect(inbox.isEmpty)
      #expect(connection.bufferedBytes == 0)
    }
    #expect(inbox.next() == .ended(SystemError(call: "send", code: EPIPE)))
    queue.sync {
      connection.send([3])
      connection.close()
    }
    #expect(inbox.isEmpty)
  }

  @Test("Paused reading holds the peer back, and nothing is lost when it goes on")
  func paused() throws {
    let (connection, peer) = try pair()
    queue.sync { connection.pauseReading() }
    try peer.makeNonblocking()
    var sent = 0
    let piece = [UInt8](repeating: 1, count: 10_000)
    while true {
      let count = write(peer.number, piece, piece.count)
      guard count > 0 else { break }
      sent += count
    }
    #expect(sent > 0 && inbox.isEmpty)
    queue.sync { connection.resumeReading() }
    var received = 0
    while received < sent, case .bytes(let bytes)? = inbox.next() { received += bytes.count }
    #expect(received == sent)
    queue.sync { connection.close() }
  }

  @Test("A handler may close its connection, and nothing follows")
  func closedByHandler() throws {
    let holder = Holder()
    var ends: [CInt] = [-1, -1]
    try systemCall("socketpair") { socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) }
    let peer = SharedDescriptor(owning: ends[1])
    let socket = try StreamSocket(SharedDescriptor(owning: ends[0]))
    queue.sync {
      holder.connection = StreamConnection(socket, queue: queue, readLimit: 1) { [weak holder] event in
        inbox.append(event)
        holder?.connection?.close()
      }
    }
    _ = write(peer.number, "abc", 3)
    #expect(inbox.next() == .bytes(Array("a".utf8)))
    queue.sync {}
    #expect(inbox.isEmpty)
  }

  /// Confined to the test's queue.
  private final class Holder: @unchecked Sendable {
    var connection: StreamConnection?
  }

  @Test("A connection that nobody holds is closed, paused or not")
  func released() throws {
    for isPaused in [false, true] {
      let peer: SharedDescriptor
      do {
        let connection: StreamConnection
        (connection, peer) = try pair()
        queue.sync { if isPaused { connection.pauseReading() } }
      }
      #expect(try peer.read(atMost: 1) == .end)
    }
  }
}
