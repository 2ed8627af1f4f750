import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@testable import FileTransfer

@Suite("Downloads from servers that break connections, lie and change their minds")
struct HostileServerTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private var content: [UInt8] { bench.content }

  // MARK: Connections that break

  @Test(
    "A server that breaks every connection after some bytes: each attempt goes on, and no byte comes twice")
  func breaksConnections() throws {
    let server = try ScriptedWebServer { request, answer in
      var generator = SplitMix64(seed: UInt64(request.number))
      let start = request.firstByte ?? 0
      let end = min(start + Int.random(in: 1...80_000, using: &generator), content.count)
      answer.give(request, of: content, upTo: end, "ETag: \"one\"")
    }
    let transfer = try bench.download("\(server.address)/a", checksum: content)
    var attempts: [Bench.Attempt] = []
    repeat {
      attempts.append(try bench.run(transfer))
    } while attempts.last?.status == 75 && attempts.count < 100
    #expect(attempts.last?.status == 0, "\(attempts.last?.words ?? "")")
    #expect(
      attempts.count > 3 && attempts.count == server.requests.count,
      "\(server.requests.count) of \(attempts.map(\.words))")
    #expect(attempts.dropLast().allSatisfy { $0.code == .incomplete && $0.report?.outcome == .again })
    #expect(server.requests.dropFirst().allSatisfy { $0.fields["if-range"] == "\"one\"" })
    #expect(server.requests.allSatisfy { $0.fields["accept-encoding"] == "identity" })
    #expect(bench.has(content))
    #expect(server.sentBytes == content.count)
  }

  @Test("A connection that is reset, or nobody there at all: later again")
  func resets() throws {
    let server = try ScriptedWebServer { request, answer in
      if request.path == "/head" { answer.raw("HTTP/1.1 20") }
      answer.reset()
    }
    for path in ["head", "nothing"] {
      try bench.run(bench.download("\(server.address)/\(path)"), expecting: 75, .network)
    }
    // Nothing listens on the port of discard.
    try bench.run(bench.download("http://127.0.0.1:9/a"), expecting: 75, .network)
    try bench.run(bench.download("http://nowhere.invalid/a"), expecting: 75, .network)
  }

  @Test("A server that says nothing for long: the attempt ends, and is told to stop at once when it is")
  func silence() throws {
    let server = try ScriptedWebServer { request, answer in
      if request.path == "/half" {
        answer.head("HTTP/1.1 200 OK", "Content-Length: \(content.count)", "ETag: \"one\"")
        answer.body(content[..<100_000])
      }
      answer.waitForEnd()
    }
    for path in ["half", "nothing"] {
      let attempt = try bench.run(
        bench.download("\(server.address)/\(path)"), ["BGTASK_TRANSFER_LOW_SPEED": "0 1000000"],
        expecting: 75, .network)
      #expect(attempt.words.hasSuffix(" stands still for 1 s"), "\(attempt.words)")
    }
    // Signals end it where it is, and what has come is on the disk.
    let events = try FolderEvents(of: bench.folder.path("here"))
    let transfer = try bench.download("\(server.address)/half")
    let program = try TransferProcess(transfer)
    #expect(events.wait { bench.bytes(bench.part)?.count == 100_000 })
    #expect(program.kill(SIGTERM) == 75)
    let report = try #require(try bench.report())
    #expect(report.error == .init(.stopped, "it was told to stop (SIGTERM)"))
    #expect(report.bytes == 100_000)
    let record = try DownloadRecord(json: #require(bench.bytes(bench.record)))
    #expect(record.synchronized == 100_000 && record.validator == "\"one\"")
  }

  // MARK: Lengths

  @Test(
    "A server that says more than comes, and less when it is asked for the rest, is not believed"
  )
  func longLength() throws {
    let server = try ScriptedWebServer { request, answer in
      if request.firstByte == nil {
        answer.head("HTTP/1.1 200 OK", "Content-Length: \(content.count + 10)", "ETag: \"one\"")
        answer.body(content)
      } else {
        answer.head(
          "HTTP/1.1 416 Range Not Satisfiable", "Content-Length: 0", "Content-Range: bytes */\(content.count)"
        )
      }
    }
    let transfer = try bench.download("\(server.address)/a")
    try bench.run(transfer, expecting: 75, .incomplete)
    // The server has said two lengths, so nothing of what it says is believed, and it begins anew.
    try bench.run(transfer, expecting: 75, .incomplete)
    #expect(server.requests.map(\.firstByte) == [nil, content.count, nil])
    #expect(bench.bytes(bench.file) == nil)
  }

  @Test(
    "Lengths that cannot be: nothing is kept",
    arguments: [
      "Content-Length: 99999999999999999999", "Content-Length: 5\r\nContent-Length: 6",
      "Content-Length: 5, 6",
    ])
  func impossibleLengths(field: String) throws {
    let server = try ScriptedWebServer { _, answer in
      answer.head("HTTP/1.1 200 OK", field)
      answer.body([1, 2, 3, 4, 5])
    }
    let attempt = try bench.run(bench.download("\(server.address)/a"))
    #expect([65, 76].contains(attempt.status), "\(attempt.status) \(attempt.words)")
    #expect(bench.bytes(bench.file) == nil)
  }

  @Test("More than a range has is not taken")
  func moreThanTheRange() throws {
    let server = try ScriptedWebServer { request, answer in
      guard let start = request.firstByte else {
        return answer.give(request, of: content, upTo: 1000, "ETag: \"one\"")
      }
      answer.head(
        "HTTP/1.1 206 Partial Content", "Transfer-Encoding: chunked",
        "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)")
      answer.chunk(content[start...] + [1, 2, 3])
      answer.raw("0\r\n\r\n")
    }
    let transfer = try bench.begun(at: server)
    try bench.run(transfer, expecting: 65, .unexpected)
    #expect(bench.bytes(bench.file) == nil)
  }

  @Test("Without a length: the last chunk is the end, and so is the connection's, as RFC 9112 has it")
  func withoutLength() throws {
    let server = try ScriptedWebServer { request, answer in
      switch request.path {
      case "/open":
        answer.head("HTTP/1.1 200 OK")
        answer.body(content)
      default:
        answer.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "ETag: \"one\"")
        answer.raw("\(String(content.count, radix: 16))\r\n")
        answer.body(content)
        answer.raw(request.path == "/whole" ? "\r\n0\r\n\r\n" : "\r\n")
      }
    }
    for path in ["open", "whole"] {
      let attempt = try bench.run(bench.download("\(server.address)/\(path)"))
      #expect(attempt.status == 0 && attempt.report?.totalBytes == Int64(content.count), "\(attempt.words)")
      #expect(bench.has(content))
      try FileManager.default.removeItem(atPath: bench.file)
    }
    try bench.run(bench.download("\(server.address)/cut"), expecting: 75)
    #expect(bench.bytes(bench.file) == nil)
  }

  // MARK: Answers

  @Test(
    "What the server answers decides whether it is tried again",
    arguments: [
      (404, 69), (410, 69), (401, 69), (403, 69), (400, 69), (408, 75), (425, 75), (429, 75), (500, 75),
      (503, 75),
      (204, 65), (304, 65), (206, 65), (416, 69),
    ] as [(Int, Int32)])
  func statuses(status: Int, exit: Int32) throws {
    let server = try ScriptedWebServer { _, answer in
      answer.head(
        "HTTP/1.1 \(status) So", "Content-Length: \(status == 204 || status == 304 ? 0 : 5)", "Retry-After: 7"
      )
      if status != 204 && status != 304 { answer.body(Array("words".utf8)) }
    }
    let attempt = try bench.run(bench.download("\(server.address)/a"), expecting: exit)
    #expect(attempt.report?.status == status && attempt.report?.headers["retry-after"] == "7")
    #expect(attempt.report?.outcome == (exit == 75 ? .again : .failed))
    #expect(bench.bytes(bench.file) == nil)
    #expect(bench.names.isEmpty)
  }

  @Test(
    "Another answer in the middle, whatever it is, and then the rest: what was there before is gone on with",
    arguments: [(503, 75), (401, 69), (403, 69), (404, 69), (410, 69), (204, 65), (304, 65)] as [(Int, Int32)]
  )
  func interruption(status: Int, exit: Int32) throws {
    let server = try ScriptedWebServer { request, answer in
      switch request.number {
      case 0: answer.give(request, of: content, upTo: 5000, "ETag: \"one\"")
      case 1: answer.head("HTTP/1.1 \(status) So", "Content-Length: 0")
      default: answer.give(request, of: content)
      }
    }
    let transfer = try bench.download("\(server.address)/a")
    #expect(
      try [bench.run(transfer), bench.run(transfer), bench.run(transfer)].map(\.status) == [75, exit, 0])
    #expect(server.requests.map(\.firstByte) == [nil, 5000, 5000])
    #expect(bench.has(content))
  }

  @Test("A head without an end, and what is not HTTP at all")
  func noHTTP() throws {
    let server = try ScriptedWebServer { request, answer in
      switch request.path {
      case "/long": answer.head("HTTP/1.1 200 OK", "X: \(String(repeating: "x", count: 140_000))")
      case "/many":
        answer.raw("HTTP/1.1 200 OK\r\n" + String(repeating: "X-Y: zzzzzzzzzz\r\n", count: 20_000))
      case "/provisional": while answer.raw("HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n") {}
      default: answer.raw("SSH-2.0-OpenSSH_9.2\r\n")
      }
    }
    for path in ["long", "many", "provisional", "other"] {
      try bench.run(bench.download("\(server.address)/\(path)"), expecting: 76, .protocol)
    }
  }

  // MARK: Redirects

  @Test(
    "No other scheme is followed, and nothing without end",
    arguments: [
      "file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/", "FILE:///etc/passwd",
      "http://me@127.0.0.1/",
      "data:text/plain,a", "",
    ])
  func redirects(target: String) throws {
    let server = try ScriptedWebServer { request, answer in
      answer.head(
        "HTTP/1.1 302 Found", "Location: \(target.isEmpty ? request.path + "x" : target)", "Content-Length: 0"
      )
    }
    try bench.run(bench.download("\(server.address)/a"), expecting: 76, .redirect)
    #expect(server.requests.count == (target.isEmpty ? 11 : 1))
    #expect(bench.bytes(bench.file) == nil)
  }

  @Test(
    "What is wrong with where it leads is said, without what is for nobody else's eyes",
    arguments: [
      ("http://me:secret@127.0.0.1/a?secret", "to http://127.0.0.1/a, which is not followed: found a user's"),
      ("ftp://me:secret@127.0.0.1/a?secret#secret", "to ftp://127.0.0.1/a, which is not followed: found"),
      ("http://127.0.0.1:99999/?secret", "to text that is not an address: http://127.0.0.1:99999/"),
      ("http://me:secret@[::1/", "to text that is not an address: http://[::1/"),
    ])
  func redirectWords(target: String, found: String) throws {
    let server = try ScriptedWebServer { _, answer in
      answer.head("HTTP/1.1 302 Found", "Location: \(target)", "Content-Length: 0")
    }
    let attempt = try bench.run(bench.download("\(server.address)/a"), expecting: 76, .redirect)
    #expect(attempt.words.contains(found) && !attempt.words.contains("secret"), "\(attempt.words)")
    #expect(attempt.report?.error?.message == attempt.words)
  }

  @Test("Fields of the request's go to nobody but whom it names")
  func fieldsAcrossHosts() throws {
    let other = try ScriptedWebServer { _, answer in answer.whole(content) }
    let target = other.address
    let server = try ScriptedWebServer { request, answer in
      let location = request.path == "/a" ? "/b" : "\(target)/c"
      answer.head("HTTP/1.1 307 There", "Location: \(location)", "Content-Length: 5")
      answer.body(Array("there".utf8))
    }
    var transfer = try bench.download("\(server.address)/a")
    transfer.headersFile = try bench.folder.write(
      "fields", "Authorization: Bearer s3\r\nX-Secret:  s4 \n\nCookie: c=1\n")
    let attempt = try bench.run(transfer)
    #expect(attempt.status == 0 && attempt.report?.url == "\(target)/c", "\(attempt.words)")
    #expect(bench.has(content))
    for request in server.requests {
      #expect(request.fields["authorization"] == "Bearer s3" && request.fields["x-secret"] == "s4")
      #expect(request.fields["cookie"] == "c=1")
    }
    #expect(server.requests.map(\.path) == ["/a", "/b"])
    let seen = try #require(other.requests.first)
    #expect(
      seen.fields["authorization"] == nil && seen.fields["x-secret"] == nil && seen.fields["cookie"] == nil)
  }
}
