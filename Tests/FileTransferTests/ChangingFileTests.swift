import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@testable import FileTransfer

/// What is asked for at the second attempt, after the first has had a beginning, and what becomes of the
/// answers.
@Suite("Downloads that go on with what is the same, and with nothing else")
struct ChangingFileTests {
  private let bench: Bench
  /// Another file of the same length.
  private let other: [UInt8]

  init() throws {
    bench = try Bench()
    other = Bench.content(300_000, seed: 2)
  }

  /// The environment under a daemon that is away.
  private var unheard: [String: String] {
    ["BGTASKD_SOCKET": bench.folder.path("nobody"), "BGTASK_RUN_ID": "r"]
  }

  private var content: [UInt8] { bench.content }

  @Test("The file has changed meanwhile: the server gives it whole, and nothing of the old one is left")
  func changed() throws {
    let server = try bench.server("ETag: \"one\"") { _, answer in answer.whole(other, "ETag: \"two\"") }
    try bench.attempts(at: server, resumedAt: 0)
    #expect(server.requests.map { $0.fields["if-range"] } == [nil, "\"one\""])
    #expect(server.requests[1].firstByte == 50_000)
    #expect(bench.has(other))
  }

  @Test("The date of the last change is gone by where there is no tag, if it is old enough to tell")
  func dates() throws {
    let changed = "Sat, 07 Nov 2026 10:00:00 GMT"
    let rest: @Sendable (ScriptedWebServer.Request, ScriptedWebServer.Answer) -> Void = {
      $1.give($0, of: content)
    }
    let old = try bench.server(
      "Last-Modified: \(changed)", "Date: Sat, 07 Nov 2026 10:00:01 GMT", then: rest)
    try bench.attempts(at: old, resumedAt: 50_000)
    #expect(old.requests[1].fields["if-range"] == changed)
    for fields in [
      ["Last-Modified: \(changed)", "Date: \(changed)"], ["Last-Modified: \(changed)"], ["ETag: W/\"one\""],
      ["ETag: W/\"one\"", "Last-Modified: \(changed)", "Date: Sat, 07 Nov 2026 10:00:09 GMT"],
    ] {
      let server = try bench.server(fields.joined(separator: "\r\n"), then: rest)
      #expect(try bench.attempts(at: server).report?.resumedAt == 0, "\(fields)")
      #expect(server.requests[1].firstByte == nil, "\(fields)")
    }
  }

  @Test(
    "Without anything to go by the checksum decides, and what is wrong in the end is fetched anew at once")
  func checksumDecides() throws {
    let same = try bench.server { request, answer in answer.give(request, of: content) }
    try bench.attempts(at: same, checksum: content, resumedAt: 50_000)
    #expect(same.requests[1].fields["if-range"] == nil)
    #expect(bench.has(content))

    let changed = try bench.server { request, answer in answer.give(request, of: other) }
    try bench.attempts(at: changed, checksum: other, resumedAt: 0)
    #expect(changed.requests.map(\.firstByte) == [nil, 50_000, nil])
    #expect(bench.has(other))
  }

  @Test("What is not what the checksum is of is not kept, and not asked for again")
  func wrongChecksum() throws {
    let server = try ScriptedWebServer { _, answer in answer.whole(content) }
    try bench.folder.write("here/file", "old")
    try bench.run(bench.download("\(server.address)/a", checksum: other), expecting: 65, .checksum)
    #expect(server.requests.count == 1)
    #expect(bench.has(Array("old".utf8)))
    #expect(bench.names == ["file"])
  }

  @Test("A server that knows no ranges gives it whole")
  func ignoresRanges() throws {
    let server = try bench.server("ETag: \"one\"") { _, answer in answer.whole(content, "ETag: \"one\"") }
    try bench.attempts(at: server, resumedAt: 0)
    #expect(bench.has(content))
  }

  @Test(
    "A part that does not follow what is there is not taken: it begins anew at once",
    arguments: [
      "Content-Range: bytes 49999-299999/300000", "Content-Range: bytes 0-299999/300000",
      "Content-Range: bytes 50000-299999/300001", "Content-Range: bytes 50000-50009/300000",
      "Content-Range: chunks 50000-299999/300000", "Content-Range: bytes */300000", "X: y",
      "Content-Range: bytes 50000-299999/300000\r\nETag: \"two\"",
    ])
  func wrongRange(fields: String) throws {
    let server = try bench.server("ETag: \"one\"") { request, answer in
      guard request.firstByte != nil else { return answer.whole(content) }
      answer.head("HTTP/1.1 206 Partial Content", "Content-Length: 250000", fields)
      answer.body([UInt8](repeating: 0, count: 250_000))
    }
    try bench.attempts(at: server, resumedAt: 0)
    #expect(server.requests.map(\.firstByte) == [nil, 50_000, nil])
    #expect(bench.has(content))
  }

  @Test("416 with the length that is there says that it is whole, and with any other that it is another file")
  func notSatisfiable() throws {
    let beginning = Array(content[..<50_000])
    for (total, expected) in [(50_000, beginning), (40_000, other)] {
      let server = try ScriptedWebServer { request, answer in
        if request.number == 0 {
          // It does not say how long it is, and does not end as it should.
          answer.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "ETag: \"one\"")
          answer.raw("c350\r\n")
          answer.body(beginning)
        } else if request.firstByte != nil {
          answer.head("HTTP/1.1 416 No", "Content-Range: bytes */\(total)", "Content-Length: 0")
        } else {
          answer.whole(other)
        }
      }
      try bench.attempts(at: server)
      #expect(bench.has(expected))
    }
  }

  @Test("What a request for another address has left is not gone on with")
  func anotherAddress() throws {
    let server = try bench.server("ETag: \"one\"") { _, answer in answer.whole(content) }
    try bench.run(bench.download("\(server.address)/a"), expecting: 75)
    try bench.run(bench.download("\(server.address)/b"), expecting: 0)
    #expect(server.requests.map(\.firstByte) == [nil, nil])
    #expect(bench.has(content))
  }

  @Test("After another boot only what the disk had for certain counts")
  func anotherBoot() throws {
    let server = try bench.server("ETag: \"one\"") { request, answer in answer.give(request, of: content) }
    let transfer = try bench.begun(at: server)
    var record = try DownloadRecord(json: #require(bench.bytes(bench.record)))
    #expect(record.synchronized == 50_000 && record.total == 300_000)
    (record.boot, record.synchronized) = ("another", 30_000)
    try bench.folder.write("here/.file.bgtask-record", record.json)
    // The power went away before the disk had the end: it has something else.
    try bench.folder.write(
      "here/.file.bgtask-part", content[..<30_000] + [UInt8](repeating: 0, count: 20_000))
    let attempt = try bench.run(transfer)
    #expect(attempt.status == 0 && attempt.report?.resumedAt == 30_000, "\(attempt.words)")
    #expect(bench.has(content))
  }

  /// As for one that is killed, or not heard by a daemon that was.
  @Test("What an attempt has put in its place before it could say so is there for the next one")
  func placedAlready() throws {
    let server = try bench.server("ETag: \"one\"") { _, answer in answer.whole(content) }
    let transfer = try bench.begun(at: server)
    try bench.run(transfer, unheard, expecting: 0)
    #expect(bench.names == [".file.bgtask-record", "file"])
    let requests = server.requests.count
    let second = try bench.run(transfer, ["BGTASK_ATTEMPT": "3"])
    #expect(second.status == 0 && second.report?.outcome == .done && second.report?.bytes == 300_000)
    #expect(server.requests.count == requests)
    #expect(bench.has(content) && bench.names == ["file"])
    // Where a service manager knows the end there is nobody to wait for.
    #expect(
      try bench.run(transfer, unheard.merging(["INVOCATION_ID": "0"]) { $1 }).status == 0
        && bench.names == ["file"])
  }

  @Test("The first attempt fetches what is there now, and so does one that finds another file there")
  func placedByOthers() throws {
    let server = try bench.server("ETag: \"one\"") { _, answer in answer.whole(content) }
    let transfer = try bench.begun(at: server)
    for more in [["BGTASK_ATTEMPT": "1"], ["BGTASK_ATTEMPT": "2"]] {
      try bench.run(transfer, unheard, expecting: 0)
      let requests = server.requests.count
      if more["BGTASK_ATTEMPT"] == "2" {
        try FileManager.default.moveItem(atPath: bench.file, toPath: bench.folder.path("taken"))
        try bench.folder.write("here/file", content)
      }
      try bench.run(transfer, more, expecting: 0)
      #expect(server.requests.count == requests + 1)
      #expect(bench.names == ["file"])
    }
  }

  @Test("A part that is whole already needs no server where there is a checksum to tell it by")
  func wholeAlready() throws {
    let server = try bench.server("ETag: \"one\"") { _, _ in }
    let transfer = try bench.begun(at: server, checksum: content)
    try bench.folder.write("here/.file.bgtask-part", content)
    try bench.run(transfer, expecting: 0)
    #expect(server.requests.count == 1)
    #expect(bench.has(content))
  }

  /// Whoever has left it was killed before it could be put in its place, maybe weeks ago.
  @Test("A part that was left whole is put in its place when the server has still the same, and only then")
  func wholeOfLongAgo() throws {
    for (tag, expected) in [("one", content), ("two", other)] {
      let server = try bench.server("ETag: \"one\"") { request, answer in
        if request.fields["if-range"] == "\"\(tag)\"" {
          answer.head("HTTP/1.1 416 No", "Content-Range: bytes */\(content.count)", "Content-Length: 0")
        } else {
          answer.whole(other, "ETag: \"\(tag)\"")
        }
      }
      let transfer = try bench.begun(at: server)
      try bench.folder.write("here/.file.bgtask-part", content)
      try bench.run(transfer, expecting: 0)
      #expect(server.requests.map(\.firstByte) == [nil, content.count])
      #expect(bench.has(expected))
    }
    // Without a name for what it has there is nothing to ask by.
    let nameless = try bench.server { _, answer in answer.whole(other) }
    let transfer = try bench.begun(at: nameless)
    try bench.folder.write("here/.file.bgtask-part", content)
    try bench.run(transfer, expecting: 0)
    #expect(bench.has(other))
  }

  @Test("A record that says nothing is none", arguments: ["", "{", "{\"boot\":1}", "[]"])
  func brokenRecord(text: String) throws {
    let server = try bench.server("ETag: \"one\"") { _, answer in answer.whole(content) }
    let transfer = try bench.begun(at: server)
    try bench.folder.write("here/.file.bgtask-record", text)
    try bench.run(transfer, expecting: 0)
    #expect(server.requests[1].firstByte == nil)
    #expect(bench.has(content))
  }
}
