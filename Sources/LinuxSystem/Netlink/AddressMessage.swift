import CLinux

/// An address of a link that comes, goes or changes (`RTM_NEWADDR`, `RTM_DELADDR`), see rtnetlink(7). When an
/// IPv4 address goes, the kernel removes the routes that need it without telling.
package struct AddressMessage: Hashable, Sendable {
  /// The link's number.
  package var link: Int32

  /// Reads a message; nil when it is about something else than an address.
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
  /// Whether a next-hop object comes, goes or changes (`RTM_NEWNEXTHOP`, `RTM_DELNEXTHOP`), and with it the
  /// routes over it.
  package var isAboutNextHop: Bool { type == UInt16(RTM_NEWNEXTHOP) || type == UInt16(RTM_DELNEXTHOP) }
}
