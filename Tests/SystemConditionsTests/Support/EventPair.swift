import Dispatch
import Glibc
import LinuxSystem
import SystemConditions

/// One end of a socket pair in the place of the kernel's event socket, and the other in the test's hand.
final class EventPair {
  let monitor: KernelEventMonitor
  private let sender: Descriptor

  init(queue: DispatchQueue) throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    try systemCall("socketpair") {
      socketpair(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    sender = Descriptor(owning: ends[0])
    var receiver: CInt? = ends[1]
    monitor = KernelEventMonitor(queue: queue) { () throws(SystemError) in
      guard let end = receiver.take() else { throw SystemError(call: "socketpair", code: EBADFD) }
      return try NetlinkSocket(adopting: Descriptor(owning: end), trusting: getpid())
    }
  }

  func send(bytes: [UInt8]) throws(SystemError) {
    let number = sender.number
    try systemCall("send") { bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, 0) } }
  }

  func send(_ subsystem: String, action: String = "change") throws(SystemError) {
    let path = "/devices/virtual/\(subsystem)/X"
    try send(
      bytes: Array(
        "\(action)@\(path)\0ACTION=\(action)\0DEVPATH=\(path)\0SUBSYSTEM=\(subsystem)\0SEQNUM=1\0".utf8))
  }
}
