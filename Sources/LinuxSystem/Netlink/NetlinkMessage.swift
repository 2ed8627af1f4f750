import CLinux

/// One netlink message, see netlink(7): `struct nlmsghdr` and what follows.
package struct NetlinkMessage: Hashable, Sendable {
  /// The type: `NLMSG_DONE`, `RTM_NEWLINK` and the like.
  package var type: UInt16
  /// The flags: `NLM_F_MULTI`, `NLM_F_DUMP_INTR` and the like.
  package var flags: UInt16
  /// The number of the request that the message answers.
  package var sequence: UInt32
  /// The bytes after the header, without padding.
  package var payload: ArraySlice<UInt8>

  static let headerSize = MemoryLayout<nlmsghdr>.size

  package init(type: UInt16, flags: UInt16, sequence: UInt32, payload: ArraySlice<UInt8>) {
    self.type = type
    self.flags = flags
    self.sequence = sequence
    self.payload = payload
  }

  /// Returns the messages in a datagram.
  /// - Throws: ``NetlinkFormatError`` when a length does not fit into the bytes; then no message counts.
  package static func parse(_ datagram: ArraySlice<UInt8>) throws(NetlinkFormatError) -> [NetlinkMessage] {
    try datagram.records("nlmsg_len", header: headerSize) { bytes in
      bytes.native(UInt32.self, at: 0).flatMap { Int(exactly: $0) }
    }
    .map { bytes in
      NetlinkMessage(
        type: bytes.native(UInt16.self, at: 4) ?? 0, flags: bytes.native(UInt16.self, at: 6) ?? 0,
        sequence: bytes.native(UInt32.self, at: 8) ?? 0, payload: bytes.dropFirst(headerSize))
    }
  }

  /// The message as it is sent over the socket; the kernel fills in the sender.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendNative(UInt32(clamping: Self.headerSize + payload.count))
    bytes.appendNative(type)
    bytes.appendNative(flags)
    bytes.appendNative(sequence)
    bytes.appendNative(UInt32(0))
    return bytes + payload
  }
}
