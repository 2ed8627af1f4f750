import Foundation
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

/// The minute's form of `make transfers`.
@Suite("Helper and daemon killed at any moment, a download arrives whole", .serialized)
struct DaemonKillTests {
  private static let mebibytes = KillTests.mebibytes

  @Test("Killed by turns and together, each time after some bytes more", arguments: [UInt64(3)])
  func kills(seed: UInt64) throws {
    let bench = try Bench(bytes: 0)
    let server = try WebServer(in: bench.folder)
    try KillTests.fill(bench.folder.path("files/a"))
    let size = Self.mebibytes << 20
    let daemon = try DaemonProcess()
    try daemon.client().simulateConditions(["network": "unmetered"])
    var transfer = try bench.download("\(server.address)/a")
    transfer.checksum = "sha256:" + (try Bench.sha256(ofFile: bench.folder.path("files/a")))
    // On a loopback it would be there before anybody is killed.
    transfer.bytesPerSecond = Self.mebibytes << 18
    _ = try daemon.client().submit(
      Wire.TaskRequest(
        identifier: "file", kind: .transfer, requiresNetworkConnectivity: false,
        retry: .init(
          backoff: .linear, initialDurationUSec: 0, maximumDurationUSec: 1, maximumAttempts: 1000),
        transfer: transfer))
    var generator = SplitMix64(seed: seed)
    let places = (0..<9).map { _ in Int.random(in: 0..<(size * 9 / 10), using: &generator) }.sorted()
    for (turn, place) in places.enumerated() {
      let events = try FolderEvents(of: bench.folder.path("here"))
      #expect(events.wait { KillTests.length(bench.part) >= place })
      // Its own programs first: who looks after them would tell them to end.
      let killsDaemon = turn % 3 != 0
      if killsDaemon { daemon.killHard() }
      if turn % 3 != 1 { killHelpers(of: daemon) }
      if killsDaemon { try daemon.start() }
    }
    let events = try FolderEvents(of: bench.folder.path("here"))
    #expect(events.wait { FileManager.default.fileExists(atPath: bench.file) })
    let run = try #require(try daemon.waitForEnd(of: "file"))
    #expect(run.exitStatus == 0)
    #expect(try Bench.sha256(ofFile: bench.file) == transfer.sha256)
    #expect(bench.names.contains("file") && !bench.names.contains { $0.hasSuffix("bgtask-part") })
  }

  private func killHelpers(of daemon: DaemonProcess) {
    for pid in (try? ProcessTable.all()) ?? []
    where ProcessTable.environmentValue(of: pid, "BGTASKD_SOCKET") == daemon.socket {
      kill(pid, SIGKILL)
    }
  }
}
