import ConfigurationFiles
import Foundation
import SchedulerAPI
import TestSupport
import Testing
import Varlink

@Suite("Bounds of accounts")
struct BoundTests {
  private static func daemon(_ rules: String) throws -> DaemonProcess {
    try DaemonProcess(configuration: DaemonProcess.quick + "[Server]\n" + rules)
  }

  @Test("A connection has one Watch; the second is told so, and the connection ends")
  func oneWatch() throws {
    let daemon = try DaemonProcess()
    for second in [
      Message.call(SchedulerMethod.Watch.self, .init(), more: true),
      Message.call(SchedulerMethod.GetConditions.self, Empty(), more: true),
    ] {
      let connection = try RawConnection.watching(daemon)
      try connection.send(second)
      let refusal = try #require(try connection.receive())
      #expect(refusal.error == "io.bgtaskd.Scheduler.Unavailable")
      #expect(refusal.string("message")?.contains("a connection of its own") == true)
      #expect(try connection.receive() == nil)
    }
  }

  @Test("Watch with oneway is refused, and the connection lives on")
  func oneway() throws {
    let connection = try RawConnection(to: DaemonProcess())
    try connection.send(Message.call(SchedulerMethod.Watch.self, .init(), more: true, oneway: true))
    let refusal = try #require(try connection.receive())
    #expect(refusal.error == "org.varlink.service.InvalidParameter")
    #expect(refusal.string("parameter") == "oneway")
    #expect(try connection.call(#"{"method":"io.bgtaskd.Scheduler.Status"}"#)?.int("pending") == 0)
  }

  @Test("A user watches as often as StreamsMaxPerUser= allows")
  func streams() throws {
    let daemon = try Self.daemon("StreamsMaxPerUser=2\n")
    var watching = [try RawConnection.watching(daemon), try RawConnection.watching(daemon)]
    let third = try RawConnection(to: daemon)
    try third.send(Message.call(SchedulerMethod.Watch.self, .init(), more: true))
    let refusal = try #require(try third.receive())
    #expect(refusal.error == "io.bgtaskd.Scheduler.Unavailable")
    #expect(refusal.string("message")?.contains("StreamsMaxPerUser=") == true)
    // It is not closed for that.
    #expect(try third.call(#"{"method":"io.bgtaskd.Scheduler.Status"}"#)?.error == nil)
    watching.removeLast()
    #expect(
      try daemon.wait { client in
        let uses = try client.status().accounts?.first?.uses ?? [:]
        // This client watches as well.
        return uses["streams"] == 2 ? true : nil
      } == true)
    withExtendedLifetime(watching) {}
  }

  @Test("Status shows what its caller has, and the bounds by their names")
  func status() throws {
    let daemon = try Self.daemon("ReadsMaxPerUser=3\n")
    let connections = try (0..<4).map { _ in try daemon.connected() }
    let status = try daemon.client().status()
    let account = try #require(status.accounts?.first { $0.uid == Int(geteuid()) })
    #expect(account.uses["connections"] == 5)
    #expect(account.uses["calls"] == 1)
    #expect(Set(status.accountBounds?.keys.map(\.self) ?? []) == Set(AccountBound.allCases.map(\.rawValue)))
    #expect(status.accountBounds?["reads"] == 3)
    #expect(status.accountBounds?["connections"] == 256)
    withExtendedLifetime(connections) {}
  }

  @Test("Readers who are behind on many connections are dropped when it is too much together")
  func replies() throws {
    let daemon = try Self.daemon("ReplyBytesMaxPerUser=300000\n")
    let call = Message.call(
      "org.varlink.service.GetInterfaceDescription",
      parameters: Array(#"{"interface":"io.bgtaskd.Scheduler"}"#.utf8))
    let many = [UInt8]((0..<100).flatMap { _ in call })
    let connections = try (0..<8).map { _ in try RawConnection(to: daemon) }
    for connection in connections { _ = try? connection.send(many, within: .milliseconds(200)) }
    #expect(daemon.waitForLog("ReplyBytesMaxPerUser=300000"))
    #expect(try daemon.client().status().pending == 0)
    withExtendedLifetime(connections) {}
  }

  @Test("Messages without an end are refused when they are too much together, and others are read")
  func halfSent() throws {
    let daemon = try Self.daemon("CallBytesMaxPerUser=2000000\n")
    let connections = try Self.sendHalves(daemon)
    #expect(try daemon.client().status().pending == 0)
    withExtendedLifetime(connections) {}
  }

  @Test("A call that waits for its reader keeps no message without an end from being refused")
  func halfSentBesideCall() throws {
    let daemon = try Self.daemon("CallBytesMaxPerUser=2000000\nHalfSentTimeoutSec=1h\n")
    let reader = try Self.unreadList(daemon)
    let connections = try Self.sendHalves(daemon)
    // The first call of a connection is read before its user's bound is looked at.
    let other = try RawConnection(to: daemon)
    for _ in 0..<2 { #expect(try other.call(#"{"method":"io.bgtaskd.Scheduler.Status"}"#)?.error == nil) }
    withExtendedLifetime((reader, connections)) {}
  }

  @Test("A list whose reader takes nothing holds up no other call, however long its own call was")
  func unreadLists() throws {
    let daemon = try Self.daemon("CallBytesMaxPerUser=2000000\n")
    let readers = try (0..<3).map { _ in
      try Self.unreadList(daemon, padding: String(repeating: " ", count: 900_000))
    }
    #expect(try RawConnection(to: daemon).call(#"{"method":"io.bgtaskd.Scheduler.Status"}"#)?.error == nil)
    withExtendedLifetime(readers) {}
  }

  /// Sends half messages that are too much together on four connections, of which some are refused.
  private static func sendHalves(_ daemon: DaemonProcess) throws -> [RawConnection] {
    let half = [UInt8](repeating: UInt8(ascii: " "), count: 900_000)
    let connections = try (0..<4).map { _ in try RawConnection(to: daemon) }
    for connection in connections { _ = try? connection.send(half, within: .milliseconds(500)) }
    let refusals = connections.compactMap { try? $0.receive(within: .milliseconds(500)) }
    #expect(!refusals.isEmpty && refusals.count < 4)
    #expect(refusals.allSatisfy { $0.string("message")?.contains("CallBytesMaxPerUser=") == true })
    return connections
  }

  /// Returns a connection with a list that goes on when more of it is read.
  private static func unreadList(_ daemon: DaemonProcess, padding: String = "") throws -> RawConnection {
    if try daemon.client().status().pending == 0 {
      let long = String(repeating: "x", count: 4000)
      // Three pages are more than the socket and the connection hold.
      for batch in 0..<3 {
        let results = try daemon.client().submitBatch(
          (0..<200).map { number in
            .later("a\(batch).\(number)").with { $0.command = Wire.Command(argv: ["/bin/true", long]) }
          })
        #expect(results.allSatisfy { $0.task != nil })
      }
    }
    let connection = try RawConnection(to: daemon)
    try connection.send(#"{"method":"io.bgtaskd.Scheduler.List","more":true}"# + padding)
    #expect(try connection.receive()?.error == nil)
    return connection
  }

  @Test(
    "Idle connections of those who have most make room for another user, and for root; a busy one does not")
  func room() throws {
    if let obstacle = OtherUsers.obstacle { return leaveOut(obstacle) }
    let daemon = try DaemonProcess(
      folder: TemporaryFolder(permissions: 0o711),
      configuration: DaemonProcess.quick + "[Server]\nConnectionsMax=8\nConnectionsMaxPerUser=8\n",
      socketName: "run/socket", arguments: ["--system"])
    let mallory = try ConnectionHolder(daemon, "idle", 8, as: OtherUsers.mallory)
    // All that others than root may have; one place is kept.
    #expect(daemon.waitForLog("Refused a connection of user 65534"))
    let run = try OtherUsers.run(
      "talk.py", as: OtherUsers.alice, [daemon.socket, #"{"method":"org.varlink.service.GetInfo"}"#])
    #expect(run.output.contains("bgtaskd"), "\(run.errors)")
    #expect(daemon.logText.contains("Closed an idle connection of user 65534"))
    mallory.end()
    try mallory.waitForEnd()
  }

  @Test("Who may submit: services not unless they are named, and rules as of cron.allow")
  func submitters() throws {
    if let obstacle = OtherUsers.obstacle { return leaveOut(obstacle) }
    let folder = try TemporaryFolder(permissions: 0o711)
    try folder.write(
      "applications.d/one.conf", "[Application]\nPermittedIdentifiers=org.example.*\n")
    let daemon = try DaemonProcess(folder: folder, socketName: "run/socket", arguments: ["--system"])
    let submit =
      #"{"method":"io.bgtaskd.Scheduler.Submit","parameters":{"request":{"identifier":"org.example.a","#
      + #""kind":"processing","earliestBeginUSec":4000000000000000}}}"#
    func answer(as user: String) throws -> String {
      try OtherUsers.run("talk.py", as: user, [daemon.socket, submit]).output
    }
    // It goes further then: no program of theirs handles it.
    func isTaken(as user: String) throws -> Bool { try answer(as: user).contains("NotPermitted") }
    let service = try answer(as: "2")
    #expect(service.contains("PermissionDenied") && service.contains("AllowUsers="), "\(service)")
    let list = try OtherUsers.run(
      "talk.py", as: "2", [daemon.socket, #"{"method":"io.bgtaskd.Scheduler.List"}"#])
    #expect(list.output.contains(#""tasks":[]"#))
    #expect(try isTaken(as: OtherUsers.alice))
    func reload(_ rules: String) throws {
      try folder.write("bgtaskd.conf", DaemonProcess.quick + "[Server]\n" + rules)
      try daemon.reload()
    }
    // A name and a number; groups of the user, by name.
    try reload("AllowUsers=bin \(OtherUsers.mallory)\n")
    #expect(try isTaken(as: "2"))
    #expect(try isTaken(as: OtherUsers.mallory))
    let other = try answer(as: OtherUsers.alice)
    #expect(other.contains("PermissionDenied") && other.contains("AllowUsers= in [Server]"), "\(other)")
    try reload("AllowGroups=bin\nDenyUsers=\(OtherUsers.mallory)\n")
    #expect(try isTaken(as: "2"))
    #expect(try answer(as: OtherUsers.mallory).contains("DenyUsers="))
    #expect(try answer(as: "3").contains("AllowGroups="))
    #expect(try daemon.client().submit(.later("root")).uid == Int(geteuid()))
  }
}
