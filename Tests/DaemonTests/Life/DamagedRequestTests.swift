import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Requests that are damaged in the state file")
struct DamagedRequestTests {
  /// A calm daemon with tasks for later, of which some have a bit turned over in what is stored of their
  /// requests.
  private static func daemon(tasks: Int, damaged: [Int]) throws -> DaemonProcess {
    let daemon = try DaemonProcess.calm()
    try daemon.client().submitBatch((0..<tasks).map { .later("task-\($0)") })
    #expect(daemon.stop() == 0)
    let file = URL(filePath: daemon.folder.path("state/bgtaskd.sqlite"))
    var bytes = try Data(contentsOf: file)
    for number in damaged {
      // Between quotes it stands in the request only.
      let place = try #require(bytes.range(of: Data("\"task-\(number)\"".utf8)))
      bytes[place.lowerBound + 2] ^= 0x20
    }
    try bytes.write(to: file)
    try daemon.start()
    try daemon.calmDown()
    return daemon
  }

  @Test(
    "A damaged one-shot is held with its row, said in the journal and in status, and hides nothing beside it")
  func held() throws {
    let daemon = try Self.daemon(tasks: 4, damaged: [1, 2])
    let client = try daemon.client()
    let listed = try client.tasks()
    #expect(listed.map(\.request.identifier) == (0..<4).map { "task-\($0)" })
    #expect(listed.map(\.reason?.code) == ["earliestBegin", "damaged", "damaged", "earliestBegin"])
    #expect(listed[1].reason?.observed == "table payload, row 2: its checksum does not match")
    #expect(listed[1].request.command == nil && listed[0].request.command != nil)
    #expect(try client.get("task-1").task.reason?.code == "damaged")
    // Nobody has wanted to start it yet.
    #expect(try client.status().damaged == nil)

    for number in [1, 2, 3] { _ = try client.simulateLaunch("task-\(number)") }
    #expect(try daemon.waitForEnd(of: "task-3")?.outcome == .completed)
    let run = try #require(try daemon.waitForEnd(of: "task-1"))
    #expect(run.outcome == .launchFailed && run.stopReason?.code == "damaged")
    _ = try daemon.waitForEnd(of: "task-2")
    #expect(
      daemon.waitForLog("task-1: is held: its request is damaged in the state file (table payload, row 2"))
    let lines = try #require(try client.status().damaged)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("task-1 of user \(geteuid()): table payload, row 2"))
    let status = try daemon.control("status")
    #expect(status.output.contains("Damaged: task-1 of user"), "\(status.output)")
    #expect(status.output.contains("bgtaskd --recover"))
    #expect(try client.explain("task-1").reasons.first?.code == "damaged")

    // It outlives the daemon, and is not started by it.
    daemon.killHard()
    try daemon.start()
    #expect(try daemon.client().tasks().map(\.request.identifier) == ["task-0", "task-1", "task-2"])
    _ = try daemon.client().cancel("task-1")
    #expect(try daemon.client().tasks().map(\.request.identifier) == ["task-0", "task-2"])
  }

  @Test("--recover is the way out: the rest goes on, and the report names what is lost")
  func recovered() throws {
    let daemon = try Self.daemon(tasks: 3, damaged: [1])
    _ = try daemon.client().simulateLaunch("task-1")
    _ = try daemon.waitForEnd(of: "task-1")
    #expect(daemon.stop() == 0)
    let recovered = try BuiltDaemon.run("--state-directory", daemon.folder.path("state"), "--recover")
    #expect(recovered.status == 0)
    #expect(recovered.output.contains("the payload of task-1 of user \(geteuid()) is lost"), "\(recovered)")
    try daemon.start()
    #expect(try daemon.client().tasks().map(\.request.identifier) == ["task-0", "task-2"])
    #expect(try daemon.client().status().damaged == nil)
  }

  @Test("A state directory that others may write is refused, with what to do, for a recovery as well")
  func untrusted() throws {
    let daemon = try DaemonProcess()
    #expect(daemon.stop() == 0)
    let state = daemon.folder.path("state")
    #expect(chmod(state, 0o777) == 0)
    for arguments in [["--socket", daemon.socket], ["--recover"]] {
      let refused = try BuiltDaemon.run(["--state-directory", state] + arguments)
      #expect(refused.status == 77)
      #expect(
        refused.errors.contains(
          "\(state) cannot be trusted with what bgtaskd runs: its mode is 0777, so others can write "
            + "it; allowed is writing by its owner only."), "\(refused.errors)")
      #expect(refused.errors.contains("chmod go-w \(state)"))
    }
  }
}
