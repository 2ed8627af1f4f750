/// Who asks, as the kernel says (`SO_PEERCRED`).
public struct Caller: Hashable, Sendable {
  /// The user at the other end of the socket.
  public var uid: UInt32
  /// Root, or the user that the daemon itself runs as.
  public var isPrivileged: Bool

  /// A caller.
  public init(uid: UInt32, isPrivileged: Bool) {
    self.uid = uid
    self.isPrivileged = isPrivileged
  }
}
