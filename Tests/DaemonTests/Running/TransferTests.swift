import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Files that come and go, with the built programs and a real server")
struct TransferTests {
  private let folder: TemporaryFolder
  private let server: WebServer
  private let daemon: DaemonProcess

  init() throws {
    folder = try TemporaryFolder()
    server = try WebServer(in: folder)
    daemon = try DaemonProcess(folder: folder)
    try daemon.client().simulateConditions(["network": "unmetered"])
  }

  private func request(
    _ identifier: String, _ name: String = "a", of server: String? = nil, to file: String,
    session: String? = nil, checksum: String? = nil
  ) -> Wire.TaskRequest {
    Wire.TaskRequest(
      identifier: identifier, kind: .transfer, retry: .init(backoff: .none),
      transfer: .init(
        direction: .download, url: "\(server ?? self.server.address.absoluteString)/\(name)",
        file: folder.path(file), checksum: checksum, session: session, report: folder.path("\(file).json")))
  }

  @Test("A file comes whole; one that is not what was asked for does not, and the record says why")
  func download() throws {
    try folder.write("files/a.txt", "what was asked for\n")
    _ = try daemon.client().submit(request("good", "a.txt", to: "a"))
    #expect(try daemon.waitForEnd(of: "good")?.success == true)
    #expect(try String(contentsOfFile: folder.path("a"), encoding: .utf8) == "what was asked for\n")
    let wrong = "sha256:" + String(repeating: "0", count: 64)
    _ = try daemon.client().submit(request("wrong", "a.txt", to: "b", checksum: wrong))
    let run = try #require(try daemon.waitForEnd(of: "wrong"))
    #expect(run.success == false && run.exitStatus == 65)
    #expect(run.progress?.subtitle?.isEmpty == false)
    #expect(!FileManager.default.fileExists(atPath: folder.path("b")))
    _ = try daemon.client().submit(request("gone", "nothing", to: "c"))
    #expect(try daemon.waitForEnd(of: "gone")?.exitStatus == 69)
  }

  @Test("What has come goes with a download that is cancelled, and stays of one that is only told to stop")
  func cancelled() throws {
    let slow = try ScriptedWebServer { _, answer in
      answer.head("HTTP/1.1 200 OK", "Content-Length: 1000000", "ETag: \"a\"")
      answer.body([UInt8](repeating: 7, count: 100_000))
      answer.waitForEnd()
    }
    let client = try daemon.client()
    for (name, isCancelled) in [("kept", false), ("gone", true)] {
      let wanted = request(name, of: slow.address, to: "\(name)/file")
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
      _ = try client.submit(wanted)
      let hasCome = try daemon.wait {
        try $0.runs(identifier: name).first?.progress?.completedUnitCount == 100_000 ? true : nil
      }
      #expect(hasCome == true)
      if isCancelled { _ = try client.cancel(name) } else { try client.simulateExpiration(name) }
      #expect(try daemon.waitForEnd(of: name) != nil)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(name))
        .filter { $0.hasPrefix(".") }.sorted()
      #expect(left == (isCancelled ? [] : [".file.bgtask-part", ".file.bgtask-record"]), "\(name)")
    }
  }

  @Test("What is too slow is what the configuration says, also after it was read again")
  func lowSpeed() throws {
    let drip = try ScriptedWebServer { _, answer in
      answer.head("HTTP/1.1 200 OK", "Content-Length: 1000000", "ETag: \"a\"")
      while answer.body([7]) { answer.waitForHangUp(atMost: 50) }
    }
    _ = try folder.write(
      "bgtaskd.conf.d/speed.conf", "[Scheduler]\nTransferLowSpeedBytesPerSec=1K\nTransferLowSpeedSec=1s\n")
    try daemon.reload()
    let wanted = request("slow", of: drip.address, to: "slow")
    _ = try daemon.client().submit(wanted)
    let run = try #require(try daemon.waitForEnd(of: "slow"))
    #expect(run.exitStatus == 75 && run.progress?.subtitle?.contains("is too slow") == true)
  }

  @Test("A server that breaks each connection after some bytes costs a second each time, and no attempt")
  func brokenConnections() throws {
    let content = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let breaking = try ScriptedWebServer { request, answer in
      let start = request.firstByte ?? 0
      if start == 0 {
        answer.head("HTTP/1.1 200 OK", "Content-Length: 600000", "ETag: \"a\"")
      } else {
        answer.head(
          "HTTP/1.1 206 Partial Content", "Content-Length: \(600_000 - start)", "ETag: \"a\"",
          "Content-Range: bytes \(start)-599999/600000")
      }
      answer.body(content[start..<min(start + 100_000, 600_000)])
    }
    var wanted = request("broken", of: breaking.address, to: "broken")
    // Two attempts that bring nothing would be the last.
    wanted.retry = .init(backoff: .exponential, maximumAttempts: 2)
    let before = ContinuousClock.now
    _ = try daemon.client().submit(wanted)
    let last = try daemon.wait { try $0.runs(identifier: "broken").first { $0.success == true } }
    #expect(ContinuousClock.now - before < .seconds(25))
    #expect(last?.attempt == 6 && breaking.sentBytes == 600_000)
    #expect(FileManager.default.contents(atPath: folder.path("broken")) == Data(content))
  }

  @Test(
    "What a busy server says of when it wants to be asked again is heard, in seconds and as a date",
    arguments: [
      ("429 Too Many Requests", "Retry-After: 2"), ("503 Service Unavailable", "Retry-After: 2"),
      (
        "503 Service Unavailable",
        "Date: Sat, 07 Nov 2026 10:00:00 GMT\r\nRetry-After: Sat, 07 Nov 2026 10:00:02 GMT"
      ),
    ])
  func retryAfter(head: String, field: String) throws {
    let busy = try ScriptedWebServer { request, answer in
      if request.number == 0 { return answer.head("HTTP/1.1 \(head)", field, "Content-Length: 0") }
      answer.head("HTTP/1.1 200 OK", "Content-Length: 4")
      answer.body(Array("late".utf8))
    }
    var wanted = request("busy", of: busy.address, to: "busy")
    wanted.retry = nil
    let before = ContinuousClock.now
    _ = try daemon.client().submit(wanted)
    let last = try daemon.wait { try $0.runs(identifier: "busy").first { $0.success == true } }
    #expect(last?.attempt == 2)
    #expect((.seconds(2)..<(.seconds(25))).contains(ContinuousClock.now - before))
    let first = try daemon.client().runs(identifier: "busy").last
    #expect(first?.progress?.subtitle?.hasSuffix(", and asks for a pause of 2 s") == true)
  }

  @Test("Without a network it waits, and its session's task waits for it")
  func session() throws {
    let client = try daemon.client()
    try client.simulateConditions(["network": "none"])
    try folder.write("files/a.txt", "a")
    let after = Wire.TaskRequest(
      identifier: "taker", kind: .processing, requiresIdle: false,
      command: .init(argv: ["/bin/cat", folder.path("a")]))
    _ = try client.submitBatch([request("taker.a", "a.txt", to: "a", session: "taker"), after])
    #expect(try client.explain("taker.a").reasons.map(\.code) == ["network"])
    #expect(try client.explain("taker").reasons.map(\.code) == ["transfers"])
    try client.simulateConditions(["network": "unmetered"])
    let taker = try #require(try daemon.waitForEnd(of: "taker"))
    #expect(taker.success == true)
    #expect(try client.output(runId: taker.runId).output == "a")
  }

  @Test("fetch --wait brings the file to where it is wanted, and says what went wrong")
  func fetch() throws {
    try folder.write("files/a-b.txt", "dashed")
    let url = server.address.appending(path: "a-b.txt").absoluteString
    let came = try daemon.control("fetch", "--wait", url, folder.path("there"))
    #expect(came.status == 0, "\(came.output)")
    #expect(try String(contentsOfFile: folder.path("there"), encoding: .utf8) == "dashed")
    let gone = try daemon.control("fetch", "--wait", url + "x", folder.path("other"), "--retry=none")
    #expect(gone.status == 69 && gone.output.contains("404"), "\(gone.output)")
    let busy = try ScriptedWebServer { request, answer in
      if request.number == 0 { return answer.head("HTTP/1.1 503 Service Unavailable", "Content-Length: 0") }
      answer.head("HTTP/1.1 200 OK", "Content-Length: 4")
      answer.body(Array("late".utf8))
    }
    let late = try daemon.control(
      "fetch", "--wait", "\(busy.address)/a", folder.path("late"), "--retry=linear", "--retry-initial=0")
    #expect(late.status == 0 && late.output.contains("tried again."), "\(late.output)")
    #expect(late.output.contains("503"), "\(late.output)")
    let wrong = try daemon.control("fetch", "ftp://example.org/a", folder.path("other"))
    #expect(wrong.status == 65 && wrong.errors.contains("URL: found \"ftp:"), "\(wrong.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("other")))
  }
}
