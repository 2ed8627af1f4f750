import Testing

@testable import SchedulerCore

@Suite("Clock steps, suspend and shutdown")
struct DisturbanceTests {
  @Test(
    "R17: a clock that is set back keeps a task from beginning before its date, also when that had come"
  )
  func backward() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    core.take(
      .submit(
        .command("a") {
          $0.earliestBegin = .at(60)
          $0.requirements = .externalPower
        }), at: 0)
    core.take(.timer, at: 60)
    core.stepWall(by: -50)
    core.at(61, .clockChanged, gives: ["arm never"])
    core.at(
      62, .conditions([.powerSource(.external)]),
      gives: ["report conditions", "report held 1 a waits for earliestBegin", "arm date 60s"])
    #expect(core.reasons("a", at: 62) == ["earliestBegin"])
    core.take(.timer, at: 110)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("A clock that is set forward starts what became due by it")
  func forward() {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.earliestBegin = .at(3600) }), at: 0)
    core.stepWall(by: 3600)
    core.at(
      1, .clockChanged,
      gives: [
        "put 1 a from 3600s in #1", "put #1 a", "launch #1 a for 30s and 5s", "report launching #1",
        "arm never",
      ])
  }

  @Test("A repeating task does not wait for years when the clock was ahead, and stays on its grid")
  func repeating() {
    var core = CoreHarness()
    core.stepWall(by: 20 * 365 * 86_400)
    core.take(
      .submit(
        .command("a") {
          $0.repeatEvery = .hours(1)
          $0.deadline = .at(20 * 365 * 86_400 + 600)
        }), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 10)
    core.stepWall(by: -20 * 365 * 86_400)
    core.at(
      1000, .clockChanged, gives: ["put 1 a from 3600s until 4200s period 1", "arm date 3600s"])
    core.take(.timer, at: 3600)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test(
    "A repeating task whose run outlasted a clock set back is tried again, and does not wait for years"
  )
  func repeatingWhileRunning() {
    var core = CoreHarness()
    core.stepWall(by: 365 * 86_400)
    core.take(.submit(.command("a") { $0.repeatEvery = .hours(1) }), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 10)
    core.take(.timer, at: 3600)
    core.stepWall(by: -365 * 86_400)
    core.take(.clockChanged, at: 3601)
    core.take(.runEnded(core.run(2), .status(75)), at: 3602)
    let forecast = core.explanation("a", at: 3602)?.forecast
    #expect(forecast.map { $0 <= .at(3602) + .hours(1) } == true)
  }

  @Test("The first date of a repeating task was asked for, and no step of the clock moves it")
  func firstDate() {
    var core = CoreHarness()
    core.take(
      .submit(
        .command("a") {
          $0.earliestBegin = .at(86_400 * 7)
          $0.repeatEvery = .hours(1)
        }), at: 0)
    core.stepWall(by: -86_400)
    core.at(1, .clockChanged, gives: ["put 1 a from 604800s", "arm date 604800s"])
    core.at(2, .clockChanged, gives: ["arm date 604800s"])
  }

  @Test(
    "A task accepted while the clock was ahead is not overtaken for years, and its deadline is not past"
  )
  func acceptedInTheFuture() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.command("busy")), at: 0)
    core.stepWall(by: 365 * 86_400)
    core.take(.submit(.command("old") { $0.deadline = .at(7200) }), at: 1)
    #expect(core.scheduler.task("old", of: 1000)?.task.isOverdue == true)
    core.stepWall(by: -365 * 86_400)
    core.at(
      2, .clockChanged, gives: ["put 2 old until 7200s", "arm date 7200s"])
    #expect(core.scheduler.task("old", of: 1000)?.task.submitted == .at(2))
    core.take(.submit(.command("young")), at: 3)
    #expect(OrderTests.order(&core, at: 4) == ["busy", "old", "young"])
  }

  @Test("Suspend: run limits and grace do not count it; dates that passed meanwhile are due")
  func suspend() {
    var core = RunningRules.running(.command("a"))
    core.take(.submit(.command("b") { $0.earliestBegin = .at(600) }), at: 5)
    core.stepWall(by: 3600)
    core.at(
      10, .resumed,
      gives: [
        "put 2 b from 600s in #2", "put #2 b", "launch #2 b for 30s and 5s", "report launching #2",
        "arm point 30s",
      ])
    core.at(29, .timer, gives: ["arm point 30s"])
    #expect(core.scheduler.task("a", of: 1000)?.state == .running)
  }

  @Test("Shutdown tells runs to stop, starts and accepts nothing more, and says once that the daemon may end")
  func shutdown() {
    var core = RunningRules.running(
      .command("a"), configuration: .plain.with { $0.shutdownGrace = .seconds(2) })
    core.take(.submit(.command("later") { $0.earliestBegin = .at(60) }), at: 0)
    core.at(
      10, .shutdown,
      gives: [
        "expire #1 shutdown in 2s", "report expiring #1 because shutdown in 2s", "put #1 a because shutdown",
        "arm date 60s point 12s",
      ])
    core.at(10, .shutdown, gives: [])
    core.at(11, .submit(.command("b")), gives: ["reply unavailable"])
    core.at(11, .call(.simulateLaunch(identifier: "later")), gives: ["reply unavailable"])
    core.at(12, .timer, gives: ["kill #1", "report killing #1", "arm date 60s"])
    core.at(
      13, .runEnded(core.run(1), .signal("SIGKILL")),
      gives: [
        "put #1 a interrupted SIGKILL because shutdown 0s…13s", "put 1 a attempt 2 not before 43s",
        "report ended #1 interrupted next 43s", "ready to exit", "arm date 60s point 43s",
      ])
    core.at(60, .timer, gives: ["arm never"])
    #expect(core.reasons("later", at: 60) == ["shuttingDown"])
    core.at(61, .shutdown, gives: [])
  }

  @Test(
    "Shutdown with nothing running is ready at once; so is one before the start, which leaves all as it was")
  func shutdownIdle() {
    var core = CoreHarness()
    core.at(1, .shutdown, gives: ["ready to exit"])
    var running = RunningRules.running(.command("a")).restarted()
    running.at(5, .shutdown, gives: ["ready to exit"])
    #expect(running.store.activeRuns.count == 1)
  }

  @Test("R38: a run that shutdown stopped is tried again after the restart; one that got done is not")
  func shutdownAndRestart() {
    for (exit, isDone) in [(Exit.status(0), true), (.status(1), false), (.signal("SIGTERM"), false)] {
      var core = RunningRules.running(.command("a"))
      core.take(.shutdown, at: 10)
      core.take(.runEnded(core.run(1), exit), at: 11)
      var restarted = core.restarted()
      restarted.start(at: 100)
      #expect(restarted.scheduler.runningCount == (isDone ? 0 : 1))
      #expect(core.store.runs[core.run(1)]?.outcome == (isDone ? .expired : .interrupted))
    }
  }
}
