import CLinux
import Glibc

/// A connected, nonblocking Unix stream socket with its peer. Deallocation closes it.
package final class StreamSocket: Sendable {
  let descriptor: SharedDescriptor
  /// The process at the other end.
  package let peer: PeerCredentials

  /// Takes over a connected Unix stream socket.
  /// - Throws: ``SystemError`` when its peer's credentials cannot be read; it is closed then.
  package init(_ descriptor: SharedDescriptor) throws(SystemError) {
    self.descriptor = descriptor
    peer = try PeerCredentials(of: descriptor)
    try descriptor.makeNonblocking()
  }

  /// Connects to a listening socket. Waits only while the listener's backlog is full.
  /// - Throws: ``SystemError`` with the path: ENOENT and ECONNREFUSED mean that no process listens there.
  package convenience init(connectingTo path: String) throws(SystemError) {
    let address = try UnixAddress(path: path, call: "connect")
    let descriptor = try StreamSocket.make()
    try systemCall("connect", path) { address.withPointer { connect(descriptor.number, $0, $1) } }
    try self.init(descriptor)
  }

  /// Makes a Unix stream socket, closed on exec.
  static func make() throws(SystemError) -> SharedDescriptor {
    SharedDescriptor(owning: try systemCall("socket") { clinux_stream_socket() })
  }

  /// Sends last bytes to a peer that is not served, before the socket is released. Bytes that do not fit into
  /// the socket are lost.
  package func dismiss(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { _ = try? send($0) }
    drain()
  }

  /// Reads some of the peer's bytes. A Unix socket that is closed with bytes unread gives its peer ECONNRESET
  /// instead of the end. A few pieces are what fits into the socket's buffer; a peer that has sent more gets
  /// the error.
  func drain() {
    for _ in 0..<8 {
      guard case .bytes? = try? descriptor.read(atMost: 64 * 1024) else { break }
    }
  }

  /// Sends the bytes that fit into the socket now.
  /// - Returns: The number of bytes sent; 0 when there is no room.
  /// - Throws: ``SystemError`` of send(2).
  func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try systemCallUnlessBlocked("send") {
      Glibc.send(descriptor.number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
    } ?? 0
  }
}
