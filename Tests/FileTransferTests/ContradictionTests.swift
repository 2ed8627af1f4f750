import SchedulerAPI
import TestSupport
import Testing

/// The first attempt has had 50,000 of 300,000 bytes. Then a server answers what cannot be, at first or each
/// time.
@Suite("What the head of an answer contradicts is no success, and no part of a file is taken for another")
struct ContradictionTests {
  private let bench: Bench
  private let other: [UInt8]

  init() throws {
    bench = try Bench()
    other = Bench.content(300_000, seed: 2)
  }

  private var content: [UInt8] { bench.content }

  @Test(
    "A tail that is answered as if it were all is not taken for the whole: it is asked for all at once",
    arguments: [
      "Content-Length: 250000\r\nContent-Range: bytes 50000-299999/300000",
      "Transfer-Encoding: chunked\r\nContent-Range: bytes 50000-299999/300000",
      "Content-Length: 250000\r\nContent-Range: bytes 50000-299999/*",
      "Content-Length: 250000\r\nContent-Range: what",
      "Content-Length: 250000\r\nContent-Range: bytes 0-299999/300000",
      "Content-Length: 250000\r\nContent-Type: multipart/byteranges; boundary=a",
      // It calls it the same, and says another length.
      "Content-Length: 249999\r\nETag: \"one\"",
      // So much is missing.
      "Content-Length: 250000",
    ])
  func tailAsWhole(fields: String) throws {
    for checksum in [nil, content] {
      let server = try bench.server("ETag: \"one\"") { request, answer in
        guard let start = request.firstByte else { return answer.whole(content, "ETag: \"one\"") }
        answer.head("HTTP/1.1 200 OK", fields)
        if fields.contains("chunked") {
          answer.chunk(content[start...])
          answer.raw("0\r\n\r\n")
        } else {
          answer.body(content[start...])
        }
      }
      #expect(try bench.attempts(at: server, checksum: checksum).report?.bytes == 300_000)
      #expect(server.requests.map(\.firstByte) == [nil, 50_000, nil])
      #expect(bench.has(content))
    }
  }

  @Test(
    "A part that was not asked for is no file, whatever its status",
    arguments: [
      "200 OK\r\nContent-Range: bytes 50000-299999/300000", "200 OK\r\nContent-Range: bytes 0-249999/300000",
      "203 Non\r\nContent-Range: bytes 0-249999/*", "200 OK\r\nContent-Range: bytes */300000",
      "200 OK\r\nContent-Range: bytes 0-249998/249999",
      "200 OK\r\nContent-Range: bytes 0-249999/250000\r\nContent-Range: bytes 0-249999/300000",
      "206 Partial Content\r\nContent-Range: bytes 0-249999/250000",
    ])
  func partAsWhole(head: String) throws {
    let server = try ScriptedWebServer { _, answer in
      answer.head("HTTP/1.1 \(head)", "Content-Length: 250000")
      answer.body(content[50_000...])
    }
    try bench.run(bench.download("\(server.address)/a"), expecting: 65, .unexpected)
    #expect(bench.names.isEmpty)
  }

  @Test(
    "All of it is all of it, also where an answer says so as a range, or counts something else than bytes",
    arguments: [
      "Content-Range: bytes 0-299999/300000", "Content-Range: 0-24/25", "Content-Range: items 0-9/10",
    ]
  )
  func wholeAsRange(field: String) throws {
    let server = try ScriptedWebServer { _, answer in answer.whole(content, field) }
    try bench.run(bench.download("\(server.address)/a"), expecting: 0)
    #expect(bench.has(content))
  }

  @Test(
    "A rest in another coding, of another name or date, or wrapped in several parts, is not added",
    arguments: [
      ("ETag: \"one\"", "ETag: \"one\"\r\nContent-Encoding: gzip"),
      ("ETag: \"one\"", "Content-Encoding: br"),
      ("ETag: \"one\"\r\nContent-Encoding: gzip", "ETag: \"one\""),
      ("ETag: \"one\"\r\nContent-Encoding: gzip", "ETag: \"one\"\r\nContent-Encoding: br"),
      ("ETag: \"one\"\r\nContent-Encoding: gzip", "Content-Encoding: gzip\r\nContent-Encoding: br"),
      ("ETag: \"one\"", "ETag: \"one\"\r\nETag: \"two\""),
      ("ETag: \"one\"", "ETag: W/\"one\""),
      ("ETag: \"one\"", "Content-Type: Multipart/ByteRanges; boundary=a"),
      (
        "Last-Modified: Sat, 07 Nov 2026 10:00:00 GMT\r\nDate: Sat, 07 Nov 2026 11:00:00 GMT",
        "Last-Modified: Sun, 08 Nov 2026 10:00:00 GMT"
      ),
    ])
  func restOfAnother(first: String, second: String) throws {
    let server = try bench.server(first) { request, answer in
      request.firstByte == nil ? answer.whole(other) : answer.give(request, of: content, second)
    }
    try bench.attempts(at: server, resumedAt: 0)
    #expect(server.requests.map(\.firstByte) == [nil, 50_000, nil])
    #expect(bench.has(other))
  }

  @Test(
    "A rest in the same coding is one, however that is written",
    arguments: [
      ("Content-Encoding: gzip", "Content-Encoding: X-GZIP"), ("Content-Encoding: identity", "X: y"),
      ("Content-Encoding: gzip, br", "Content-Encoding: gzip\r\nContent-Encoding: br"),
    ])
  func restInTheSameCoding(first: String, second: String) throws {
    let server = try bench.server("ETag: \"one\"", first) { request, answer in
      answer.give(request, of: content, second)
    }
    try bench.attempts(at: server, resumedAt: 50_000)
    #expect(bench.has(content))
  }

  @Test("What has two names at once has none to go on by")
  func twoNames() throws {
    let server = try bench.server("ETag: \"one\"", "ETag: \"two\"") { _, answer in answer.whole(content) }
    try bench.attempts(at: server)
    #expect(server.requests.map(\.firstByte) == [nil, nil])
  }

  @Test(
    "A range that two fields say differently is none",
    arguments: [
      "Content-Range: bytes 50000-299999/300000\r\nContent-Range: bytes 50000-299999/*",
      "Content-Range: bytes 50000-299999/300000\r\nContent-Range: bytes 0-249999/300000",
    ])
  func twoRanges(fields: String) throws {
    let server = try bench.server("ETag: \"one\"") { request, answer in
      guard let start = request.firstByte else { return answer.whole(content) }
      answer.head("HTTP/1.1 206 Partial Content", "Content-Length: 250000", fields)
      answer.body(content[start...])
    }
    try bench.attempts(at: server, resumedAt: 0)
    #expect(server.requests.map(\.firstByte) == [nil, 50_000, nil])
    #expect(bench.has(content))
  }

  @Test("A body in chunks that has another length than its head says is not whole")
  func chunksOfAnotherLength() throws {
    for (length, status) in [(299_999, 65), (300_001, 75)] as [(Int, Int32)] {
      for field in ["Content-Length: \(length)", "Content-Range: bytes 0-\(length - 1)/\(length)"] {
        let server = try ScriptedWebServer { _, answer in
          answer.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", field)
          answer.chunk(content)
          answer.raw("0\r\n\r\n")
        }
        let attempt = try bench.run(bench.download("\(server.address)/a"))
        #expect(attempt.status == status, "\(field): \(attempt.words)")
        #expect(bench.bytes(bench.file) == nil)
      }
    }
  }

  @Test("416 that calls what it has by another date says that it is another file")
  func anotherDate() throws {
    let server = try bench.server(
      "Last-Modified: Sat, 07 Nov 2026 10:00:00 GMT", "Date: Sat, 07 Nov 2026 11:00:00 GMT"
    ) { request, answer in
      guard request.firstByte != nil else { return answer.whole(other) }
      answer.head(
        "HTTP/1.1 416 No", "Content-Range: bytes */300000", "Content-Length: 0",
        "Last-Modified: Sun, 08 Nov 2026 10:00:00 GMT")
    }
    let transfer = try bench.begun(at: server)
    try bench.folder.write("here/.file.bgtask-part", content)
    try bench.run(transfer, expecting: 0)
    #expect(bench.has(other))
  }
}
