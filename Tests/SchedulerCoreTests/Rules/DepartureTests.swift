import Testing

@testable import SchedulerCore

@Suite("Sleep and shutdown of the machine")
struct DepartureTests {
  /// A command that wants to know when the machine goes to sleep.
  private static let told = TaskRequest.command("a") { $0.sleepsThrough = false }

  private static let sleep = Event.departing(.sleep, limit: .seconds(5))

  @Test("Before sleep a run is told to stop in the time that the machine waits; then the machine may go")
  func warned() {
    var core = RunningRules.running(Self.told)
    core.at(
      10, Self.sleep,
      gives: [
        "report departing to sleep in 5s stopping 1", "expire #1 sleep in 4s",
        "report expiring #1 because sleep in 4s", "put #1 a because sleep", "arm point 14s",
      ])
    core.at(
      11, .runEnded(core.run(1), .signal("SIGTERM")),
      gives: [
        "put #1 a interrupted SIGTERM because sleep 0s…11s", "put 1 a attempt 2 excused 1 not before 11s",
        "report ended #1 interrupted next 11s", "release", "arm point 314.75s",
      ])
    #expect(core.reasons("a", at: 11) == ["sleep"])
    core.stepWall(by: 3600)
    core.at(
      12, .departureOver(.sleep),
      gives: [
        "report sleep is over", "put 1 a attempt 2 excused 1 not before 11s in #2", "put #2 a attempt 2",
        "launch #2 a for 30s and 5s", "report launching #2", "arm never",
      ])
  }

  @Test("What does not stop is killed before the machine's patience is over, and is tried again all the same")
  func killed() {
    var core = RunningRules.running(Self.told)
    core.take(Self.sleep, at: 10)
    core.at(14, .timer, gives: ["kill #1", "report killing #1", "arm point 14.75s"])
    core.at(
      14.5, .runEnded(core.run(1), .signal("SIGKILL")),
      gives: [
        "put #1 a interrupted SIGKILL because sleep 0s…14.5s",
        "put 1 a attempt 2 excused 1 not before 14.5s",
        "report ended #1 interrupted next 14.5s", "release", "arm point 314.75s",
      ])
  }

  @Test("A machine is not held for longer than it waits")
  func impatient() {
    var core = RunningRules.running(Self.told)
    core.take(Self.sleep, at: 10)
    core.take(.timer, at: 14)
    core.at(14.75, .timer, gives: ["release", "arm point 314.75s"])
    // Its end is heard after the sleep, and it is tried again then.
    core.at(15, .departureOver(.sleep), gives: ["report sleep is over", "arm never"])
    core.take(.runEnded(core.run(1), .signal("SIGKILL")), at: 15)
    #expect(core.scheduler.runningCount == 1)
    #expect(core.scheduler.task("a", of: 1000)?.task.attempt == 2)
  }

  @Test("Work that gets done in its grace is done")
  func succeeded() {
    var core = RunningRules.running(Self.told)
    core.take(Self.sleep, at: 10)
    core.at(
      11, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a expired success exit 0 because sleep 0s…11s", "delete 1", "report ended #1 expired",
        "release", "arm point 314.75s",
      ])
  }

  @Test("A run has no more than its own grace, however long the machine waits")
  func ownGrace() {
    var core = RunningRules.running(Self.told)
    let found = core.take(.departing(.sleep, limit: .seconds(60)), at: 10)
    #expect(found.contains("expire #1 sleep in 5s"))
  }

  @Test("A run that is stopping already is hurried, and its outcome is what it was")
  func hurried() {
    var core = RunningRules.running(Self.told.with { $0.runtimeLimit = .seconds(10) })
    core.take(.timer, at: 10)
    core.at(
      11, .departing(.sleep, limit: .seconds(2)),
      gives: ["report departing to sleep in 2s stopping 1", "arm point 12.6s"])
    core.take(.timer, at: 12.6)
    #expect(
      core.take(.runEnded(core.run(1), .signal("SIGKILL")), at: 12.7).first
        == "put #1 a killed SIGKILL because runtimeLimit 0s…12.7s")
  }

  @Test("A command is frozen with the machine unless it says that it wants to be told")
  func sleepsThrough() {
    var core = RunningRules.running(.command("a"))
    core.at(
      10, Self.sleep, gives: ["report departing to sleep in 5s stopping 0", "release"])
    core.stepWall(by: 3600)
    core.at(11, .departureOver(.sleep), gives: ["report sleep is over", "arm point 30s"])
    #expect(core.scheduler.task("a", of: 1000)?.state == .running)
  }

  @Test("An application's handler is told, unless it says that it may be frozen")
  func handlers() {
    var core = CoreHarness.delivered(.handled("mail.sync"))
    core.at(
      1, Self.sleep,
      gives: [
        "report departing to sleep in 5s stopping 1", "warn #1 sleep in 4s on c1",
        "report expiring #1 because sleep in 4s", "put #1 mail.sync because sleep", "arm point 5s",
      ])
    core.at(
      2, .complete(core.run(1), success: false),
      gives: [
        "put #1 mail.sync interrupted failure because sleep 0s…2s",
        "put 1 mail.sync attempt 2 excused 1 not before 2s", "report ended #1 interrupted next 2s",
        "reply done", "release", "arm point 305.75s",
      ])
    var frozen = CoreHarness.delivered(.handled("mail.sync") { $0.sleepsThrough = true })
    frozen.at(
      1, Self.sleep, gives: ["report departing to sleep in 5s stopping 0", "release"])
  }

  @Test("A run that no program has taken yet waits for the machine's return instead")
  func awaited() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(.handled("mail.sync")), at: 0)
    core.at(
      1, Self.sleep,
      gives: [
        "report departing to sleep in 5s stopping 1", "put #1 mail.sync interrupted because sleep 0s…1s",
        "put 1 mail.sync attempt 2 excused 1 not before 1s", "report ended #1 interrupted next 1s", "release",
        "arm point 31s",
      ])
    core.take(.register("mail.sync", on: 1), at: 2)
    #expect(core.scheduler.runningCount == 0)
    core.take(.departureOver(.sleep), at: 3)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("Nothing is started while the machine is about to go, whoever asks")
  func nothingStarts() {
    var core = CoreHarness()
    core.at(
      0, Self.sleep, gives: ["report departing to sleep in 5s stopping 0", "release", "arm point 304.75s"])
    core.at(
      1, .submit(.command("a")),
      gives: [
        "put 1 a with payload", "report submitted 1 a waiting waits for sleep", "reply submitted 1 a waiting",
      ])
    core.at(
      1, .submit(.continued("b") { $0.strategy = .fail }), gives: ["reply immediateRunIneligible b"])
    core.at(1, .call(.simulateLaunch(identifier: "a")), gives: ["reply unavailable"])
    core.take(.departureOver(.sleep), at: 2)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("A resume that only the clocks tell of ends the wait as well, and the machine settles")
  func resumed() {
    var core = CoreHarness(configuration: .plain.with { $0.settling = .seconds(5) })
    core.take(Self.sleep, at: 0)
    core.take(.submit(.command("a")), at: 1)
    core.stepWall(by: 3600)
    core.at(2, .resumed, gives: ["report sleep is over", "arm point 7s"])
    #expect(core.reasons("a", at: 2) == ["settling", "gradualStart"])
    core.take(.timer, at: 7)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("A machine that neither goes nor says that it stays does not keep work waiting for ever")
  func forgotten() {
    var core = CoreHarness()
    core.take(Self.sleep, at: 0)
    core.take(.submit(.command("a")), at: 1)
    core.at(
      304.75, .timer,
      gives: [
        "report sleep is over", "put 1 a in #1", "put #1 a", "launch #1 a for 30s and 5s",
        "report launching #1", "arm never",
      ])
  }

  @Test("Before shutdown everything is told to stop; when it is called off, all is tried again at once")
  func shutdownCalledOff() {
    var core = RunningRules.running(.command("a") { $0.retry = Retry(maximumAttempts: 1) })
    core.at(
      10, .departing(.shutdown, limit: .seconds(5)),
      gives: [
        "report departing to shutdown in 5s stopping 1", "expire #1 machineShutdown in 4s",
        "report expiring #1 because machineShutdown in 4s", "put #1 a because machineShutdown",
        "arm point 14s",
      ])
    core.at(
      11, .runEnded(core.run(1), .signal("SIGTERM")),
      gives: [
        "put #1 a interrupted SIGTERM because machineShutdown 0s…11s",
        "put 1 a attempt 2 excused 1 not before 11s", "report ended #1 interrupted next 11s", "release",
        "arm point 314.75s",
      ])
    #expect(core.reasons("a", at: 11) == ["machineShutdown"])
    core.at(
      12, .departureOver(.shutdown),
      gives: [
        "report shutdown is over", "put 1 a attempt 2 excused 1 not before 11s in #2", "put #2 a attempt 2",
        "launch #2 a for 30s and 5s", "report launching #2", "arm never",
      ])
  }

  @Test("After a shutdown the daemon may end at once, and the next boot goes on")
  func nextBoot() {
    var core = RunningRules.running(.command("a"))
    core.take(.departing(.shutdown, limit: .seconds(5)), at: 10)
    core.take(.runEnded(core.run(1), .status(143)), at: 11)
    core.at(12, .shutdown, gives: ["ready to exit"])
    var next = core.restarted()
    next.starts(
      at: 60, sameBoot: false,
      gives: [
        "put 1 a attempt 2 excused 1 not before 11s in #2", "put #2 a attempt 2",
        "launch #2 a for 30s and 5s", "report launching #2", "arm never",
      ])
  }

  @Test("R38: sleep costs no attempts, however often it comes")
  func excused() {
    var core = RunningRules.running(Self.told.with { $0.retry = Retry(backoff: .linear, maximumAttempts: 2) })
    for number in 1...20 {
      core.take(Self.sleep, at: Double(number) * 100)
      core.take(.runEnded(core.run(number), .signal("SIGTERM")), at: Double(number) * 100 + 1)
      core.take(.departureOver(.sleep), at: Double(number) * 100 + 2)
      core.take(.runStarted(core.run(number + 1)), at: Double(number) * 100 + 2)
    }
    // What it does by itself counts from one.
    core.at(
      2010, .runEnded(core.run(21), .status(1)),
      gives: [
        "put #21 a attempt 21 completed failure exit 1 because exitStatus 2002s…2010s",
        "put 1 a attempt 22 excused 20 not before 2040s", "report ended #21 completed next 2040s",
        "arm point 2040s",
      ])
    core.take(.timer, at: 2040)
    #expect(core.take(.runEnded(core.run(22), .status(1)), at: 2041).contains("report gave up #22 after 22"))
  }

  @Test("A deadline means nothing to a task that sleep has interrupted")
  func deadline() {
    var core = RunningRules.running(
      Self.told.with {
        $0.deadline = .at(60)
        $0.onDeadline = .drop
      })
    core.take(Self.sleep, at: 10)
    core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 11)
    core.stepWall(by: 3600)
    core.take(.departureOver(.sleep), at: 12)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("A period that is over takes its excuses with it")
  func periods() {
    var core = RunningRules.running(Self.told.with { $0.repeatEvery = .hours(1) })
    core.take(Self.sleep, at: 10)
    core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 11)
    core.take(.departureOver(.sleep), at: 12)
    core.take(.runEnded(core.run(2), .status(0)), at: 13)
    #expect(core.scheduler.task("a", of: 1000)?.task.excusedAttempts == 0)
  }

  @Test("A cancelled run stays cancelled when the machine goes")
  func cancelled() {
    var core = RunningRules.running(Self.told)
    core.take(.cancel("a"), at: 9)
    core.take(Self.sleep, at: 10)
    #expect(
      core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 11) == [
        "put #1 a cancelled SIGTERM because cancelled 0s…11s", "delete 1", "report ended #1 cancelled",
        "release", "arm point 314.75s",
      ])
  }

  @Test("A daemon that has just started holds no machine up, and tells the runs that it finds")
  func starting() {
    var core = RunningRules.running(Self.told).restarted()
    core.at(1, Self.sleep, gives: ["release", "report departing to sleep in 5s stopping 0"])
    core.take(.started(sameBoot: true, surviving: [core.run(1)]), at: 1)
    #expect(core.scheduler.task("a", of: 1000)?.state == .expiring)
  }

  @Test("A full disk changes nothing about it, except that nothing is written")
  func fullDisk() {
    var core = RunningRules.running(Self.told)
    core.fail(Self.sleep, at: 10)
    core.take(.storeFailed(cause: "full"), at: 10)
    #expect(core.take(Self.sleep, at: 10).contains("expire #1 sleep in 4s"))
    #expect(core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 11).contains("release"))
  }
}
