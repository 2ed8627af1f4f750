import SchedulerAPI
import TestSupport
import Testing

@testable import Control

@Suite("What has a date says it, as clocks here show it")
struct DateTests {
  @Test("explain: what waits for its date only runs then, said first and as clocks here show it")
  func explainDate() throws {
    let day: Int64 = 24 * Samples.hour
    for (distance, words) in [
      (2 * Samples.hour, "09:54 (in 2h)"), (3 * day, "Tue 07:54 (in 3d)"),
      (9 * day, "2026-11-30 07:54 (in 1w 2d)"),
    ] {
      let daemon = try FakeDaemon { exchange in
        exchange.reply(
          SchedulerMethod.Explain.Reply(
            canProceed: false,
            reasons: [
              Wire.Reason(
                code: "earliestBegin", message: "its date has not come", required: "2026-11-21T10:00:00Z",
                observed: "2026-11-22T10:00:00Z")
            ], forecastUSec: ControlRun.now + distance))
      }
      let run = ControlRun.run(["explain", "a"], daemon: daemon)
      #expect(run.lines.first == "a runs \(words):")
      #expect(run.output.contains(" 10:00 ") && run.output.contains("2026-11-22 10:00"))
      #expect(!run.output.contains("00Z"))
    }
  }

  @Test("list and show: what has failed has the date of its next attempt")
  func nextAttempt() throws {
    let daemon = try FakeDaemon { exchange in
      var task = Samples.task("a", reason: "attempt 1 failed and the next one has to wait")
      task.attempt = 2
      task.forecastUSec = ControlRun.now + Samples.hour
      switch exchange.call {
      case .get: exchange.reply(task: task)
      default: exchange.reply(tasks: [task])
      }
    }
    let list = ControlRun.run(["list"], daemon: daemon)
    #expect(list.output.contains("08:54") && list.output.contains("in 1h  "))
    #expect(list.output.contains("has to wait"))
    #expect(ControlRun.run(["show", "a"], daemon: daemon).lines.contains("      Next: 08:54 (in 1h)"))
  }
}
