import CLinux

/// An address of a link that is added, removed or changed (`RTM_NEWADDR`, `RTM_DELADDR`), see rtnetlink(7).
/// When an IPv4 address is removed, the kernel removes the routes that need it without a message.
package struct AddressMessage: Hashable, Sendable {
  /// The link's number.
  package var link: Int32

  /// Reads a message; nil when it is not about an address.
  /// - Throws: ``NetlinkFormatError``.
  package init?(_ message: NetlinkMessage) throws(NetlinkFormatError) {
    guard message.type == UInt16(RTM_NEWADDR) || message.type == UInt16(RTM_DELADDR) else { return nil }
    let body = message.payload
    guard let link = body.native(Int32.self, at: 4) else {
      throw NetlinkFormatError(
        field: "ifaddrmsg", found: body.count, allowed: MemoryLayout<ifaddrmsg>.size...Int.max)
    }
    self.link = link
  }
}

extension NetlinkMessage {
  /// Whether the message is about a next-hop object that is added, removed or changed (`RTM_NEWNEXTHOP`,
  /// `RTM_DELNEXTHOP`), and with it the routes over it.
  package var isAboutNextHop: Bool { type == UInt16(RTM_NEWNEXTHOP) || type == UInt16(RTM_DELNEXTHOP) }
}
