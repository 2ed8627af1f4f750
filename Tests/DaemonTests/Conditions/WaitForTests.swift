import SchedulerAPI
import TestSupport
import Testing
import Varlink

@Suite("WaitFor: conditions without a task")
struct WaitForTests {
  private static let call = Message.call(
    SchedulerMethod.WaitFor.self, .init(when: "external-power and vpn"), more: true)

  @Test("A caller is told how it stands, and once more when it holds")
  func waits() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    try client.simulateConditions(["powerSource": "battery", "vpn": "no"])
    let connection = try RawConnection(to: daemon)
    try connection.send(Self.call)
    let first = try #require(try connection.receive())
    #expect(first.bool("holds") == false)
    try client.simulateConditions(["vpn": "yes"])
    // What is not enough is not told: the next that comes is the last.
    try client.simulateConditions(["powerSource": "external"])
    let last = try #require(try connection.receive())
    #expect(last.bool("holds") == true && !last.continues)
  }

  @Test("Nobody is told any more when the connection has ended, and its place is free")
  func ends() throws {
    let daemon = try DaemonProcess.calm("[Server]\nStreamsMaxPerUser=1\n")
    let client = try daemon.client()
    try client.simulateConditions(["powerSource": "battery"])
    var connection: RawConnection? = try RawConnection(to: daemon)
    try connection?.send(Self.call)
    #expect(try connection?.receive()?.bool("holds") == false)
    let second = try RawConnection(to: daemon)
    try second.send(Self.call)
    let refusal = try #require(try second.receive())
    #expect(refusal.error == "io.bgtaskd.Scheduler.Unavailable")
    #expect(refusal.string("message")?.contains("of Watch, GetConditions and WaitFor with more") == true)
    connection = nil
    let third = try RawConnection(to: daemon)
    // Whose end the daemon has seen is not told.
    while true {
      try third.send(Self.call)
      guard let reply = try third.receive() else { break }
      if reply.bool("holds") != nil { break }
    }
    try client.simulateConditions(["powerSource": "external", "vpn": "yes"])
    #expect(try third.receive()?.bool("holds") == true)
  }

  @Test("A wrong expression is answered with the place; without more it is only looked at")
  func looks() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    #expect(throws: SchedulerInterfaceError.self) { try client.waitFor("idel") }
    try client.simulateConditions(["idle": "no"])
    #expect(try client.waitFor("idle").holds == false)
    #expect(try client.waitFor("not idle").holds == true)
  }
}
