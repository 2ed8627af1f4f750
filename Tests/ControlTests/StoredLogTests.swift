import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("logs without a journal")
struct StoredLogTests {
  private static func name(_ digit: Character) -> String { String(repeating: digit, count: 32) }

  private static func run(_ digit: Character, _ outcome: Wire.Outcome? = .completed) -> Wire.Run {
    var run = Samples.run("a", outcome: outcome, success: outcome == .completed)
    run.runId = name(digit)
    if outcome == .launchFailed {
      run.stopReason = Wire.Reason(code: "launchFailed", message: "no such user")
    }
    return run
  }

  private static func event(_ event: String, _ run: Wire.Run) -> SchedulerMethod.Watch.Reply {
    .init(event: event, timeUSec: ControlRun.now, run: run)
  }

  /// A daemon that has these runs, the newest first, of which each wrote three lines with its digit, and that
  /// says these events and goes away.
  /// - Parameter known: What it says of runs; nil is all.
  private func daemon(
    _ runs: [Wire.Run], _ events: [SchedulerMethod.Watch.Reply] = [], known: [Wire.Run]? = nil
  ) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .history(let call):
        var found = known ?? runs
        if let name = call.runId { found = found.filter { $0.runId.hasPrefix(name) } }
        exchange.reply(runs: Array(found.prefix(call.limit ?? .max)))
      case .output(let call):
        let digit = call.runId.first.map(String.init) ?? ""
        let hasStarted = runs.first { $0.runId == call.runId }?.outcome != .launchFailed
        let text = hasStarted ? "\(digit)1\n\(digit)2\n\(digit)3\n" : ""
        exchange.reply(SchedulerMethod.Output.Reply(output: text, truncated: true, inJournal: false))
      case .watch:
        for event in events { exchange.reply(event, continues: true) }
        exchange.hangUp()
      default:
        exchange.reply(Samples.status)
      }
    }
  }

  @Test("-n shows the last lines of the last run, or of all")
  func lastLines() throws {
    let daemon = try daemon([Self.run("2"), Self.run("1")])
    func output(_ arguments: String...) -> String {
      ControlRun.run(["logs", "a"] + arguments, daemon: daemon).output
    }
    #expect(output("-n", "2") == "22\n23\n")
    #expect(output("-n", "3") == "-- the beginning is not kept --\n21\n22\n23\n")
    #expect(output("-n", "9").hasSuffix("\n21\n22\n23\n") && !output("-n", "9").contains("13"))
    #expect(output("-n0").isEmpty)
    let (first, second) = ("-- run \(Self.name("1")) --\n", "-- run \(Self.name("2")) --\n")
    #expect(output("-n", "2", "--all-runs") == second + "22\n23\n")
    #expect(
      output("-n", "4", "--all-runs") == first + "13\n" + second
        + "-- the beginning is not kept --\n21\n22\n23\n")
    let json = try SchedulerMethod.Output.Reply(json: Array(output("-n", "1", "--json").utf8))
    #expect(json.output == "23\n" && json.truncated)
    #expect(ControlRun.run(["logs", "--run", "11", "-n1"], daemon: daemon).output == "13\n")
  }

  @Test("Lines are counted as wc counts them, with the one that does not end")
  func counting() {
    func last(_ count: Int, of text: String) -> (String, Int) {
      let reply = SchedulerMethod.Output.Reply(output: text, truncated: false, inJournal: false)
      var output = StoredOutput(run: Self.run("1"), reply: reply, json: [])
      let left = output.keepLast(count)
      #expect(output.isCut == (output.reply.output != text) && output.reply.truncated == output.isCut)
      return (output.reply.output, left)
    }
    #expect(last(1, of: "") == ("", 0))
    #expect(last(1, of: "\n") == ("\n", 1))
    #expect(last(1, of: "a") == ("a", 1))
    #expect(last(1, of: "a\nb") == ("b", 1))
    #expect(last(2, of: "a\n\n") == ("a\n\n", 2))
    #expect(last(1, of: "a\n\n") == ("\n", 1))
    #expect(last(5, of: "a\nb\n") == ("a\nb\n", 2))
    #expect(last(1, of: "ä\r\nö\r\n") == ("ö\r\n", 1))
  }

  @Test("A run that did not start says why, and one under way that its output is to come")
  func withoutOutput() throws {
    let failed = ControlRun.run(["logs", "a"], daemon: try daemon([Self.run("1", .launchFailed)]))
    #expect(failed.output.hasSuffix("-- did not start (no such user) --\n"))
    let running = ControlRun.run(["logs", "a"], daemon: try daemon([Self.run("1", nil)]))
    #expect(
      running.output.contains("-- it runs since 06:54 (1h ago); what it writes is here when it ends --\n"))
  }

  @Test("-f shows the last lines, and then each run as it ends, once, and those of no other task")
  func follow() throws {
    var other = Self.run("9")
    other.identifier = "ab"
    let events = [
      // It ended before the runs were asked for.
      Self.event("ended", Self.run("1")), Self.event("launching", Self.run("2", nil)),
      Self.event("running", Self.run("2", nil)), Self.event("ended", other),
      Self.event("ended", Self.run("2")), Self.event("gaveUp", Self.run("2")),
      Self.event("ended", Self.run("3", .launchFailed)),
    ]
    let runs = [Self.run("3", .launchFailed), Self.run("2"), Self.run("1")]
    let daemon = try daemon(runs, events, known: [Self.run("1")])
    let run = ControlRun.run(["logs", "-f", "a"], daemon: daemon)
    #expect(run.status == .inputOutput && run.errors.contains("hung up"))
    #expect(
      run.lines == [
        "-- the beginning is not kept --", "11", "12", "13",
        "-- run \(Self.name("2")) began at 06:54; what it writes is here when it ends --",
        "-- the beginning is not kept --", "21", "22", "23",
        "-- run \(Self.name("2")): succeeded, 1min 30s --",
        "-- the beginning is not kept --", "-- did not start (no such user) --",
      ])
    #expect(daemon.calls.contains(.watch(.init(identifierPrefix: "a"))))
    let json = ControlRun.run(["logs", "-f", "-n1", "a", "--json"], daemon: daemon)
    #expect(json.lines.count == 3 && json.lines.allSatisfy { $0.hasPrefix("{") })
  }

  @Test("-f with --run is over when that run is, whenever that was")
  func followOne() throws {
    let name = Self.name("1")
    let over = ControlRun.run(["logs", "-f", "--run", name], daemon: try daemon([Self.run("1")]))
    #expect(over.status == .success && over.output.hasSuffix("13\n"))
    let ends = try daemon(
      [Self.run("1", nil)], [Self.event("ended", Self.run("2")), Self.event("ended", Self.run("1"))])
    let followed = ControlRun.run(["logs", "-f", "--run", "111"], daemon: ends)
    #expect(followed.status == .success && followed.lines.last == "-- run \(name): succeeded, 1min 30s --")
    #expect(!followed.output.contains("23"))
  }

  @Test("A run that ends between the question and the call for events is not waited for")
  func endedMeanwhile() throws {
    let runs = Mailbox<Wire.Run>()
    runs.append(Self.run("1", nil))
    runs.append(Self.run("1"))
    let daemon = try FakeDaemon { exchange in
      switch exchange.call {
      case .history:
        exchange.reply(runs: [runs.next()].compactMap(\.self))
      case .output:
        exchange.reply(SchedulerMethod.Output.Reply(output: "x\n", truncated: false, inJournal: false))
      case .watch: exchange.waitForHangUp()
      default:
        exchange.reply(Samples.status)
      }
    }
    let run = ControlRun.run(["logs", "-f", "--run", "1"], daemon: daemon)
    #expect(run.status == .success && run.output == "x\n")
  }
}
