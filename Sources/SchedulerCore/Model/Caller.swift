/// Who asks, as the kernel says (`SO_PEERCRED`).
package struct Caller: Hashable, Sendable {
  /// The user at the other end of the socket.
  package var uid: UInt32
  /// Root, or the user that the daemon itself runs as.
  package var isPrivileged: Bool

  /// A caller.
  package init(uid: UInt32, isPrivileged: Bool) {
    self.uid = uid
    self.isPrivileged = isPrivileged
  }
}
