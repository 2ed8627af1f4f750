import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Netlink sockets")
struct NetlinkSocketTests {
  private let kernel: KernelDouble
  private let requests: NetlinkRequests

  init() throws {
    kernel = try KernelDouble()
    requests = NetlinkRequests(socket: kernel.socket)
  }

  private func dump() throws(NetlinkError) -> [UInt16] {
    try requests.dump(18, body: [0, 0, 0, 0], into: []) {
      (list: inout [UInt16], message) throws(NetlinkFormatError) in
      if message.type == 99 { throw NetlinkFormatError(field: "test", found: 99, allowed: 0...98) }
      list.append(message.type)
    }
  }

  @Test("A dump is the messages up to the end of the list; answers to other requests are not in it")
  func wholeDump() throws {
    try kernel.send(NetlinkBytes.message(16) + NetlinkBytes.message(17))
    try kernel.send(
      NetlinkBytes.message(50, sequence: 9) + NetlinkBytes.message(18) + NetlinkBytes.message(3))
    #expect(try dump() == [16, 17, 18])
  }

  @Test("A dump that something changed meanwhile is made again")
  func interruptedDump() throws {
    try kernel.send(NetlinkBytes.message(16, flags: NetlinkBytes.interrupted) + NetlinkBytes.message(3))
    try kernel.send(
      NetlinkBytes.message(17, sequence: 2)
        + NetlinkBytes.message(3, flags: NetlinkBytes.interrupted, sequence: 2))
    try kernel.send(NetlinkBytes.message(18, sequence: 3) + NetlinkBytes.message(3, sequence: 3))
    #expect(try dump() == [18])
  }

  @Test("A dump that is interrupted every time ends in an error")
  func alwaysInterrupted() throws {
    for sequence in 1...5 {
      let done = NetlinkBytes.message(3, flags: NetlinkBytes.interrupted, sequence: UInt32(sequence))
      try kernel.send(done)
    }
    #expect(throws: NetlinkError.interrupted(attempts: 5)) {
      try dump()
    }
  }

  @Test("What the kernel refuses is the error that it gives")
  func refusal() throws {
    try kernel.send(NetlinkBytes.message(NetlinkBytes.error, NetlinkBytes.number(-EPERM)))
    #expect(throws: NetlinkError.system(SystemError(call: "netlink request", code: EPERM))) {
      try dump()
    }
  }

  @Test("A message that cannot be read fails the dump, not the next one")
  func hostileDump() throws {
    try kernel.send(NetlinkBytes.message(16, length: 5))
    try kernel.send(NetlinkBytes.message(3))
    #expect(throws: NetlinkError.self) { try dump() }
    try kernel.send(NetlinkBytes.message(99, sequence: 2) + NetlinkBytes.message(16, sequence: 2))
    try kernel.send(NetlinkBytes.message(3, sequence: 2))
    let refused = NetlinkFormatError(field: "test", found: 99, allowed: 0...98)
    #expect(throws: NetlinkError.format(refused)) { try dump() }
    try kernel.send(NetlinkBytes.message(16, sequence: 3) + NetlinkBytes.message(3, sequence: 3))
    #expect(try dump() == [16])
  }

  @Test("An answer that does not come ends in a time-out")
  func silence() throws {
    #expect(throws: NetlinkError.system(SystemError(call: "poll", subject: "netlink", code: ETIMEDOUT))) {
      try dump()
    }
  }

  @Test("A datagram of another process than the trusted one is foreign")
  func foreign() throws {
    let kernel = try KernelDouble(trusting: 1)
    try kernel.send(NetlinkBytes.message(3))
    var buffer = [UInt8](repeating: 0, count: 64)
    #expect(try kernel.socket.receive(into: &buffer) == .foreign)
    #expect(try kernel.socket.receive(into: &buffer) == .nothing)
  }

  @Test("A datagram longer than the buffer is an overrun")
  func truncated() throws {
    try kernel.send([1, 2, 3, 4, 5])
    try kernel.send([6])
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(try kernel.socket.receive(into: &buffer) == .overrun)
    #expect(try kernel.socket.receive(into: &buffer) == .datagram(length: 1))
    #expect(buffer.first == 6)
  }

  @Test("The kernel lists the links of a new network: a loopback that does not run, and no route")
  func realDump() throws {
    try NetworkNamespace.inNew {
      let requests = NetlinkRequests(socket: try NetlinkSocket(.route))
      let links = try LinkMessage.all(from: requests)
      #expect(
        links.first { $0.name == "lo" }
          == LinkMessage(index: 1, name: "lo", isLoopback: true, isRunning: false))
      #expect(try DefaultRouteMessage.all(from: requests).isEmpty)
      try Child.run("ip", "link", "set", "lo", "up")
      #expect(try LinkMessage.all(from: requests).first { $0.name == "lo" }?.isRunning == true)
    }
  }

  /// Waits until something can be read.
  private static func receive(_ socket: NetlinkSocket) throws -> KernelEvent? {
    var buffer = [UInt8](repeating: 0, count: NetlinkSocket.bufferSize)
    while true {
      switch try socket.receive(into: &buffer) {
      case .datagram(let length): return try KernelEvent(parsing: buffer.prefix(length))
      case .foreign: return nil
      case .overrun: continue
      case .nothing:
        var watched = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        try #require(poll(&watched, 1, 10_000) == 1)
      }
    }
  }

  @Test("The kernel's own uevents are heard, and what another process sends to their group is foreign")
  func realEvents() throws {
    try NetworkNamespace.inNew {
      let socket = try NetlinkSocket(.kernelEvents, groups: .kernelEvents)
      // The kernel sends an event again when somebody writes its name to the device's uevent file.
      guard try Child.run("sh", "-c", "echo change > /sys/devices/virtual/mem/null/uevent") == 0 else {
        leaveOut("/sys cannot be written here")
        return
      }
      let event = try Self.receive(socket)
      #expect(
        event == KernelEvent(action: "change", devicePath: "/devices/virtual/mem/null", subsystem: "mem"))

      let forger = Descriptor(
        owning: try systemCall("socket") { Glibc.socket(AF_NETLINK, CInt(SOCK_RAW.rawValue), 15) })
      // struct sockaddr_nl: family, padding, port, groups.
      let address = NetlinkBytes().adding(UInt16(AF_NETLINK)).adding(UInt16(0)).adding(UInt32(0)).adding(
        UInt32(1))
      let forged = Array("change@/x\0SUBSYSTEM=power_supply\0".utf8)
      try systemCall("sendto") {
        address.bytes.withUnsafeBytes { address in
          sendto(
            forger.number, forged, forged.count, 0,
            address.assumingMemoryBound(to: sockaddr.self).baseAddress,
            socklen_t(address.count))
        }
      }
      #expect(try Self.receive(socket) == nil)
    }
  }
}
