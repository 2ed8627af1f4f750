import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Uploads")
struct UploadTests {
  private let bench: Bench

  init() throws {
    bench = try Bench(bytes: 3_000_000, isThere: true)
  }

  @Test("A file goes whole, with its length, and what is answered is kept where it is text")
  func whole() throws {
    let server = try ScriptedWebServer { request, answer in
      answer.head("HTTP/1.1 200 OK", "Content-Length: 6", "Content-Type: text/plain")
      answer.body(request.path == "/text" ? Array("größe"[...].utf8.prefix(6)) : [0xFF, 1, 2, 3, 4, 5])
    }
    for (path, body) in [("text", "größ"), ("bytes", nil)] as [(String, String?)] {
      let attempt = try bench.run(bench.upload("\(server.address)/\(path)"), expecting: 0)
      #expect(attempt.report?.body?.hasPrefix(body ?? "-") ?? (body == nil))
      #expect(attempt.report?.bytes == 3_000_000 && attempt.report?.totalBytes == 3_000_000)
    }
    for request in server.requests {
      let isWhole = request.body == bench.content
      #expect(request.method == "PUT" && isWhole)
      #expect(request.fields["content-length"] == "3000000" && request.fields["transfer-encoding"] == nil)
      #expect(request.fields["expect"] == "100-continue")
    }
  }

  @Test("A small one is sent at once, by another method too, and an empty one as well")
  func small() throws {
    let server = try ScriptedWebServer { _, answer in answer.head("HTTP/1.1 204 Done") }
    var transfer = bench.upload("\(server.address)/a")
    transfer.method = "POST"
    for content in [Array("hello".utf8), []] {
      try bench.folder.write("here/file", content)
      try bench.run(transfer, expecting: 0)
      let request = try #require(server.requests.last)
      #expect(request.method == "POST" && request.body == content && request.fields["expect"] == nil)
      #expect(request.fields["content-length"] == "\(content.count)")
    }
  }

  @Test(
    "A file whose length is not that of its contents is refused, before anything is asked",
    arguments: ["/proc/self/environ", "/proc/self/mem", "/proc/version", "/sys/kernel/uevent_seqnum"])
  func untrueLengths(path: String) throws {
    let server = try ScriptedWebServer { _, answer in answer.head("HTTP/1.1 204 Done") }
    var transfer = bench.upload("\(server.address)/a")
    transfer.file = path
    let attempt = try bench.run(transfer, expecting: 66, .unreadable)
    #expect(attempt.words.hasPrefix("\(path) cannot be read: "), "\(attempt.words)")
    #expect(server.requests.isEmpty)
  }

  @Test(
    "What the server answers decides, also before it has read anything",
    arguments: [(413, 69), (503, 75)] as [(Int, Int32)])
  func refusals(status: Int, exit: Int32) throws {
    for reads in [true, false] {
      let server = try ScriptedWebServer(readsBodies: reads) { _, answer in
        answer.head("HTTP/1.1 \(status) No", "Content-Length: 2")
        answer.body(Array("no".utf8))
      }
      let attempt = try bench.run(bench.upload("\(server.address)/a"))
      #expect(attempt.status == exit && attempt.report?.status == status, "\(attempt.words)")
    }
  }

  @Test("A server that hangs up: all of it again")
  func brokenConnection() throws {
    let server = try ScriptedWebServer(readsBodies: false) { _, answer in answer.reset() }
    try bench.run(bench.upload("\(server.address)/a"), expecting: 75, .network)
  }

  @Test("It is sent again where the server leads, and what 303 leads to is only read")
  func redirects() throws {
    let server = try ScriptedWebServer { request, answer in
      switch request.path {
      case "/a": answer.head("HTTP/1.1 308 There", "Location: /b", "Content-Length: 0")
      case "/b": answer.head("HTTP/1.1 303 Look", "Location: /c", "Content-Length: 0")
      default: answer.whole(Array("seen".utf8))
      }
    }
    let attempt = try bench.run(bench.upload("\(server.address)/a"))
    #expect(attempt.status == 0 && attempt.report?.body == "seen", "\(attempt.words)")
    #expect(server.requests.map(\.method) == ["PUT", "PUT", "GET"])
    #expect(server.requests.map { $0.body == bench.content } == [true, true, false])
  }

  @Test("A file that is not there, no file, or not what the checksum is of, is not sent")
  func unreadable() throws {
    let server = try ScriptedWebServer { _, answer in answer.whole([]) }
    var transfer = bench.upload("\(server.address)/a")
    for path in [bench.folder.path("here/none"), bench.folder.path("here"), "/dev/zero"] {
      transfer.file = path
      try bench.run(transfer, expecting: 66, .unreadable)
    }
    transfer.file = bench.file
    transfer.checksum = "sha256:" + String(repeating: "0", count: 64)
    try bench.run(transfer, expecting: 65, .checksum)
    #expect(server.requests.isEmpty)
  }

  @Test("A file that is changed while it is sent is sent again")
  func changing() throws {
    let file = bench.file
    for change in [Array("short".utf8), bench.content + [1]] {
      try bench.folder.write("here/file", bench.content)
      let server = try ScriptedWebServer(readsBodies: false) { _, answer in
        // Nothing of the body is read before the change.
        #expect((try? Data(change).write(to: URL(filePath: file), options: [])) != nil)
        answer.raw("HTTP/1.1 100 Continue\r\n\r\n")
        answer.head("HTTP/1.1 200 OK", "Content-Length: 0")
      }
      let attempt = try bench.run(bench.upload("\(server.address)/a"), expecting: 75)
      #expect(attempt.code == .changed || attempt.code == .network)
    }
  }
}
