import CLinux
import Glibc

/// A default route of the main table as the kernel describes it (`RTM_NEWROUTE`, `RTM_DELROUTE`), see
/// rtnetlink(7).
package struct DefaultRouteMessage: Hashable, Sendable {
  /// IPv4 or IPv6.
  package enum Family: Hashable, Sendable {
    case ip4
    case ip6
  }

  /// One next hop of the route.
  package struct Hop: Hashable, Sendable {
    /// The link's number; nil when the kernel names only a next-hop object, as it does when
    /// `net.ipv4.nexthop_compat_mode` is 0.
    package var link: Int32?
    /// Whether the kernel reports the hop as unusable now (`RTNH_F_DEAD`, `RTNH_F_LINKDOWN`).
    package var isDead: Bool

    package init(link: Int32?, isDead: Bool = false) {
      self.link = link
      self.isDead = isDead
    }
  }

  /// The family of the route's addresses.
  package var family: Family
  /// The metric; a lower one is preferred.
  package var metric: UInt32
  /// Whether the route leads to a hop (`RTN_UNICAST`): not unreachable, not a black hole, not prohibited.
  package var isUnicast: Bool
  /// The next hops, at least one.
  package var hops: [Hop]

  package init(family: Family, metric: UInt32 = 0, isUnicast: Bool = true, hops: [Hop]) {
    self.family = family
    self.metric = metric
    self.isUnicast = isUnicast
    self.hops = hops
  }

  /// Reads a message; nil when it is not about a default route of the main table.
  /// - Throws: ``NetlinkFormatError``.
  package init?(_ message: NetlinkMessage) throws(NetlinkFormatError) {
    guard message.type == UInt16(RTM_NEWROUTE) || message.type == UInt16(RTM_DELROUTE) else { return nil }
    let size = MemoryLayout<rtmsg>.size
    let body = message.payload
    guard body.count >= size, let address = body.native(UInt8.self, at: 0),
      let prefix = body.native(UInt8.self, at: 1), let smallTable = body.native(UInt8.self, at: 4),
      let kind = body.native(UInt8.self, at: 7), let flags = body.native(UInt32.self, at: 8)
    else { throw NetlinkFormatError(field: "rtmsg", found: body.count, allowed: size...Int.max) }
    // A cloned route is one destination's entry in a cache, not a route.
    guard prefix == 0, flags & UInt32(RTM_F_CLONED) == 0 else { return nil }
    switch CInt(address) {
    case AF_INET: family = .ip4
    case AF_INET6: family = .ip6
    default: return nil
    }
    metric = 0
    isUnicast = kind == UInt8(RTN_UNICAST)
    hops = []
    var table = UInt32(smallTable)
    var link: Int32?
    for attribute in try NetlinkAttribute.parse(body.dropFirst(size)) {
      switch Int(attribute.type) {
      case Int(RTA_TABLE.rawValue): table = attribute.value.native(UInt32.self, at: 0) ?? table
      case Int(RTA_PRIORITY.rawValue): metric = attribute.value.native(UInt32.self, at: 0) ?? metric
      case Int(RTA_OIF.rawValue): link = attribute.value.native(Int32.self, at: 0)
      case Int(RTA_MULTIPATH.rawValue): hops = try Self.hops(attribute.value)
      default: break
      }
    }
    guard table == UInt32(RT_TABLE_MAIN.rawValue) else { return nil }
    if hops.isEmpty { hops = [Hop(link: link, isDead: flags & Self.deadFlags != 0)] }
  }

  private static let deadFlags = UInt32(RTNH_F_DEAD | RTNH_F_LINKDOWN)

  /// Reads hops, `struct rtnexthop`: length, flags, weight, link; attributes follow.
  private static func hops(_ bytes: ArraySlice<UInt8>) throws(NetlinkFormatError) -> [Hop] {
    try bytes.records("rtnh_len", header: MemoryLayout<rtnexthop>.size) {
      $0.native(UInt16.self, at: 0).map(Int.init)
    }
    .map { record in
      let flags = UInt32(record.native(UInt8.self, at: 2) ?? 0)
      return Hop(link: record.native(Int32.self, at: 4), isDead: flags & deadFlags != 0)
    }
  }

  /// Lists all default routes of the main table, IPv4 and IPv6.
  /// - Throws: ``NetlinkError``.
  package static func all(from requests: NetlinkRequests) throws(NetlinkError) -> [DefaultRouteMessage] {
    // Without a family the kernel lists those that it has, and a kernel without IPv6 refuses nothing.
    let body = [UInt8](repeating: 0, count: MemoryLayout<rtmsg>.size)
    return try requests.dump(UInt16(RTM_GETROUTE), body: body, into: []) {
      (list: inout [DefaultRouteMessage], message) throws(NetlinkFormatError) in
      if let route = try DefaultRouteMessage(message) { list.append(route) }
    }
  }
}
