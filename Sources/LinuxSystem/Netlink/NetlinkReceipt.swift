/// What one look at a netlink socket brought.
public enum NetlinkReceipt: Hashable, Sendable {
  /// A datagram of the trusted sender; so many bytes of the buffer are filled.
  case datagram(length: Int)
  /// Messages were lost: more came than the socket holds, or one was longer than the buffer. What is known of
  /// the kernel's state may be stale.
  case overrun
  /// A datagram that somebody else than the trusted sender forged. It was thrown away.
  case foreign
  /// Nothing is waiting.
  case nothing
}
