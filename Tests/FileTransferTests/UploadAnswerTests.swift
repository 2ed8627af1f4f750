import SchedulerAPI
import TestSupport
import Testing

/// None of the servers here has read what was to be sent.
@Suite("Answers to uploads that come before what they are about")
struct UploadAnswerTests {
  private static let sizes = [300_000, 3_000_000, 30_000_000]

  @Test(
    "What is answered before all was sent is no success, however the server goes on",
    arguments: ["200 OK", "201 Created", "204 No Content", "207 Multi-Status"])
  func early(head: String) throws {
    for bytes in Self.sizes {
      let bench = try Bench(bytes: bytes, isThere: true)
      for end in ["close", "reset", "wait", "provisional", "long"] {
        let server = try ScriptedWebServer(readsBodies: false) { _, answer in
          if end == "provisional" { answer.raw("HTTP/1.1 100 Continue\r\n\r\n") }
          let length = head.hasPrefix("204") ? 0 : end == "long" ? 2 << 20 : 2
          answer.head("HTTP/1.1 \(head)", "Content-Length: \(length)")
          answer.body([UInt8](repeating: 0x61, count: length))
          if end == "reset" { answer.reset() }
          if end == "wait" { answer.waitForHangUp() }
        }
        let attempt = try bench.run(bench.upload("\(server.address)/a"))
        // A server that closes with bytes unread resets the connection (RFC 1122, 4.2.2.13), and where the
        // client has not read the answer by then, it is lost: that is tried again, and no success either.
        if end != "wait", attempt.words.hasSuffix("Connection reset by peer") {
          #expect(attempt.status == 75 && attempt.report?.outcome != .done, "\(bytes) \(end)")
          continue
        }
        #expect(
          attempt.status == 65 && attempt.code == .unexpected, "\(bytes) \(end): \(attempt.words)")
        #expect(attempt.words.contains("before it has the whole file"), "\(attempt.words)")
        #expect(attempt.report?.outcome == .failed && attempt.report?.bytes ?? .max < bytes)
      }
    }
  }

  @Test("A server that begins to answer before it has read all is not believed, even if it reads on")
  func whileReading() throws {
    let bench = try Bench(bytes: 3_000_000, isThere: true)
    let server = try ScriptedWebServer(readsBodies: false) { _, answer in
      answer.raw("HTTP/1.1 100 Continue\r\n\r\n")
      answer.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
      answer.raw("0\r\n\r\n")
      answer.waitForEnd()
    }
    try bench.run(bench.upload("\(server.address)/a"), expecting: 65, .unexpected)
  }

  @Test(
    "What a server will not have it may say at once, and where it wants it instead",
    arguments: [("413 Too Large", 69), ("503 Not Now", 75), ("400 What", 69)] as [(String, Int32)])
  func refusal(head: String, status: Int32) throws {
    let bench = try Bench(bytes: 30_000_000, isThere: true)
    let other = try ScriptedWebServer { _, answer in answer.head("HTTP/1.1 204 Done") }
    let address = other.address
    let server = try ScriptedWebServer(readsBodies: false) { request, answer in
      if request.path == "/elsewhere" {
        answer.head("HTTP/1.1 307 There", "Location: \(address)/a", "Content-Length: 0")
      } else {
        answer.head("HTTP/1.1 \(head)", "Content-Length: 0")
      }
      answer.waitForHangUp()
    }
    let attempt = try bench.run(bench.upload("\(server.address)/a"))
    #expect(attempt.status == status && attempt.report?.bytes ?? .max < 30_000_000, "\(attempt.words)")
    let sent = try bench.run(bench.upload("\(server.address)/elsewhere"))
    #expect(sent.status == 0 && sent.report?.bytes == 30_000_000, "\(sent.words)")
    let isWhole = other.requests.last?.body == bench.content
    #expect(isWhole)
  }
}
