import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@Suite("How far a transfer is")
struct ProgressTests {
  private let bench: Bench
  private let server: WebServer

  init() throws {
    bench = try Bench(bytes: 3 << 20)
    server = try WebServer(in: bench.folder)
    try bench.folder.write("files/a", bench.content)
  }

  /// Submits the transfer's program, as the task `org.example.transfer`.
  private func submit(_ transfer: Wire.Transfer, to daemon: DaemonProcess) throws {
    let text = String(decoding: transfer.json, as: UTF8.self)
    let submitted = try daemon.control(
      "submit", "--identifier", "org.example.transfer", "--", "/usr/bin/env", "BGTASK_TRANSFER=\(text)",
      BuiltProduct.url("bgtask-transfer").path())
    #expect(submitted.status == 0, "\(submitted.errors)")
  }

  @Test("The daemon is told in words and bytes, and the last thing is how it ended")
  func reports() throws {
    let daemon = try DaemonProcess()
    var transfer = try bench.download("\(server.address)/a")
    transfer.bytesPerSecond = 1 << 20
    try submit(transfer, to: daemon)
    let halfway = try daemon.wait { client -> Wire.Progress? in
      try client.tasks().compactMap(\.progress).first { $0.completedUnitCount > 0 }
    }
    let seen = try #require(halfway)
    #expect(seen.title == "Downloading file" && seen.totalUnitCount == 3 << 20)
    #expect(seen.subtitle == "from \(server.address.host() ?? ""):\(server.address.port ?? 0)")
    let run = try #require(try daemon.waitForEnd(of: "org.example.transfer"))
    #expect(run.exitStatus == 0)
    #expect(run.progress?.completedUnitCount == 3 << 20)
    #expect(run.progress?.subtitle == "file is there, \(3 << 20) bytes")
    #expect(bench.has(bench.content))
  }

  @Test("A report that cannot be written is said in the run's output and progress, however long names are")
  func unwritableReport() throws {
    let daemon = try DaemonProcess()
    var transfer = try bench.download("\(server.address)/a")
    transfer.file = bench.folder.path("here/" + String(repeating: "a", count: 200))
    transfer.report = bench.folder.path("none/report")
    try submit(transfer, to: daemon)
    let run = try #require(try daemon.waitForEnd(of: "org.example.transfer"))
    let remark = "; the report cannot be written: \(bench.folder.path("none")): No such file or directory"
    #expect(run.exitStatus == 0)
    #expect(run.progress?.subtitle?.hasSuffix(remark) == true, "\(run)")
    #expect(try daemon.client().output(runId: run.runId).output.hasSuffix(remark + "\n"))
  }

  @Test("What is wrong with a request is the last that the daemon is told, too")
  func wrongRequest() throws {
    let daemon = try DaemonProcess()
    var transfer = try bench.download("\(server.address)/a")
    transfer.headersFile = try bench.folder.write("fields", "no field")
    try submit(transfer, to: daemon)
    let run = try #require(try daemon.waitForEnd(of: "org.example.transfer"))
    #expect(run.exitStatus == 78)
    #expect(run.progress?.title == "Downloading file")
    #expect(run.progress?.subtitle?.hasPrefix("the file of fields, line 1: found no colon") == true)
  }

  @Test("A daemon that is away or says nothing does not hold it up")
  func absentDaemon() throws {
    let silent = try ScriptedServer { peer in while peer.read() != nil {} }
    for socket in [silent.path, bench.folder.path("nothing")] {
      try bench.run(
        bench.download("\(server.address)/a"), ["BGTASKD_SOCKET": socket, "BGTASK_RUN_ID": "r"], expecting: 0)
      #expect(bench.has(bench.content))
    }
  }
}
