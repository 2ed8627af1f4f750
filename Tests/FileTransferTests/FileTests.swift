import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@Suite("What transfers do to files, and what they do not")
struct FileTests {
  private let bench: Bench
  private let server: ScriptedWebServer

  init() throws {
    let bench = try Bench()
    let content = bench.content
    self.bench = bench
    server = try ScriptedWebServer { _, answer in answer.whole(content) }
  }

  @Test("A link in the place of what belongs to the transfer is not followed")
  func links() throws {
    let target = try bench.folder.write("target", "untouched")
    for name in [bench.part, bench.record] {
      try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: target)
      try bench.run(bench.download("\(server.address)/a"), expecting: 73, .unwritable)
      try FileManager.default.removeItem(atPath: name)
      #expect(bench.names.isEmpty)
    }
    // The same file by another name: what is added to one is added to the other.
    try FileManager.default.linkItem(atPath: target, toPath: bench.part)
    try bench.run(bench.download("\(server.address)/a"), expecting: 73)
    try FileManager.default.removeItem(atPath: bench.part)
    // In the place of the file itself there is the file afterwards, and not where the link led.
    try FileManager.default.createSymbolicLink(atPath: bench.file, withDestinationPath: target)
    try bench.run(bench.download("\(server.address)/a"), expecting: 0)
    #expect(bench.has(bench.content))
    #expect(bench.bytes(target) == Array("untouched".utf8))
  }

  @Test("Where no file can be there is none, and nobody is asked for one")
  func places() throws {
    var transfer = try bench.download("\(server.address)/a")
    for path in [bench.folder.path("none/file"), bench.folder.path("here"), "/proc/file"] {
      transfer.file = path
      try bench.run(transfer, expecting: 73, .unwritable)
    }
    #expect(server.requests.isEmpty)
  }

  @Test("What is no file is not replaced by one, neither by the download nor by its report")
  func noFiles() throws {
    let transfer = try bench.download("\(server.address)/a")
    #expect(mkfifo(bench.file, 0o600) == 0)
    let attempt = try bench.run(transfer, expecting: 73, .unwritable)
    #expect(attempt.words.hasSuffix("Found a pipe, a socket or a device, allowed is a file, or nothing"))
    #expect(server.requests.isEmpty && bench.names == ["file"])
    try FileManager.default.removeItem(atPath: bench.file)
    try FileManager.default.removeItem(atPath: bench.folder.path("report"))
    #expect(mkfifo(bench.folder.path("report"), 0o600) == 0)
    // Who reads the report as a file would wait for a writer.
    var status = stat()
    let transferred = try FinishedProgram.run(
      BuiltProduct.url("bgtask-transfer"), [], environment: Bench.environment(transfer))
    #expect(transferred.status == 0 && transferred.errors.contains("/report: Found a pipe, a socket"))
    #expect(stat(bench.folder.path("report"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(bench.has(bench.content))
  }

  @Test(
    "A report takes no place of the transfer's other files, however its path is written",
    arguments: [
      "here//file", "here/./file", "link/file", "link/.file.bgtask-part", "here/./.file.bgtask-record",
    ])
  func reportOnFile(_ name: String) throws {
    var transfer = try bench.download("\(server.address)/a")
    try FileManager.default.createSymbolicLink(
      atPath: bench.folder.path("link"), withDestinationPath: bench.folder.path("here"))
    transfer.report = bench.folder.path(name)
    let run = try bench.run(transfer)
    #expect(run.status == 0 && run.words.contains("is the place of another file of the transfer"), "\(run)")
    #expect(bench.has(bench.content) && bench.names == ["file"])
  }

  @Test("A report's way to its place takes no other file away, whatever that is called")
  func reportBeside() throws {
    var transfer = try bench.download("\(server.address)/a")
    transfer.file = bench.folder.path("here/.r.bgtask-report")
    transfer.report = bench.folder.path("here/r")
    try bench.run(transfer, expecting: 0)
    #expect(bench.bytes(transfer.file) == bench.content && bench.names == [".r.bgtask-report", "r"])
  }

  @Test("Where somebody puts another file in the part's place, nobody is told that the download is there")
  func partTaken() throws {
    let server = try ScriptedWebServer { _, answer in
      #expect(throws: Never.self) {
        try FileManager.default.removeItem(atPath: bench.part)
        try bench.folder.write("here/.file.bgtask-part", "another's")
      }
      answer.whole(bench.content)
    }
    let run = try bench.run(bench.download("\(server.address)/a"), expecting: 73, .unwritable)
    #expect(run.report?.outcome == .failed)
  }

  @Test("Who may read and write a file is as before when another takes its place, and as usual of a new one")
  func permissions() throws {
    let transfer = try bench.download("\(server.address)/a")
    func modes() -> [mode_t] {
      [bench.file, bench.folder.path("report")].map {
        var status = stat()
        return stat($0, &status) == 0 ? status.st_mode & 0o7777 : 0
      }
    }
    let mask = umask(0)
    umask(mask)
    try bench.run(transfer, expecting: 0)
    // A report may have secrets of the request.
    #expect(modes() == [0o666 & ~mask, 0o600])
    for mode in [0o600, 0o640, 0o755] as [mode_t] {
      for path in [bench.file, bench.folder.path("report")] { #expect(chmod(path, mode) == 0) }
      try bench.run(transfer, expecting: 0)
      #expect(modes() == [mode, mode])
    }
    // The bits that give a program's rights away are of the program that had them.
    #expect(chmod(bench.file, 0o4755) == 0)
    try bench.run(transfer, expecting: 0)
    #expect(modes().first == 0o755)
  }

  @Test("Two transfers do not write one file at a time")
  func twoAtOnce() throws {
    let slow = try ScriptedWebServer { _, answer in
      answer.head("HTTP/1.1 200 OK", "Content-Length: 5")
      answer.body([1])
      answer.waitForEnd()
    }
    let events = try FolderEvents(of: bench.folder.path("here"))
    let first = try TransferProcess(bench.download("\(slow.address)/a"))
    #expect(events.wait { bench.bytes(bench.part)?.count == 1 })
    try bench.run(bench.download("\(server.address)/a"), expecting: 75, .busy)
    first.kill(SIGKILL)
    try bench.run(bench.download("\(server.address)/a"), expecting: 0)
  }

  @Test("A disk without room is not filled, and what does not fit comes later")
  func fullDisk() throws {
    guard let disk = try SmallDisk(size: "200k") else { return }
    var transfer = try bench.download("\(server.address)/a")
    transfer.file = disk.path("file")
    let attempt = try bench.run(transfer, expecting: 75, .full)
    #expect(attempt.report?.bytes == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path("")).isEmpty)
    // Of a length that nobody says it is seen when it is so.
    let open = try ScriptedWebServer { _, answer in
      answer.head("HTTP/1.1 200 OK")
      answer.body(bench.content)
    }
    transfer.url = "\(open.address)/a"
    try bench.run(transfer, expecting: 75, .full)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.path("")).sorted()
        == [".file.bgtask-part", ".file.bgtask-record"])
  }

  @Test("A report is a file of its own in one step, and one that cannot be written undoes nothing")
  func reports() throws {
    var transfer = try bench.download("\(server.address)/a")
    let target = try bench.folder.write("target", "untouched")
    try FileManager.default.createSymbolicLink(
      atPath: bench.folder.path("report"), withDestinationPath: target)
    #expect(try bench.run(transfer).report?.outcome == .done)
    #expect(bench.bytes(target) == Array("untouched".utf8))
    transfer.report = bench.folder.path("none/report")
    let attempt = try bench.run(transfer, expecting: 0)
    let none = bench.folder.path("none")
    #expect(attempt.words.hasSuffix("; the report cannot be written: \(none): No such file or directory"))
    let taken = bench.folder.path("taken/report")
    try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: true)
    transfer.report = taken
    #expect(try bench.run(transfer).words.hasSuffix("/taken/report: Is a directory"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path("taken")) == ["report"])
  }

  @Test("A report is read as it is written", arguments: TransferReport.Code.allCases)
  func reportText(code: TransferReport.Code) throws {
    let report = TransferReport(
      outcome: code.outcome, status: 404, bytes: 1, totalBytes: 2, resumedAt: 3, bytesReceived: 4,
      headers: ["etag": "\"a\"", "content-type": "text/plain"], error: .init(code, "so"), url: "http://a/",
      body: "answer\n")
    #expect(try TransferReport(json: report.json, refusesUnknown: true) == report)
    #expect(String(decoding: report.json, as: UTF8.self).contains("\"code\":\"\(code.rawValue)\""))
  }
}
