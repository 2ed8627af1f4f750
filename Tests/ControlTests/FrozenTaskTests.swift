import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

@testable import Control

@Suite("Frozen work, and what the daemon knows of a task beside its request")
struct FrozenTaskTests {
  /// A run that is frozen for 25 s more. It is now 07:54:30.5.
  private static func frozen(_ change: (inout Wire.Task) -> Void = { _ in }) -> Wire.Task {
    var task = Samples.task(
      "org.example.index", state: .running, reason: "it needs external power", runningFor: 60_000_000)
    task.frozenUntilUSec = ControlRun.now + 25_000_000
    change(&task)
    return task
  }

  private static let kept = Wire.ExpressionPart(
    depth: 0, text: "external-power", state: .lacks, observed: "battery")

  private static func daemon(_ task: Wire.Task = frozen()) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .list: exchange.reply(tasks: [task])
      case .get: exchange.reply(task: task)
      case .explain:
        exchange.reply(
          SchedulerMethod.Explain.Reply(
            canProceed: false,
            reasons: [Wire.Reason(code: "externalPower", message: "it needs external power")],
            expression: [kept], running: true))
      case .history: exchange.reply(runs: [])
      case .getConditions:
        exchange.reply(SchedulerMethod.GetConditions.Reply(conditions: Samples.conditions()))
      case .status: exchange.reply(Samples.status)
      case .listPauses: exchange.reply(SchedulerMethod.ListPauses.Reply(pauses: []))
      default: exchange.hangUp()
      }
    }
  }

  @Test("list says until when a run is frozen and, where there is room, why", arguments: [60, 140, nil])
  func list(width: Int?) throws {
    let run = ControlRun.run(["list"], daemon: try Self.daemon(), width: width)
    let reason = width == 60 ? "" : ": it needs external power"
    #expect(
      run.lines.contains { $0.hasSuffix("  frozen until 07:54 (in 25s)\(reason)") }, "\(run.output)")
    let json = ControlRun.run(["list", "--json"], daemon: try Self.daemon())
    #expect(json.output.contains(#""frozenUntilUSec":\#(ControlRun.now + 25_000_000)"#))
  }

  @Test("A run whose handler goes on without what it lacks is not called frozen")
  func handler() throws {
    let task = Self.frozen { $0.frozenUntilUSec = nil }
    for words in [["list"], ["show", "org.example.index"], ["status"], ["timeline"]] {
      let run = ControlRun.run(words, daemon: try Self.daemon(task))
      #expect(run.status == .success && !run.output.lowercased().contains("frozen"), "\(run.output)")
    }
  }

  @Test("show, status and timeline say until when a run is frozen")
  func shown() throws {
    let show = ControlRun.run(["show", "org.example.index"], daemon: try Self.daemon())
    #expect(
      show.output.contains("Frozen: until 07:54:55 (in 25s), then it is told to stop\n"), "\(show.output)")
    let status = ControlRun.run(["status"], daemon: try Self.daemon())
    #expect(
      status.output.contains("Frozen: 1: org.example.index until 07:54 (in 25s)\n"), "\(status.output)")
    let timeline = ControlRun.run(["timeline"], daemon: try Self.daemon(), width: 140)
    #expect(timeline.output.contains("  frozen until 07:54 (in 25s)\n"), "\(timeline.output)")
    let json = ControlRun.run(["timeline", "--json"], daemon: try Self.daemon())
    #expect(json.output.contains(#""frozenUntilUSec":"#))
  }

  @Test("explain says until when and why a run is frozen, and what it needs")
  func explained() throws {
    let run = ControlRun.run(["explain", "org.example.index"], daemon: try Self.daemon())
    #expect(
      run.lines.first
        == "org.example.index is frozen until 07:54:55 (in 25s), then it is told to stop, for this reason:")
    #expect(run.output.contains("external power") && !run.output.contains("does not run now"))
    #expect(run.output.contains("\nThese conditions must go on holding:\n") && run.output.contains("lacks"))
    let json = ControlRun.run(["explain", "org.example.index", "--json"], daemon: try Self.daemon())
    #expect(json.output.contains(#""running":true"#))
  }

  @Test("show has what was learned of the task's runs, and the limit in force")
  func learned() throws {
    let task = Self.frozen {
      $0.request.expectedDurationUSec = 300_000_000
      $0.usualDurationUSec = 2_345_678
      $0.resumes = true
      $0.runtimeLimitDurationUSec = 600_000_000
    }
    let lines = ControlRun.run(["show", "a"], daemon: try Self.daemon(task)).lines.map {
      String($0.trimmingPrefix { $0 == " " })
    }
    let place = try #require(lines.firstIndex(of: "Expected to take: 5min"))
    #expect(lines[place + 1] == "Usually takes: 2s (of its own runs)")
    #expect(lines.contains("Resume: goes on where the run before left off, as its runs have shown"))
    #expect(lines.contains("Runtime limit: 10min (as ProcessingRuntimeSec= says)"))
  }

  @Test("What the request says stands alone", arguments: [true, false])
  func asked(resumes: Bool) throws {
    let task = Self.frozen {
      $0.request.canResume = resumes
      $0.request.runtimeLimitDurationUSec = 3_600_000_000
      $0.resumes = true
      $0.runtimeLimitDurationUSec = 3_600_000_000
      $0.usualDurationUSec = 12_000
    }
    let output = ControlRun.run(["show", "a"], daemon: try Self.daemon(task)).output
    #expect(output.contains("Runtime limit: 1h\n") && !output.contains("RuntimeSec="))
    #expect(!output.contains("as its runs have shown"))
    #expect(output.contains(resumes ? "Resume: goes on where" : "Resume: begins anew each time"))
    #expect(output.contains("Usually takes: 12ms (of its own runs)\n"))
  }

  @Test("Tasks that a young window alone holds back say until when, however wide the terminal is")
  func held() throws {
    var task = Samples.task("org.example.index")
    task.reason = Wire.Reason(code: "youngWindow", message: "what it needs has held for 2min")
    task.reasonCount = 1
    task.forecastUSec = ControlRun.now + 279_000_000
    for width in [60, 120, 140, 200, nil] {
      let run = ControlRun.run(["list"], daemon: try Self.daemon(task), width: width)
      #expect(run.output.contains("held until 07:59 (in 4min 39s)"), "\(run.output)")
      #expect(!run.output.contains("what it needs"))
    }
    task.reasonCount = 2
    #expect(ControlRun.run(["list"], daemon: try Self.daemon(task)).output.contains("what it needs has held"))
  }

  @Test("Only with less than an hour left the remaining time is said beside a date")
  func near() throws {
    var task = Samples.task("org.example.index")
    task.reason = Wire.Reason(code: "youngWindow", message: "what it needs has held for 2min")
    task.reasonCount = 1
    for (distance, text) in [
      (16_000_000, "until 07:54 (in 16s)\n"), (3_599_000_000, "until 08:54 (in 59min 59s)\n"),
      (3_600_000_000, "until 08:54\n"),
    ] as [(Int64, String)] {
      task.forecastUSec = ControlRun.now + distance
      for words in [["status"], ["timeline"]] {
        let run = ControlRun.run(words, daemon: try Self.daemon(task), width: 140)
        #expect(run.output.contains(text), "\(run.output)")
      }
    }
  }

  // MARK: The length of a run

  private static let note =
    "bgtaskctl: a run is told to stop after 10min, before the 1h that it is expected to take: "
    + "--runtime-limit allows more\n"

  /// Returns what `submit` or `edit` prints of a task that is expected to take an hour.
  private static func note(_ words: [String], _ change: (inout Wire.Task) -> Void = { _ in }) throws -> String
  {
    var task = Samples.task("a", reason: nil)
    task.runtimeLimitDurationUSec = 600_000_000
    change(&task)
    let answer = task
    let daemon = try FakeDaemon { exchange in
      switch exchange.call {
      case .submit(let parameters):
        var changed = answer
        changed.request = parameters.request
        exchange.reply(SchedulerMethod.Submit.Reply(task: changed))
      case .get: exchange.reply(task: answer)
      case .explain: exchange.reply(SchedulerMethod.Explain.Reply(canProceed: true, reasons: []))
      default: exchange.hangUp()
      }
    }
    return ControlRun.run(words, daemon: daemon).errors
  }

  @Test("submit and edit note that a run is told to stop before its work can be done")
  func noted() throws {
    let submit = ["submit", "-i", "a", "--expected", "1h"]
    #expect(try Self.note(submit + ["/bin/true"]) == Self.note)
    #expect(try Self.note(["edit", "a", "--expected", "1h"]) == Self.note)
    #expect(try Self.note(submit + ["--can-resume", "/bin/true"]).isEmpty)
    #expect(try Self.note(submit + ["/bin/true"]) { $0.resumes = true }.isEmpty)
    #expect(try Self.note(submit + ["--no-can-resume", "/bin/true"]) { $0.resumes = true } == Self.note)
    #expect(try Self.note(submit + ["/bin/true"]) { $0.runtimeLimitDurationUSec = nil }.isEmpty)
    #expect(try Self.note(submit + ["/bin/true"]) { $0.runtimeLimitDurationUSec = 3_600_000_000 }.isEmpty)
  }

  // MARK: Private networks

  @Test(
    "A private network that is not there is a reason to wait only where a task asks for one",
    arguments: [nil, "idle and vpn", "field"])
  func vpn(asking: String?) throws {
    var task = Samples.task("a")
    if asking == "field" { task.request.requiresVPN = true } else { task.request.when = asking }
    let asked = task
    let daemon = try FakeDaemon { exchange in
      if case .list = exchange.call { return exchange.reply(tasks: [asked]) }
      let conditions = Samples.conditions(unmet: ["externalPower", "vpn"])
      exchange.reply(SchedulerMethod.GetConditions.Reply(conditions: conditions))
    }
    #expect(
      ControlRun.run(["conditions"], daemon: daemon).lines.last
        == "Reasons to wait now: external power" + (asking == nil ? "" : ", vpn"))
  }
}
