import Foundation
import TestSupport
import Testing

@Suite("The protocol's examples")
struct ExampleStoryTests {
  @Test("A daemon answers every example of the text as it stands there")
  func story() throws {
    let daemon = try DaemonProcess.withApplications(["feeds": "PermittedIdentifiers=org.example.feeds.*"])
    let description = try RawConnection(to: daemon).call(
      #"{"method":"org.varlink.service.GetInterfaceDescription","#
        + #""parameters":{"interface":"io.bgtaskd.Scheduler"}}"#)
    let text = ProtocolText(try #require(description?.string("description")))
    #expect(Set(text.examples.map(\.method)) == Set(text.methods))
    var story = ExampleStory(
      daemon, readOnly: text.marks.filter { $0.value.contains("read-only") }.map(\.key))
    for line in text.examples {
      if let difference = try story.tell(line) { Issue.record("\(line) is not so: \(difference)") }
    }
  }
}

/// Calls what examples call, and holds what comes against what they show.
private struct ExampleStory {
  private let daemon: DaemonProcess
  private let readOnly: [String]
  private var match = ExampleMatch()
  /// What was called last, and what came back.
  private var call: (name: String, parameters: JSONValue, reply: RawReply?) = ("", .null, nil)
  /// Connections with a call that has more replies, by the method.
  private var streams: [String: RawConnection] = [:]

  init(_ daemon: DaemonProcess, readOnly: [String]) {
    self.daemon = daemon
    self.readOnly = readOnly
  }

  /// - Returns: What is different; nil when nothing is.
  mutating func tell(_ line: ProtocolText.Line) throws -> String? {
    switch (line.form, line.name) {
    case (.call, let name?):
      let parameters = match.named(try line.value).sinceBoot
      call = (name, parameters, try RawConnection(to: daemon).call(name, parameters))
      return nil
    case (.more, let name?):
      let connection = try RawConnection(to: daemon)
      try connection.stream(name, match.named(try line.value))
      streams[name] = connection
      call = (name, .null, nil)
      return nil
    case (.reply, nil) where streams[call.name] != nil && call.reply == nil:
      call.reply = try streams[call.name]?.receive()
      return difference(call.reply, nil, try line.value)
    case (.reply, nil), (.error, .some): return try answered(line.name, try line.value)
    case (.reply, let name?): return try streamed(name, try line.value)
    default: return "there is no such form"
    }
  }

  /// The answer to the call. What only looks looks again until it sees that.
  private mutating func answered(_ error: String?, _ example: JSONValue) throws -> String? {
    let error = error.map { "io.bgtaskd.Scheduler.\($0)" }
    guard readOnly.contains(call.name) else { return difference(call.reply, error, example) }
    var last: String?
    var found = match
    let name = call.name
    let parameters = call.parameters
    let isSo = try daemon.wait { _ in
      let reply = try RawConnection(to: daemon).call(name, parameters)
      last = Self.difference(reply, error, example, &found)
      return last == nil ? true : nil
    }
    match = found
    return isSo == nil ? last : nil
  }

  /// What comes on a connection whose call has more replies; others may come before.
  private mutating func streamed(_ name: String, _ example: JSONValue) throws -> String? {
    guard let connection = streams[name] else { return "nobody has called \(name)" }
    var seen: [String] = []
    while let reply = try? connection.receive() {
      guard let difference = difference(reply, nil, example) else { return nil }
      seen.append("\(difference): \(reply)")
    }
    return seen.isEmpty ? "nothing came" : seen.joined(separator: "\n")
  }

  private mutating func difference(_ reply: RawReply?, _ error: String?, _ example: JSONValue) -> String? {
    Self.difference(reply, error, example, &match)
  }

  private static func difference(
    _ reply: RawReply?, _ error: String?, _ example: JSONValue, _ match: inout ExampleMatch
  ) -> String? {
    guard let reply else { return "the connection was closed" }
    guard reply.error == error else { return "\(reply) came" }
    return match.difference(of: reply.parameters, from: example).map { "\($0) in \(reply)" }
  }
}

extension JSONValue {
  /// `CLOCK_BOOTTIME`, to ten milliseconds (proc_uptime(5)).
  private static var bootUSec: Int64 {
    let text = try? String(contentsOfFile: "/proc/uptime", encoding: .utf8)
    return Int64((text?.split(separator: " ").first.flatMap { Double($0) } ?? 0) * 1_000_000)
  }

  /// The value on this machine: the examples are of one that has just been booted.
  fileprivate var sinceBoot: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      Dictionary(
        uniqueKeysWithValues: members.map { name, value in
          guard case .number(let point) = value, name == "trustedUntilUSec", point > 0 else {
            return (name, value.sinceBoot)
          }
          return (name, .number(point + Self.bootUSec))
        }))
  }
}
