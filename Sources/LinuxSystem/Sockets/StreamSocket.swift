import CLinux
import Glibc

/// A connected, nonblocking Unix stream socket and who is at its other end. It is closed when nobody holds
/// it.
public final class StreamSocket: Sendable {
  let descriptor: SharedDescriptor
  /// Who is at the other end.
  public let peer: PeerCredentials

  /// Takes over a connected Unix stream socket.
  /// - Throws: ``SystemError`` when its peer's credentials cannot be read; it is closed then.
  public init(_ descriptor: SharedDescriptor) throws(SystemError) {
    self.descriptor = descriptor
    peer = try PeerCredentials(of: descriptor)
    try descriptor.makeNonblocking()
  }

  /// Connects to a listening socket. Waits only while the listener's backlog is full.
  /// - Throws: ``SystemError`` with the path: ENOENT and ECONNREFUSED mean that nobody listens there.
  public convenience init(connectingTo path: String) throws(SystemError) {
    let address = try UnixAddress(path: path, call: "connect")
    let descriptor = try StreamSocket.make()
    try systemCall("connect", path) { address.withPointer { connect(descriptor.number, $0, $1) } }
    try self.init(descriptor)
  }

  /// A new Unix stream socket, closed on exec.
  static func make() throws(SystemError) -> SharedDescriptor {
    SharedDescriptor(owning: try systemCall("socket") { clinux_stream_socket() })
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
