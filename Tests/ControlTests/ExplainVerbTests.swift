import SchedulerAPI
import SchedulerCore
import Testing

@testable import Control

@Suite("explain")
struct ExplainVerbTests {
  @Test(
    "explain: every reason with what is required, observed and since when, and the forecast",
    arguments: QueryVerbTests.widths)
  func explain(width: Int) throws {
    let daemon = try FakeDaemon { $0.reply(Samples.explanation) }
    let run = ControlRun.run(["explain", "org.example.backup"], daemon: daemon, width: width)
    #expect(run.status == .success)
    let table = run.lines.filter { $0.hasPrefix("  ") }
    #expect(table.count >= 3 && table.allSatisfy { TextWidth.of($0) <= width })
    #expect(!run.output.contains("…"))
    if width == 200 {
      #expect(table.count == 3)
      #expect(run.output.contains("earliest begin") && run.output.contains("external power"))
    }
    // Nothing is lost where there is less room for it, in whichever line it stands.
    for word in ["earliest", "external", "power", "machine", "battery", "date", "not", "come"] {
      #expect(run.output.contains(word), "\(word)")
    }
    if width == 200 {
      #expect(run.lines[0] == "org.example.backup waits, and runs no sooner than 09:54 (in 2h):")
      #expect(run.output.contains("external power    battery"))
      #expect(run.output.contains("07:51 (3min ago)"))
    }
  }

  @Test("The wait for a later date of a repeating task began when its last run ended")
  func sinceLastRun() throws {
    let reason = Wire.Reason(code: "earliestBegin", message: "its earliest begin date has not come")
    for (end, since) in [(-Samples.hour, "06:54 (1h ago)"), (Samples.hour, ""), (nil, "")] {
      let daemon = try FakeDaemon { exchange in
        guard case .get = exchange.call else {
          return exchange.reply(SchedulerMethod.Explain.Reply(canProceed: false, reasons: [reason]))
        }
        var last = Samples.run()
        last.endedUSec = end.map { ControlRun.now + $0 }
        exchange.reply(task: Samples.task("a"), lastRuns: [last])
      }
      let run = ControlRun.run(["explain", "a"], daemon: daemon, width: 200)
      #expect(run.lines.last?.hasSuffix(since.isEmpty ? "has not come" : since) == true, "\(run.output)")
    }
  }

  @Test("explain of a running task says since when it runs and what must go on holding")
  func explainRunning() throws {
    let daemon = try FakeDaemon { exchange in
      if case .get = exchange.call {
        let task = Samples.task("a", state: .running, reason: nil, runningFor: Samples.hour)
        exchange.reply(task: task)
      } else {
        let part = Wire.ExpressionPart(depth: 0, text: "external-power", state: .holds)
        exchange.reply(SchedulerMethod.Explain.Reply(canProceed: true, reasons: [], expression: [part]))
      }
    }
    let run = ControlRun.run(["explain", "a"], daemon: daemon)
    #expect(run.lines[0] == "a is running since 06:54 (1h ago) (attempt 1).")
    #expect(run.lines[1] == "These conditions must go on holding:" && run.output.contains("external-power"))
  }

  @Test("explain says of a handler, which goes on without what it has lost, that it runs")
  func explainHandler() throws {
    let reason = Wire.Reason(code: "externalPower", message: "the machine runs on battery")
    let daemon = try FakeDaemon { exchange in
      if case .get = exchange.call {
        var task = Samples.task("a", state: .running, reason: nil, runningFor: Samples.hour)
        task.reason = reason
        exchange.reply(task: task)
      } else {
        let part = Wire.ExpressionPart(depth: 0, text: "external-power", state: .lacks)
        exchange.reply(
          SchedulerMethod.Explain.Reply(canProceed: false, reasons: [reason], expression: [part]))
      }
    }
    let run = ControlRun.run(["explain", "a"], daemon: daemon)
    #expect(run.lines[0] == "a is running since 06:54 (1h ago) (attempt 1): the machine runs on battery.")
    #expect(run.lines[1] == "These conditions must go on holding:" && run.output.contains("lacks"))
  }

  @Test(
    "explain says what becomes of it at its deadline",
    arguments: [
      (Wire.DeadlinePolicy.drop, "It is dropped 10:54 (in 3h), unless it has begun by then."),
      (.run, "It runs 10:54 (in 3h) at the latest, even if its requirements do not hold."),
      (.wait, "It is late from 10:54 (in 3h) on, and keeps waiting."),
    ])
  func explainDeadline(policy: Wire.DeadlinePolicy, sentence: String) throws {
    let daemon = try FakeDaemon { exchange in
      guard case .get = exchange.call else { return exchange.reply(Samples.explanation) }
      var task = Samples.task("a")
      task.request.deadlineUSec = ControlRun.now + 3 * Samples.hour
      task.request.onDeadline = policy
      exchange.reply(task: task)
    }
    #expect(ControlRun.run(["explain", "a"], daemon: daemon).output.contains(sentence))
  }

  @Test("explain of what is over says how it ended")
  func explainOver() throws {
    let daemon = try FakeDaemon { exchange in
      if case .history = exchange.call {
        exchange.reply(runs: [Samples.run(success: false, exitStatus: 3)])
      } else {
        exchange.fail(noTask: "a")
      }
    }
    let run = ControlRun.run(["explain", "a"], daemon: daemon)
    #expect(
      run.status == .no && run.errors.contains("a is over, and waits for nothing: failed (exit 3)"),
      "\(run.errors)")
    #expect(run.errors.contains("bgtaskctl history a lists its runs"))
  }

  @Test("explain --quiet answers with its exit status only")
  func explainQuiet() throws {
    let waits = try FakeDaemon { $0.reply(Samples.explanation) }
    let quiet = ControlRun.run(["explain", "-q", "a"], daemon: waits)
    #expect(quiet.status == .no && quiet.output.isEmpty && quiet.errors.isEmpty)
    let proceeds = try FakeDaemon { $0.reply(SchedulerMethod.Explain.Reply(canProceed: true, reasons: [])) }
    #expect(ControlRun.run(["explain", "--quiet", "a"], daemon: proceeds).status == .success)
    #expect(
      ControlRun.run(["explain", "a"], daemon: proceeds).output
        == "a can proceed: nothing stands in its way.\n")
  }
}
