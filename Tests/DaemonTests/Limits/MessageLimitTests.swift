import SchedulerAPI
import TestSupport
import Testing
import Varlink

@Suite("Limits of messages")
struct MessageLimitTests {
  private static let information = #"{"method":"org.varlink.service.GetInfo"}"#

  /// A call that is right and as long as that.
  private static func padded(to length: Int) -> String {
    information + String(repeating: " ", count: length - information.utf8.count)
  }

  @Test("A message of 1 MiB is taken; a longer one is refused with the limit, and closes the connection")
  func length() throws {
    let daemon = try DaemonProcess()
    let connection = try RawConnection(to: daemon)
    #expect(try connection.call(Self.padded(to: 1 << 20))?.string("product") == "bgtaskd")
    try? connection.send(Self.padded(to: 1 << 20 + 1))
    let refusal = try #require(try connection.receive())
    #expect(refusal.error == "org.varlink.service.InvalidParameter")
    #expect(refusal.string("message")?.contains("1048576") == true)
    #expect(try connection.receive() == nil)
    #expect(try RawConnection(to: daemon).call(Self.information)?.error == nil)
  }

  @Test("A message that is too long is refused before its end, so it need not be kept")
  func lengthWithoutEnd() throws {
    let daemon = try DaemonProcess(configuration: "[Server]\nMessageMaxBytes=1024\n")
    let connection = try RawConnection(to: daemon)
    try connection.send(Array(Self.padded(to: 1025).utf8))
    #expect(try connection.receive()?.string("message")?.contains("1024") == true)
    #expect(try connection.receive() == nil)
  }

  @Test("A batch has up to 1000 requests; of a larger one none is taken, and the answer says why")
  func batch() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.client()
    let whole = try client.submitBatch((0..<1000).map { .later("a\($0)") })
    #expect(whole.filter { $0.task != nil }.count == 1000)
    let refused = #expect(throws: SchedulerInterfaceError.self) {
      try client.submitBatch((0..<1001).map { .later("b\($0)") })
    }
    #expect(
      refused == .invalidRequest(field: "requests", message: "found 1001 elements, allowed are up to 1000"))
    #expect(try client.tasks(identifierPrefix: "b").isEmpty)
  }

  @Test("32 levels are looked at, the 33rd is refused as such, and the connection lives on")
  func nesting() throws {
    let connection = try RawConnection(to: DaemonProcess())
    /// The message itself and its parameters are two levels.
    func call(levels: Int) -> String {
      let value = String(repeating: "[", count: levels - 2) + String(repeating: "]", count: levels - 2)
      return #"{"method":"io.bgtaskd.Scheduler.Cancel","parameters":{"identifier":\#(value)}}"#
    }
    let deepest = try #require(try connection.call(call(levels: 32)))
    #expect(deepest.string("message")?.contains("expected a string") == true)
    let tooDeep = try #require(try connection.call(call(levels: 33)))
    #expect(tooDeep.error == "org.varlink.service.InvalidParameter")
    #expect(tooDeep.string("message")?.contains("nested deeper than 32 levels") == true)
    #expect(tooDeep.string("parameter")?.hasPrefix("identifier") == true)
    let bomb = String(repeating: "[", count: 1_000_000)
    #expect(try connection.call(bomb)?.error == "org.varlink.service.InvalidParameter")
    #expect(try connection.call(Self.information)?.error == nil)
  }

  @Test("An identifier has up to 255 letters, digits, '-' and '_', in parts with dots between them")
  func identifiers() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.client()
    let longest = String(repeating: "x", count: 255)
    for right in [longest, "a", "A.b-c_9", "a.-b", "_"] {
      #expect(try client.submit(.later(right)).request.identifier == right)
    }
    for wrong in [longest + "x", "", "a b", "a/b", "ä", "a\nb", "a:b", "a*", "a\u{7f}"] {
      let error = #expect(throws: SchedulerInterfaceError.self) { try client.submit(.later(wrong)) }
      guard case .invalidRequest("identifier", let message) = error else {
        Issue.record("\(wrong): \(String(describing: error))")
        continue
      }
      #expect(message.contains("found") && message.contains("allowed"))
      #expect(throws: SchedulerInterfaceError.self) { try client.get(wrong) }
    }
    for odd in ["..", "-x", "a..b", ".a", "a."] {
      #expect(throws: SchedulerInterfaceError.self) { try client.submit(.later(odd)) }
      // Earlier versions accepted them, so they can be asked about.
      #expect(throws: SchedulerInterfaceError.noSuchTask(identifier: odd)) { try client.get(odd) }
    }
    #expect(try daemon.client().tasks().count == 5)
  }

  @Test("Calls in flight are bounded: who sends more waits, and others do not")
  func inFlight() throws {
    let daemon = try DaemonProcess.calm()
    let connection = try RawConnection(to: daemon)
    // A stream without an end holds back the replies to all that follows it.
    try connection.send(Message.call(SchedulerMethod.GetConditions.self, Empty(), more: true))
    _ = try connection.receive()
    let call = Message.call(SchedulerMethod.Explain.self, .init(identifier: "nobody"))
    let much = [UInt8]((0..<(4 << 20) / call.count).flatMap { _ in call })
    // The daemon stops reading, so no more goes into the socket than it has room for.
    #expect(try connection.send(much, within: .milliseconds(300)) < much.count / 2)
    #expect(try daemon.client().status().pending == 0)
    try daemon.setPower("battery")
    #expect(try connection.receive()?.string("conditions.powerSource") == "battery")
  }
}
