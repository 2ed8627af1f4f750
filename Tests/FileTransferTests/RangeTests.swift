import SchedulerAPI
import TestSupport
import Testing

/// The first answer is a beginning of which nobody says how long the whole is; what follows is in ranges.
@Suite("Downloads that come in ranges, each of which ends where the server wants it to")
struct RangeTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private var content: [UInt8] { bench.content }

  /// A server that gives 50,000 bytes at first, and then does what the closure says.
  private func server(
    then answer: @escaping @Sendable (_ start: Int, ScriptedWebServer.Answer) -> Void
  ) throws -> ScriptedWebServer {
    return try ScriptedWebServer { request, way in
      if let start = request.firstByte { return answer(start, way) }
      way.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "ETag: \"one\"")
      way.chunk(content[..<50_000])
    }
  }

  @Test("What comes before the end of the whole is known is no whole: the rest of it is asked for")
  func unknownTotals() throws {
    for total in ["*", "300000"] {
      let server = try server { start, answer in
        guard start < content.count else {
          answer.head("HTTP/1.1 416 No", "Content-Range: bytes */\(content.count)", "Content-Length: 0")
          return
        }
        let end = min(start + 100_000, content.count)
        answer.head(
          "HTTP/1.1 206 Partial Content", "Content-Length: \(end - start)", "ETag: \"one\"",
          "Content-Range: bytes \(start)-\(end - 1)/\(total)")
        answer.body(content[start..<end])
      }
      let transfer = try bench.begun(at: server)
      let attempt = try bench.run(transfer)
      #expect(attempt.status == 0 && attempt.report?.resumedAt == 50_000, "\(attempt.words)")
      #expect(bench.has(content))
      let last = total == "*" ? [content.count] : []
      #expect(server.requests.map(\.firstByte) == [nil, 50_000, 150_000, 250_000] + last)
    }
  }

  @Test("A range in chunks of which less comes than its head says is not all of it")
  func shortRange() throws {
    let server = try server { start, answer in
      answer.head(
        "HTTP/1.1 206 Partial Content", "Transfer-Encoding: chunked", "ETag: \"one\"",
        "Content-Range: bytes \(start)-\(content.count - 1)/*")
      answer.chunk(content[start..<min(start + 100_000, content.count)])
      answer.raw("0\r\n\r\n")
    }
    let transfer = try bench.begun(at: server)
    for bytes in [150_000, 250_000] as [Int64] {
      let attempt = try bench.run(transfer, expecting: 75, .incomplete)
      #expect(attempt.report?.bytes == bytes)
      #expect(bench.bytes(bench.file) == nil)
    }
  }

  @Test("A server that says what it has only by the tag of a 416 is heard as well")
  func anotherTag() throws {
    let other = Bench.content(50_000, seed: 2)
    let server = try ScriptedWebServer { request, answer in
      switch request.number {
      case 0:
        answer.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "ETag: \"one\"")
        answer.chunk(content[..<50_000])
      case 1:
        answer.head(
          "HTTP/1.1 416 No", "Content-Range: bytes */50000", "ETag: \"two\"", "Content-Length: 0")
      default: answer.whole(other, "ETag: \"two\"")
      }
    }
    let transfer = try bench.begun(at: server)
    try bench.run(transfer, expecting: 0)
    #expect(bench.has(other))
  }
}
