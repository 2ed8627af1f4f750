import CLinux
import Glibc

/// The result of one receive from a netlink socket.
package enum NetlinkReceipt: Hashable, Sendable {
  /// A datagram of the trusted sender, which fills `length` bytes of the buffer.
  case datagram(length: Int)
  /// Messages were lost: more came than the socket holds, or one was longer than the buffer. The known state
  /// of the kernel may be stale.
  case overrun
  /// A datagram that is not from the trusted sender. It was discarded.
  case foreign
  /// No datagram waits.
  case nothing
}

/// A netlink socket that never blocks and accepts only the kernel's messages. It belongs to the network
/// namespace of the thread that opened it.
package final class NetlinkSocket: Sendable {
  /// The buffer size for any datagram of the kernel, which fills at most 32 KiB of one (netlink(7)).
  package static let bufferSize = 32 * 1024

  private let descriptor: Descriptor
  private let trustedProcess: Int32

  /// Opens a socket that listens to groups; a socket without groups is for requests.
  /// - Throws: ``SystemError``: `EAFNOSUPPORT` where a sandbox allows no netlink.
  package convenience init(_ part: NetlinkProtocol, groups: NetlinkGroups = []) throws(SystemError) {
    let descriptor = Descriptor(
      owning: try systemCall("socket", "netlink") {
        socket(AF_NETLINK, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), part.number)
      })
    try systemCall("bind", "netlink") { clinux_netlink_bind(descriptor.number, groups.rawValue) }
    try self.init(adopting: descriptor, trusting: 0)
  }

  /// Takes over an open socket: in tests one end of a datagram socket pair stands in for the kernel.
  /// - Parameter process: The process whose datagrams count. The kernel is process 0.
  /// - Throws: ``SystemError`` when the socket cannot tell who sends.
  package init(adopting descriptor: consuming Descriptor, trusting process: Int32) throws(SystemError) {
    self.descriptor = descriptor
    trustedProcess = process
    let number = self.descriptor.number
    var on: CInt = 1
    try systemCall("setsockopt", "SO_PASSCRED") {
      setsockopt(number, SOL_SOCKET, SO_PASSCRED, &on, socklen_t(MemoryLayout<CInt>.size))
    }
  }

  /// The descriptor's number, for a Dispatch source or poll(2). The socket must outlive the watching.
  package var number: CInt { descriptor.number }

  /// Receives the next datagram, without waiting.
  ///
  /// Any process may send to a netlink socket's port, and a privileged one to its groups. The kernel is told
  /// from them by port 0, which no process can have, and by process 0. The user is not checked: inside a user
  /// namespace that does not map root, the kernel's messages come from user 65534.
  /// - Throws: ``SystemError`` of recvmsg(2).
  package func receive(into buffer: inout [UInt8]) throws(SystemError) -> NetlinkReceipt {
    var sender = clinux_sender()
    let number = number
    let length: Int
    do {
      length = try systemCall("recvmsg", "netlink") {
        buffer.withUnsafeMutableBytes { clinux_receive(number, $0.baseAddress, $0.count, &sender) }
      }
    } catch {
      switch error.code {
      case EAGAIN: return .nothing
      case ENOBUFS: return .overrun
      default: throw error
      }
    }
    guard sender.port == 0, sender.process == trustedProcess else { return .foreign }
    return sender.truncated == 0 ? .datagram(length: length) : .overrun
  }

  /// Sends one message to the kernel.
  /// - Throws: ``SystemError`` of send(2).
  package func send(_ message: [UInt8]) throws(SystemError) {
    let number = number
    try systemCall("send", "netlink") {
      message.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    }
  }
}

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
