import CLinux

/// The part of the kernel that a netlink socket talks to, see netlink(7).
package enum NetlinkProtocol: Sendable {
  /// Links, addresses and routes, see rtnetlink(7).
  case route
  /// Changes of devices, which udev listens to as well.
  case kernelEvents

  var number: CInt {
    switch self {
    case .route: CInt(NETLINK_ROUTE)
    case .kernelEvents: CInt(NETLINK_KOBJECT_UEVENT)
    }
  }
}
