import CLinux

/// The multicast groups that a netlink socket listens to, see netlink(7).
package struct NetlinkGroups: OptionSet, Sendable {
  /// A mask; bit 0 is group 1.
  package var rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Changes of links, in ``NetlinkProtocol/route``.
  package static let links = NetlinkGroups(rawValue: UInt32(RTMGRP_LINK))
  /// Changes of IPv4 addresses, in ``NetlinkProtocol/route``.
  package static let addresses4 = NetlinkGroups(rawValue: UInt32(RTMGRP_IPV4_IFADDR))
  /// Next-hop objects of ``NetlinkProtocol/route`` (`RTNLGRP_NEXTHOP`, group 32), see ip-nexthop(8).
  package static let nextHops = NetlinkGroups(rawValue: 1 << 31)
  /// Changes of IPv4 routes, in ``NetlinkProtocol/route``.
  package static let routes4 = NetlinkGroups(rawValue: UInt32(RTMGRP_IPV4_ROUTE))
  /// Changes of IPv6 routes, in ``NetlinkProtocol/route``.
  package static let routes6 = NetlinkGroups(rawValue: UInt32(RTMGRP_IPV6_ROUTE))
  /// The kernel's own messages of ``NetlinkProtocol/kernelEvents``; udev sends its version of them to another
  /// group.
  package static let kernelEvents = NetlinkGroups(rawValue: 1)
}
