import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@Suite("Places of those who report of runs")
struct ReportPlaceTests {
  private static let information = #"{"method":"org.varlink.service.GetInfo"}"#

  @Test(
    "All other places are taken, and a run's program reports its progress and completes all the same",
    arguments: [false, true])
  func reports(mallorysToo: Bool) throws {
    if mallorysToo, let obstacle = OtherUsers.obstacle { return leaveOut(obstacle) }
    let folder = try TemporaryFolder(permissions: 0o711)
    let daemon = try DaemonProcess.calm(
      "[Server]\nConnectionsMax=32\nConnectionsMaxPerUser=32\nStreamsMaxPerUser=64\n", folder: folder,
      socketName: "run/socket", arguments: mallorysToo ? ["--system"] : [])
    let gate = try NamedPipe(folder, "gate")
    let program = BuiltProduct.url("bgtaskctl").path()
    let script = """
      set -e
      read line <\(gate.path)
      \(program) progress 2 4 Counting
      \(program) complete --failure
      """
    let client = try daemon.client()
    let events = try RawConnection.watching(daemon, prefix: "a")
    try client.submit(.shell("a", script))
    var mallory: ConnectionHolder?
    if mallorysToo {
      mallory = try ConnectionHolder(daemon, "busy", 32, as: OtherUsers.mallory)
      #expect(daemon.waitForLog("Refused a connection of user \(OtherUsers.mallory)"))
    }
    // The run's own user takes what is left, and nobody has to make room for others.
    let own = try Self.takeAll(daemon)
    #expect(own.count > (mallorysToo ? 0 : 20))

    gate.write()
    while try #require(try events.receive()).string("event") != "ended" {}
    let run = try #require(try client.runs(identifier: "a").first)
    #expect(run.outcome == .completed && run.success == false && run.exitStatus == 0)
    #expect(run.progress == .init(completedUnitCount: 2, totalUnitCount: 4, title: "Counting"))
    #expect(try Self.takeAll(daemon).isEmpty)
    mallory?.end()
    try mallory?.waitForEnd()
    withExtendedLifetime(own) {}
  }

  /// Connections that watch, until there is no place for another.
  private static func takeAll(_ daemon: DaemonProcess) throws -> [RawConnection] {
    var taken: [RawConnection] = []
    while taken.count < 100 {
      let connection = try RawConnection(to: daemon)
      // The refusal comes before anything is sent.
      guard let reply = try? connection.call(information), reply.error == nil else { break }
      try connection.send(Message.call(SchedulerMethod.Watch.self, .init(), more: true))
      taken.append(connection)
    }
    return taken
  }
}
