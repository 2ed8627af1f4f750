import Testing

@testable import SchedulerCore

@Suite("Retries")
struct RetryTests {
  @Test(
    "Pauses are linear or exponential, never longer than the maximum; with none there is no other attempt",
    arguments: [
      (Backoff.none, [nil, nil, nil, nil, nil]), (.linear, [30, 60, 90, 100, 100]),
      (.exponential, [30, 60, 100, 100, 100]),
    ] as [(Backoff, [Int64?])])
  func pauses(backoff: Backoff, seconds: [Int64?]) {
    let retry = Retry(backoff: backoff, initial: .seconds(30), maximum: .seconds(100), maximumAttempts: 99)
    for (index, expected) in seconds.enumerated() {
      #expect(retry.pause(afterAttempts: index + 1) == expected.map { .seconds($0) })
    }
  }

  @Test("By default: exponential from 30 s to 5 h, ten attempts")
  func defaults() {
    let pauses = (1...10).map { Retry().pause(afterAttempts: $0) }
    let seconds: [Int64?] = [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, nil]
    #expect(pauses == seconds.map { $0.map(TimeSpan.seconds) })
    #expect(Retry(maximumAttempts: 99).pause(afterAttempts: 98) == .hours(5))
  }

  @Test("Pauses do not overflow, whatever the lengths and the attempts are")
  func bounds() {
    for backoff in [Backoff.linear, .exponential] {
      for initial in [0, 1, Int64.max, TimeSpan.maximum.uSec] {
        for attempts in [Int.min, 0, 1, 2, 63, 64, 65, 1_000_000, Int.max - 1] {
          let retry = Retry(
            backoff: backoff, initial: TimeSpan(uSec: initial), maximum: .hours(5), maximumAttempts: .max)
          let pause = retry.pause(afterAttempts: attempts)
          #expect(pause.map { $0 >= .zero && $0 <= .hours(5) } == true)
        }
      }
    }
  }

  @Test("R38, R44: attempts are bounded, and giving up is reported")
  func bounded() {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.retry = Retry(initial: .seconds(1), maximumAttempts: 3) }), at: 0)
    var time = 0.0
    for (attempt, pause) in [(1, 1.0), (2, 2.0)] {
      core.take(.runEnded(core.run(attempt), .status(1)), at: time)
      #expect(core.reasons("a", at: time) == ["backoff"])
      #expect(core.explanation("a", at: time)?.forecast == .at(time + pause))
      time += pause
      core.take(.timer, at: time)
    }
    core.at(
      time, .runEnded(core.run(3), .status(1)),
      gives: [
        "put #3 a attempt 3 completed failure exit 1 because exitStatus 3s…3s", "report gave up #3 after 3",
        "delete 1", "report ended #3 completed",
      ])
    let counters = core.scheduler.counters
    #expect((counters.retried, counters.gaveUp, counters.launched) == (2, 1, 3))
  }

  @Test(
    "Exit 75 is tried again by the default rule though the request carries none, and no more than ten times")
  func temporaryFailure() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    var time = 0.0
    for attempt in 1...10 {
      core.take(.runEnded(core.run(attempt), .status(75)), at: time)
      time += Retry().pause(afterAttempts: attempt).map { Double($0.uSec) / 1_000_000 } ?? 0
      core.take(.timer, at: time)
    }
    #expect(core.scheduler.pendingCount + core.scheduler.runningCount == 0)
    #expect(core.scheduler.counters.gaveUp == 1)
    #expect(core.store.runs.count == 10)
  }

  @Test("A failure that the program has reported counts instead of exit status 75, also over a restart")
  func reportedFailure() {
    for restarts in [false, true] {
      var core = CoreHarness()
      core.take(.submit(.command("a")), at: 0)
      core.take(.runStarted(core.run(1)), at: 0)
      core.take(.call(.complete(core.run(1), success: false)), at: 1)
      if restarts {
        core = core.restarted()
        core.start(at: 1, surviving: [core.run(1)])
      }
      core.take(.runEnded(core.run(1), .status(75)), at: 2)
      #expect(core.scheduler.pendingCount + core.scheduler.runningCount == 0)
    }
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.retry = Retry() }), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    core.take(.call(.complete(core.run(1), success: false)), at: 1)
    core.take(.runEnded(core.run(1), .status(75)), at: 2)
    #expect(core.scheduler.pendingCount == 1)
  }

  @Test("Back-off does not run while the machine is suspended, and steps of the wall clock do not shorten it")
  func monotonic() {
    var core = RunningRules.running(.command("a") { $0.retry = Retry() })
    core.take(.runEnded(core.run(1), .status(1)), at: 10)
    core.stepWall(by: 3600)
    core.at(20, .clockChanged, gives: ["arm point 40s"])
    #expect(core.reasons("a", at: 39.9) == ["backoff"])
    core.take(.timer, at: 40)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("With none nothing is tried again, whatever became of the run but the machine's sleep")
  func none() {
    let request = TaskRequest.command("a") {
      $0.retry = Retry(backoff: .none)
      $0.sleepsThrough = false
    }
    for exit in [Exit.status(1), .status(75), .signal("SIGSEGV"), .outOfMemory] {
      var core = RunningRules.running(request)
      core.take(.runEnded(core.run(1), exit), at: 1)
      #expect(core.scheduler.pendingCount == 0)
    }
    var killed = RunningRules.running(request).restarted()
    killed.start(at: 1)
    #expect(killed.scheduler.pendingCount == 0 && killed.scheduler.runningCount == 0)
    var sleeping = RunningRules.running(request)
    sleeping.take(.departing(.sleep, limit: .seconds(5)), at: 1)
    sleeping.take(.runEnded(sleeping.run(1), .signal("SIGTERM")), at: 2)
    #expect(sleeping.scheduler.pendingCount == 1)
  }
}
