import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

@testable import Control

@Suite("submit --wait")
struct SubmissionWaitTests {
  private static let words = ["submit", "--wait", "-i", "org.example.backup", "--", "/bin/true"]

  /// A daemon that says these events of what was submitted.
  /// - Parameter attempt: Of the task as it waits after its run; nil when it is over.
  private func daemon(
    _ events: [SchedulerMethod.Watch.Reply], waitingFor attempt: [Int] = []
  ) throws -> FakeDaemon {
    nonisolated(unsafe) var left = attempt
    return try FakeDaemon { exchange in
      switch exchange.call {
      case .submit:
        var task = Samples.task("org.example.backup")
        task.state = .launching
        exchange.reply(SchedulerMethod.Submit.Reply(task: task))
      case .get:
        guard !left.isEmpty else {
          return exchange.fail(SchedulerInterfaceError.noSuchTask(identifier: "org.example.backup"))
        }
        var task = Samples.task("org.example.backup")
        task.state = .waiting
        task.attempt = left.removeFirst()
        exchange.reply(SchedulerMethod.Get.Reply(task: task, lastRuns: []))
      case .history: exchange.reply(SchedulerMethod.History.Reply(runs: []))
      case .watch:
        for event in events { exchange.reply(event, continues: true) }
        exchange.hangUp()
      default:
        exchange.reply(Samples.status)
      }
    }
  }

  private static func event(_ name: String, _ run: Wire.Run) -> SchedulerMethod.Watch.Reply {
    .init(event: name, timeUSec: ControlRun.now, run: run)
  }

  @Test("Its exit status is the program's", arguments: [0, 3, 75] as [Int32])
  func status(code: Int32) throws {
    let end = Samples.run(success: code == 0, exitStatus: code)
    let other = Samples.run("org.example.backup.other", success: false, exitStatus: 9)
    let daemon = try daemon([Self.event("ended", other), Self.event("ended", end)])
    let run = ControlRun.run(Self.words, daemon: daemon)
    #expect(run.status.rawValue == code)
    let result = code == 0 ? "succeeded" : "failed (exit \(code))"
    #expect(run.output.hasSuffix("It \(result), after 1min 30s.\n"), "\(run.output)")
  }

  @Test("What is tried again is followed further; what was killed or cancelled is status 1")
  func attempts() throws {
    var first = Samples.run(success: false, exitStatus: 1)
    first.attempt = 1
    let daemon = try daemon(
      [
        Self.event("ended", first),
        Self.event("ended", Samples.run(outcome: .killed, success: nil, exitStatus: nil)),
      ],
      waitingFor: [1, 2])
    let run = ControlRun.run(Self.words, daemon: daemon)
    #expect(run.status == .no && run.output.contains("It failed (exit 1), and is tried again."))
    let cancelled = try self.daemon([
      .init(event: "cancelled", timeUSec: ControlRun.now, task: Samples.task("org.example.backup"))
    ])
    #expect(ControlRun.run(Self.words, daemon: cancelled).status == .no)
  }

  @Test("With --json it is the task, and then the run")
  func json() throws {
    let daemon = try daemon([Self.event("ended", Samples.run())])
    let run = ControlRun.run(["--json"] + Self.words, daemon: daemon)
    #expect(run.lines.count == 2 && run.status == .success)
    #expect(run.lines[1].contains(#""outcome":"completed""#))
  }

  @Test("A daemon that goes away is an error, and no end")
  func lost() throws {
    #expect(ControlRun.run(Self.words, daemon: try daemon([])).status == .inputOutput)
  }
}
