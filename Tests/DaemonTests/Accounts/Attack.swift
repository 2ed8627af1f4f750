import ConfigurationFiles
import Foundation
import SchedulerAPI
import TestSupport
import Testing
import Varlink

/// A row of the table: which method is used to take more than a share of what.
struct Attack: Sendable, CustomTestStringConvertible {
  /// Without the interface; empty for connections on which nothing is called.
  var method: String
  /// Nil for what is made to happen to tasks.
  var bound: AccountBound?
  /// Nil for what is called, or connected to.
  var event: CrowdEvent?
  var testDescription: String
  /// What the tasks may take in memory, in bytes; nil is as in the system's instance.
  var taskMemory: Int?
  /// Makes what it needs before time counts.
  var prepare: @Sendable (DaemonProcess) throws -> Void = { _ in }
  /// Goes on until it is over.
  var body: @Sendable (Mallory) -> Void

  /// A hundred connections on which the method is called without end and no answer is read.
  private static func flood(
    _ method: String, _ parameters: String, more: Bool = false, oneway: Bool = false, connections: Int = 100,
    closing: Bool = false, bound: AccountBound = .calls,
    prepare: @escaping @Sendable (DaemonProcess) throws -> Void = { _ in }
  ) -> Attack {
    let flags = (more ? #","more":true"# : "") + (oneway ? #","oneway":true"# : "")
    let message =
      Array(#"{"method":"io.bgtaskd.Scheduler.\#(method)","parameters":\#(parameters)\#(flags)}"#.utf8) + [0]
    return Attack(
      method: method, bound: bound,
      testDescription: "\(method)\(flags) on \(connections) connections, \(bound)",
      prepare: prepare
    ) { $0.flood(connections, times: closing ? 1 : nil, closing: closing, with: message) }
  }

  private static let run = #"{"runId":"0123456789abcdef0123456789abcdef""#

  /// 100 tasks of 100 KB.
  private static func submitLargeTasks(_ daemon: DaemonProcess) throws {
    let client = try daemon.client()
    let text = String(repeating: "x", count: 100_000)
    for number in 0..<100 {
      try client.submit(
        .later("large-\(number)").with { $0.command = Wire.Command(argv: ["/bin/echo", text]) })
    }
  }

  /// As many times of day as an expression may have.
  private static let times = (0..<64).map {
    "between \(10 + $0 % 10):\(10 + $0 % 49) and \(10 + $0 % 10):\(11 + $0 % 49)"
  }.joined(separator: " and ")
  /// As many checks as an expression may have.
  private static let checks = (0..<60).map { #"check \"/bin/false \#($0)\""# }.joined(separator: " or ")

  private static func submitTimes(_ daemon: DaemonProcess) throws {
    try daemon.client().submit(.shell("times").with { $0.when = times })
  }

  private static func submitManyTasks(_ daemon: DaemonProcess) throws {
    let client = try daemon.client()
    for part in 0..<7 { try client.submitBatch((0..<500).map { .later("many-\(part)-\($0)") }) }
  }

  private static func batch() -> String {
    let requests = (0..<1000).map { number in
      #"{"identifier":"batch-\#(number)","kind":"processing","earliestBeginUSec":4000000000000000,"#
        + #""command":{"argv":["/bin/true"]}}"#
    }
    return #"{"requests":["# + requests.joined(separator: ",") + "]}"
  }

  /// Ends 3,500 tasks in one batch while others are told of it.
  private static func watched(_ testDescription: String, _ message: [UInt8]) -> Attack {
    Attack(
      method: "Watch", bound: .streams, testDescription: testDescription, prepare: submitManyTasks
    ) { mallory in
      let connections = (0..<200).compactMap { _ in try? RawConnection(to: mallory.daemon) }
      for connection in connections { _ = try? connection.send(message, within: .zero) }
      _ = try? mallory.daemon.client().cancelAll()
      mallory.begun()
      mallory.waitForEnd()
      withExtendedLifetime(connections) {}
    }
  }

  /// Connections of two other users.
  private static func held(_ way: String, each count: Int, _ testDescription: String) -> Attack {
    Attack(method: "", bound: .connections, testDescription: testDescription) { mallory in
      let holders = [OtherUsers.mallory, OtherUsers.mallorysFriend].compactMap { user in
        try? ConnectionHolder(mallory.daemon, way, count, as: user)
      }
      for holder in holders { #expect(throws: Never.self) { try holder.waitUntilHeld() } }
      mallory.begun()
      mallory.waitForEnd()
      for holder in holders { holder.end() }
      for holder in holders { #expect(throws: Never.self) { try holder.waitForEnd() } }
    }
  }

  /// Every method of the protocol, and every bound.
  static let all: [Attack] = [
    flood(
      "Submit",
      #"{"request":{"identifier":"a","kind":"processing","earliestBeginUSec":4000000000000000,"#
        + #""command":{"argv":["/bin/true"]}}}"#),
    flood("SubmitBatch", batch()),
    flood("SubmitBatch", batch(), connections: 250, bound: .callBytes),
    flood("Cancel", #"{"identifier":"a"}"#),
    flood("Cancel", #"{"identifier":"a","user":"root"}"#),
    flood("RenewLease", #"{"identifier":"a","trustedUntilUSec":86400000000}"#),
    flood("CancelAll", "{}"),
    flood("List", "{}", bound: .replyBytes, prepare: submitLargeTasks),
    flood("List", "{}", more: true, connections: 250, bound: .replyBytes, prepare: submitLargeTasks),
    flood("List", "{}", more: true, bound: .reads, prepare: submitManyTasks),
    flood("List", "{}", more: true, bound: .replyBytes) { try Crowd(400, "62 times of day").submit(to: $0) },
    flood("Get", #"{"identifier":"large-1"}"#, bound: .replyBytes, prepare: submitLargeTasks),
    flood("Explain", #"{"identifier":"large-1"}"#, prepare: submitLargeTasks),
    Attack(
      method: "History", bound: .reads, testDescription: "History on 50 connections that close, reads"
    ) {
      $0.flood(
        50, times: 250, closing: true,
        with: Message.call(SchedulerMethod.History.self, .init(limit: 10_000)))
    },
    flood("History", #"{"limit":10000}"#, more: true),
    flood("Output", run + "}"),
    watched(
      "200 connections with 250 oneway calls of Watch each, streams",
      (0..<250).flatMap { _ in Message.call(SchedulerMethod.Watch.self, .init(), more: true, oneway: true) }),
    watched(
      "200 connections that watch and do not read, streams",
      Message.call(SchedulerMethod.Watch.self, .init(), more: true)),
    flood("Register", #"{"application":"","identifiers":["org.example.mallory"]}"#, more: true),
    flood("AddIdentifiers", #"{"registration":"none","identifiers":["org.example.mallory"]}"#),
    flood("SetApplicationState", #"{"application":"one","state":"active"}"#),
    flood("Complete", run + #","success":true}"#),
    flood("ReportProgress", run + #","progress":{"completedUnitCount":1,"totalUnitCount":2}}"#),
    flood("ShouldDefer", run + "}"),
    flood("HandlerBegan", run + "}"),
    flood("Checkpoint", run + "}"),
    flood("GetConditions", "{}"),
    flood("GetConditions", "{}", more: true, bound: .streams),
    flood("WaitFor", #"{"when":"idle and between 03:00 and 04:00"}"#),
    flood("WaitFor", #"{"when":"idle and between 03:00 and 04:00"}"#, more: true, bound: .streams),
    flood("WaitFor", #"{"when":"\#(times)"}"#),
    flood("WaitFor", #"{"when":"\#(checks)"}"#, more: true, connections: 30, closing: true, bound: .streams),
    flood("ListWaiting", "{}"),
    Attack(
      method: "ListWaiting", bound: .calls,
      testDescription: "ListWaiting on 100 connections beside 30 that wait for 64 times of day, calls"
    ) { mallory in
      let waiting = (0..<30).compactMap { _ in try? RawConnection(to: mallory.daemon) }
      for connection in waiting {
        #expect(throws: Never.self) { try connection.stream("WaitFor", .object(["when": .text(times)])) }
      }
      mallory.flood(100, with: Message.call(SchedulerMethod.ListWaiting.self, .init()))
      withExtendedLifetime(waiting) {}
    },
    flood("Explain", #"{"identifier":"times"}"#, prepare: submitTimes),
    flood("BeginAssertion", #"{"why":"saving","limitDurationUSec":600000000}"#, more: true),
    flood("ListAssertions", "{}"),
    flood("Pause", #"{"identifiers":"mallory.*"}"#),
    flood("Resume", #"{"identifiers":"mallory.*"}"#),
    flood("ListPauses", "{}"),
    flood("ExportRecord", "{}"),
    flood("ForgetRecord", "{}"),
    flood("SimulateConditions", #"{"conditions":{"batteryPercent":"50"}}"#),
    flood("SimulateLaunch", #"{"identifier":"none"}"#),
    flood("SimulateExpiration", #"{"identifier":"none"}"#),
    flood("Status", "{}"),
    Attack(
      method: "", bound: .callBytes, testDescription: "200 connections with half a message of 1 MB each"
    ) { mallory in
      let half = [UInt8](repeating: UInt8(ascii: " "), count: 1_000_000)
      let connections = (0..<200).compactMap { _ in try? RawConnection(to: mallory.daemon) }
      for connection in connections { _ = try? connection.send(half, within: .milliseconds(2)) }
      mallory.begun()
      mallory.waitForEnd()
      withExtendedLifetime(connections) {}
    },
    held("idle", each: 256, "two users with 256 idle connections each"),
    held("half", each: 256, "two users with 256 connections each that have begun a message"),
    held("register", each: 256, "two users with 256 connections each that handle an identifier"),
    held("leaving", each: 600, "two users with 600 connections each that are told to go"),
  ]
}
