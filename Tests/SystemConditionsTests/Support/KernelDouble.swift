import Glibc
import LinuxSystem

/// One end of a socket pair in the place of a netlink socket, and the kernel's end in the test's hand.
final class KernelDouble {
  let socket: NetlinkSocket
  private let kernel: Descriptor

  /// - Parameter process: Whose datagrams the socket believes.
  init(trusting process: pid_t = getpid()) throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    try systemCall("socketpair") {
      socketpair(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    kernel = Descriptor(owning: ends[0])
    socket = try NetlinkSocket(adopting: Descriptor(owning: ends[1]), trusting: process)
  }

  func send(_ bytes: [UInt8]) throws(SystemError) {
    let number = kernel.number
    try systemCall("send") { bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, 0) } }
  }

  /// A uevent.
  func send(_ subsystem: String, action: String = "change") throws(SystemError) {
    let path = "/devices/virtual/\(subsystem)/X"
    try send(
      Array("\(action)@\(path)\0ACTION=\(action)\0DEVPATH=\(path)\0SUBSYSTEM=\(subsystem)\0SEQNUM=1\0".utf8))
  }
}
