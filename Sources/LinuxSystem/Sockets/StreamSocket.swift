import CLinux
import Glibc

/// A connected, nonblocking Unix stream socket and who is at its other end. It is closed when nobody holds
/// it.
package final class StreamSocket: Sendable {
  let descriptor: SharedDescriptor
  /// Who is at the other end.
  package let peer: PeerCredentials

  /// Takes over a connected Unix stream socket.
  /// - Throws: ``SystemError`` when its peer's credentials cannot be read; it is closed then.
  package init(_ descriptor: SharedDescriptor) throws(SystemError) {
    self.descriptor = descriptor
    peer = try PeerCredentials(of: descriptor)
    try descriptor.makeNonblocking()
  }

  /// Connects to a listening socket. Waits only while the listener's backlog is full.
  /// - Throws: ``SystemError`` with the path: ENOENT and ECONNREFUSED mean that nobody listens there.
  package convenience init(connectingTo path: String) throws(SystemError) {
    let address = try UnixAddress(path: path, call: "connect")
    let descriptor = try StreamSocket.make()
    try systemCall("connect", path) { address.withPointer { connect(descriptor.number, $0, $1) } }
    try self.init(descriptor)
  }

  /// A new Unix stream socket, closed on exec.
  static func make() throws(SystemError) -> SharedDescriptor {
    SharedDescriptor(owning: try systemCall("socket") { clinux_stream_socket() })
  }

  /// Says something to a peer that is not listened to, before the socket is let go of. What does not fit into
  /// the socket is lost.
  package func dismiss(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { _ = try? send($0) }
    drain()
  }

  /// Takes some of what the peer has said. A Unix socket that is closed with something unread tells its peer
  /// ECONNRESET instead of the end. What fits into the socket's buffer has been read after a few pieces; more
  /// is the peer's own business.
  func drain() {
    for _ in 0..<8 {
      guard case .bytes? = try? descriptor.read(atMost: 64 * 1024) else { break }
    }
  }

  /// Sends what fits into the socket now.
  /// - Returns: How many bytes that was; 0 when there is no room.
  /// - Throws: ``SystemError`` of send(2).
  func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try systemCallUnlessBlocked("send") {
      Glibc.send(descriptor.number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
    } ?? 0
  }
}
