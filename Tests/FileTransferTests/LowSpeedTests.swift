import Foundation
import SchedulerAPI
import TestSupport
import Testing

/// 1,000 bytes a second have to move, on the average of one second.
@Suite("What is too slow ends, and makes room")
struct LowSpeedTests {
  private static let bound = ["BGTASK_TRANSFER_LOW_SPEED": "1000 1000000"]

  /// Sends pieces of a body with pauses, for as long as the client takes them.
  private static func drip(
    _ answer: ScriptedWebServer.Answer, _ bytes: Int, eachMilliseconds pause: CInt,
    _ send: (([UInt8]) -> Bool)? = nil
  ) {
    let piece = [UInt8](repeating: 0x61, count: bytes)
    repeat { answer.waitForHangUp(atMost: pause) } while send?(piece) ?? answer.body(piece)
  }

  @Test(
    "A download that drips, evenly or in gushes, and a head that does",
    arguments: ["even", "gush", "late", "head", "heads", "nothing"])
  func download(way: String) throws {
    let bench = try Bench()
    let server = try ScriptedWebServer { _, answer in
      switch way {
      case "head":
        answer.raw("HTTP/1.1 200 OK\r\nX: ")
        Self.drip(answer, 1, eachMilliseconds: 50) { answer.raw(String(decoding: $0, as: UTF8.self)) }
      case "heads":
        Self.drip(answer, 1, eachMilliseconds: 50) { _ in answer.raw("HTTP/1.1 103 Early\r\n\r\n") }
      case "nothing": answer.waitForEnd()
      default:
        answer.head("HTTP/1.1 200 OK", "Content-Length: 300000", "ETag: \"one\"")
        if way == "late" { answer.body(bench.content[..<100_000]) }
        let (bytes, pause) = way == "gush" ? (1400, 2000) : (10, 50) as (Int, CInt)
        Self.drip(answer, bytes, eachMilliseconds: pause)
      }
    }
    let before = ContinuousClock.now
    let attempt = try bench.run(bench.download("\(server.address)/a"), Self.bound)
    #expect(ContinuousClock.now - before < .seconds(20))
    #expect(attempt.status == 75 && attempt.code == .network, "\(attempt.words)")
    // A machine that is busy may keep what drips back for a second.
    let words =
      ["stands still for 1 s"] + (["gush", "nothing"].contains(way) ? [] : ["is too slow: it moves "])
    #expect(attempt.words.contains("the connection to 127.0.0.1:"), "\(attempt.words)")
    #expect(words.contains(where: attempt.words.contains), "\(attempt.words)")
  }

  @Test("An upload whose server reads a little now and then", arguments: [1, 20])
  func upload(bytes: Int) throws {
    let bench = try Bench(bytes: 30_000_000, isThere: true)
    let server = try ScriptedWebServer(readsBodies: false) { _, answer in
      answer.raw("HTTP/1.1 100 Continue\r\n\r\n")
      repeat { answer.waitForHangUp(atMost: 50) } while answer.read(atMost: bytes) > 0
    }
    let attempt = try bench.run(bench.upload("\(server.address)/a"), Self.bound, expecting: 75, .network)
    #expect(attempt.words.contains("stands still") || attempt.words.contains("is too slow"))
    #expect(attempt.report?.bytes ?? .max < 30_000_000)
  }

  @Test("An answer to an upload that drips is not waited for either")
  func uploadAnswer() throws {
    let bench = try Bench(isThere: true)
    let server = try ScriptedWebServer { _, answer in
      answer.head("HTTP/1.1 200 OK", "Content-Length: 100000")
      Self.drip(answer, 10, eachMilliseconds: 50)
    }
    let attempt = try bench.run(bench.upload("\(server.address)/a"), Self.bound)
    #expect(attempt.status == 75 && attempt.words.contains("is too slow"), "\(attempt.words)")
  }

  @Test("What is slow, but not too slow, comes, and so does what its request keeps slow")
  func slowEnough() throws {
    let bench = try Bench(bytes: 9000)
    let content = bench.content
    let slow = try ScriptedWebServer { _, answer in
      answer.head("HTTP/1.1 200 OK", "Content-Length: 9000")
      for start in stride(from: 0, to: 9000, by: 500) {
        answer.waitForHangUp(atMost: 200)
        answer.body(content[start..<start + 500])
      }
    }
    try bench.run(bench.download("\(slow.address)/a"), Self.bound, expecting: 0)

    let large = try Bench()
    let more = large.content
    let fast = try ScriptedWebServer { _, answer in answer.whole(more) }
    var transfer = try large.download("\(fast.address)/a")
    transfer.bytesPerSecond = 100_000
    let bounded = try large.run(transfer, ["BGTASK_TRANSFER_LOW_SPEED": "1000000 1000000"])
    #expect(bounded.status == 0, "\(bounded.words)")
  }

  @Test(
    "A bound that is none is the usual one",
    arguments: ["", "x", "1", "-1 1000000", "1000 0", "1000  1", "1 2 3"])
  func wrongBound(text: String) throws {
    #expect(LowSpeed(text) == nil)
    let bench = try Bench()
    let content = bench.content
    let server = try ScriptedWebServer { _, answer in answer.whole(content) }
    try bench.run(bench.download("\(server.address)/a"), ["BGTASK_TRANSFER_LOW_SPEED": text], expecting: 0)
  }
}
