import CLinux
import Glibc

/// A network link as the kernel describes it (`RTM_NEWLINK`, `RTM_DELLINK`), see rtnetlink(7).
package struct LinkMessage: Hashable, Sendable {
  /// The link's number.
  package var index: Int32
  /// The link's name (`eth0`).
  package var name: String
  /// The driver's kind (`veth`, `wwan`), empty where it has none.
  package var kind: String
  /// Whether the link is a loopback (`IFF_LOOPBACK`).
  package var isLoopback: Bool
  /// Whether the link is switched on (`IFF_UP`) and its operational state is up, or unknown as with tunnels
  /// that cannot tell (RFC 2863; the kernel's Documentation/networking/operstates.rst).
  package var isRunning: Bool
  /// Whether the link was removed (`RTM_DELLINK`).
  package var isGone = false

  /// The longest name and kind that are read, in bytes: `IFNAMSIZ` with its NUL is 16.
  private static let nameLimit = 15

  package init(
    index: Int32, name: String, kind: String = "", isLoopback: Bool = false, isRunning: Bool
  ) {
    self.index = index
    self.name = name
    self.kind = kind
    self.isLoopback = isLoopback
    self.isRunning = isRunning
  }

  /// Reads a message; nil when it is not about a link.
  /// - Throws: ``NetlinkFormatError``.
  package init?(_ message: NetlinkMessage) throws(NetlinkFormatError) {
    guard message.type == UInt16(RTM_NEWLINK) || message.type == UInt16(RTM_DELLINK) else { return nil }
    let size = MemoryLayout<ifinfomsg>.size
    let body = message.payload
    guard body.count >= size, let family = body.native(UInt8.self, at: 0),
      let index = body.native(Int32.self, at: 4), let flags = body.native(UInt32.self, at: 8)
    else { throw NetlinkFormatError(field: "ifinfomsg", found: body.count, allowed: size...Int.max) }
    // A bridge reports its ports in messages of the same type, with a family of its own.
    guard family == UInt8(AF_UNSPEC) else { return nil }
    self.index = index
    name = ""
    kind = ""
    isLoopback = flags & UInt32(IFF_LOOPBACK) != 0
    isGone = message.type == UInt16(RTM_DELLINK)
    var isOperational = flags & UInt32(IFF_RUNNING) != 0
    for attribute in try NetlinkAttribute.parse(body.dropFirst(size)) {
      switch Int(attribute.type) {
      case IFLA_IFNAME:
        name = attribute.text(limit: Self.nameLimit)
      case IFLA_OPERSTATE:
        let state = attribute.value.native(UInt8.self, at: 0)
        isOperational = state == Self.operationallyUp || state == Self.operationallyUnknown
      case IFLA_LINKINFO:
        kind =
          try NetlinkAttribute.parse(attribute.value)
          .first { $0.type == UInt16(Self.infoKind) }?.text(limit: Self.nameLimit) ?? ""
      default: break
      }
    }
    isRunning = isOperational && flags & UInt32(IFF_UP) != 0
  }

  /// `IF_OPER_UNKNOWN` and `IF_OPER_UP` of linux/if.h, which cannot be included beside Glibc's net/if.h.
  private static let operationallyUnknown: UInt8 = 0
  private static let operationallyUp: UInt8 = 6
  /// `IFLA_INFO_KIND` of linux/if_link.h.
  private static let infoKind = 1

  /// Lists all links.
  /// - Throws: ``NetlinkError``.
  package static func all(from requests: NetlinkRequests) throws(NetlinkError) -> [LinkMessage] {
    let body = [UInt8](repeating: 0, count: MemoryLayout<ifinfomsg>.size)
    return try requests.dump(UInt16(RTM_GETLINK), body: body, into: []) {
      (list: inout [LinkMessage], message) throws(NetlinkFormatError) in
      if let link = try LinkMessage(message) { list.append(link) }
    }
  }
}
