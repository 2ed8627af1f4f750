import CLinux

/// The process at the other end of a Unix socket, as the kernel says (`SO_PEERCRED`, unix(7)): the one that
/// called connect(2), or listen(2), with the ids that it had then.
package struct PeerCredentials: Hashable, Sendable {
  /// The process's number. The process may be gone, and the number another one's.
  package var pid: Int32
  /// The effective user.
  package var uid: UInt32
  /// The effective group.
  package var gid: UInt32

  package init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }

  /// The peer of a connected Unix socket.
  /// - Throws: ``SystemError`` of getsockopt(2).
  init(of socket: SharedDescriptor) throws(SystemError) { try self.init(ofSocket: socket.number) }

  /// The peer of a connected Unix socket, by its descriptor's number.
  /// - Throws: ``SystemError`` of getsockopt(2).
  package init(ofSocket number: CInt) throws(SystemError) {
    var credentials = PeerCredentials(pid: 0, uid: 0, gid: 0)
    try systemCall("getsockopt", "SO_PEERCRED") {
      clinux_peer_credentials(number, &credentials.pid, &credentials.uid, &credentials.gid)
    }
    self = credentials
  }
}
