import Testing

@testable import SchedulerCore

@Suite("Restart")
struct RestartTests {
  @Test("R38: a run that died with the daemon was interrupted and is tried again after its back-off")
  func interrupted() {
    var core = RunningRules.running(.command("a")).restarted()
    core.starts(
      at: 10,
      gives: [
        "put #1 a interrupted because daemonDied 0s…10s", "put 1 a attempt 2 not before 40s",
        "report ended #1 interrupted next 40s", "arm point 40s",
      ])
  }

  @Test("A run that goes on is looked after again; its limit counts from its start")
  func adopted() {
    var core = RunningRules.running(.command("a")).restarted()
    core.starts(at: 10, surviving: [core.run(1)], gives: ["thaw #1", "arm point 30s"])
    #expect(core.scheduler.task("a", of: 1000)?.state == .running)
    core.at(
      30, .timer,
      gives: [
        "expire #1 runtimeLimit in 5s", "report expiring #1 because runtimeLimit in 5s",
        "put #1 a because runtimeLimit", "arm point 35s",
      ])
    var late = RunningRules.running(.command("a")).restarted()
    late.starts(
      at: 100, surviving: [late.run(1)],
      gives: [
        "thaw #1", "expire #1 runtimeLimit in 5s", "report expiring #1 because runtimeLimit in 5s",
        "put #1 a because runtimeLimit", "arm point 105s",
      ])
  }

  @Test("A run that goes on without what it needs is told to stop: no change would ever say so")
  func adoptedWithoutPower() {
    var core = RunningRules.running(.command("a") { $0.requirements = .externalPower }).restarted()
    core.starts(
      at: 10, with: [.powerSource(.battery)], surviving: [core.run(1)],
      gives: [
        "thaw #1", "expire #1 externalPower in 5s", "report expiring #1 because externalPower in 5s",
        "put #1 a because externalPower", "arm point 15s",
      ])
  }

  @Test("What was cancelled before the crash stays cancelled, whether its run survived or not")
  func cancelled() {
    var core = RunningRules.running(.command("a") { $0.repeatEvery = .hours(1) })
    core.take(.cancel("a"), at: 5)
    var dead = core.restarted()
    dead.starts(
      at: 10,
      gives: [
        "put #1 a cancelled because cancelled 0s…10s", "delete 1", "report ended #1 cancelled", "arm never",
      ])
    var alive = core.restarted()
    alive.starts(
      at: 10, surviving: [core.run(1)],
      gives: [
        "thaw #1", "expire #1 cancelled in 5s", "report expiring #1 because cancelled in 5s",
        "put #1 a because cancelled",
        "arm point 15s",
      ])
  }

  @Test("A run that had reported its end before the crash is completed by it, not tried again")
  func completed() {
    var core = RunningRules.running(.command("a"))
    core.take(.call(.complete(core.run(1), success: true)), at: 5)
    var dead = core.restarted()
    dead.starts(
      at: 10,
      gives: ["put #1 a completed success 0s…10s", "delete 1", "report ended #1 completed", "arm never"])
    var expired = RunningRules.running(.command("a"))
    expired.take(.timer, at: 30)
    expired.take(.call(.complete(expired.run(1), success: false)), at: 31)
    var after = expired.restarted()
    after.starts(
      at: 40,
      gives: [
        "put #1 a expired failure because runtimeLimit 0s…40s", "delete 1", "report ended #1 expired",
        "arm never",
      ])
  }

  @Test("What is left of a back-off is kept, and a wrong clock cannot make it longer than it can be")
  func backoff() {
    var core = RunningRules.running(
      .command("a") { $0.retry = Retry(initial: .minutes(10), maximum: .hours(1)) })
    core.take(.runEnded(core.run(1), .status(1)), at: 0)
    var soon = core.restarted()
    soon.starts(at: 100, gives: ["arm point 600s"])
    var later = core.restarted()
    later.start(at: 700)
    #expect(later.scheduler.runningCount == 1)
    var wrong = core.restarted()
    wrong.stepWall(by: -86_400 * 365)
    wrong.start(at: 100)
    #expect(
      wrong.explanation("a", at: 100).flatMap { $0.forecast }.map { $0 - wrong.moment(100).wall }
        == .minutes(10)
    )
    // As soon as the clock is right again, so is what is left.
    wrong.stepWall(by: 86_400 * 365)
    wrong.at(200, .clockChanged, gives: ["arm point 600s"])
  }

  @Test("Overdue tasks stay overdue and are not reported again")
  func overdue() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    core.take(
      .submit(
        .command("a") {
          $0.requirements = .externalPower
          $0.deadline = .at(60)
        }), at: 0)
    core.take(.timer, at: 60)
    var restarted = core.restarted()
    restarted.starts(at: 100, with: [.powerSource(.battery)], gives: ["arm never"])
  }

  @Test("Nothing is decided before the start, and the second start is none")
  func beforeTheStart() {
    var core = CoreHarness(isStarted: false)
    core.at(
      0, .submit(.command("a")),
      gives: [
        "put 1 a with payload", "report submitted 1 a waiting waits for starting",
        "reply submitted 1 a waiting",
      ])
    core.at(0, .call(.simulateLaunch(identifier: "a")), gives: ["reply unavailable"])
    core.at(0, .submit(.continued("b") { $0.strategy = .fail }), gives: ["reply immediateRunIneligible b"])
    core.starts(
      at: 1,
      gives: ["put 1 a in #1", "put #1 a", "launch #1 a for 30s and 5s", "report launching #1", "arm never"])
    core.at(2, .started(sameBoot: false, surviving: []), gives: [])
  }

  static func task(
    _ id: Int64, _ identifier: String, run: String? = nil, attempt: Int = 1
  ) -> ScheduledTask {
    ScheduledTask(
      id: TaskID(id), uid: 1000, request: .command(identifier), requirements: [], submitted: .at(-60),
      attempt: attempt, runID: run.map(RunID.init))
  }

  static func run(_ id: String, _ identifier: String, of task: Int64) -> Run {
    Run(
      id: RunID(id), taskID: TaskID(task), uid: 1000, identifier: identifier, kind: .refresh, attempt: 1,
      started: .at(-30))
  }

  @Test("Damaged store: a task whose run is missing waits again, and the store is put right")
  func missingRun() {
    var core = CoreHarness(holding: StoreModel(tasks: [Self.task(7, "a", run: "gone")]), isStarted: false)
    core.starts(
      at: 0,
      gives: [
        "put 7 a", "put 7 a in #1", "put #1 a", "launch #1 a for 30s and 5s", "report launching #1",
        "arm never",
      ])
    // Numbers are not used again, whatever the store says of the next one.
    core.take(.submit(.command("b")), at: 1)
    #expect(core.scheduler.task("b", of: 1000)?.task.id == TaskID(8))
  }

  @Test("Damaged store: what is cancelled before the start is not put back by what is put right")
  func cancelledRepair() {
    var core = CoreHarness(holding: StoreModel(tasks: [Self.task(7, "a", run: "gone")]), isStarted: false)
    core.at(0, .cancel("a"), gives: ["put 7 a", "delete 7", "report cancelled 7 a", "reply done"])
    core.starts(at: 1, gives: ["arm never"])
  }

  @Test("Damaged store: a disk that takes nothing at the start is put right when it takes changes again")
  func repairsOnFullDisk() {
    let store = StoreModel(tasks: [Self.task(3, "a"), Self.task(5, "a")])
    var core = CoreHarness(holding: store, isStarted: false)
    core.fail(.started(sameBoot: true, surviving: []), at: 0)
    core.at(0, .storeFailed(cause: "full"), gives: ["report store failed: full"])
    core.starts(at: 0, gives: ["arm never"])
    #expect(core.take(.storeRecovered, at: 1).first == "delete 3")
  }

  @Test("Damaged store: a run without a task gets its end, and is stopped first if it works")
  func missingTask() {
    let store = StoreModel(runs: [Self.run("orphan", "a", of: 7)])
    var dead = CoreHarness(holding: store, isStarted: false)
    dead.starts(
      at: 0,
      gives: [
        "put #1 a interrupted because daemonDied -30s…0s", "report ended #1 interrupted", "arm never",
      ])
    var alive = CoreHarness(holding: store, isStarted: false)
    alive.starts(
      at: 0, surviving: [RunID("orphan")],
      gives: [
        "thaw #1", "expire #1 runtimeLimit in 5s", "report expiring #1 because runtimeLimit in 5s",
        "put #1 a because runtimeLimit", "arm point 5s",
      ])
    alive.take(.submit(.command("a")), at: 1)
    #expect(alive.reasons("a", at: 1) == ["alreadyRunning"])
    alive.at(
      2, .runEnded(RunID("orphan"), .unknown),
      gives: [
        "put #1 a expired because runtimeLimit -30s…2s", "report ended #1 expired", "put 1 a in #2",
        "put #2 a",
        "launch #2 a for 30s and 5s", "report launching #2", "arm never",
      ])
  }

  @Test("Damaged store: of two waiting tasks of one key the younger one counts")
  func twoOfOneKey() {
    let store = StoreModel(tasks: [Self.task(3, "a"), Self.task(5, "a"), Self.task(4, "b")])
    var core = CoreHarness(holding: store, isStarted: false)
    let lines = core.start(at: 0)
    #expect(lines.first == "delete 3")
    #expect(core.scheduler.activeRuns.map(\.taskID.value) == [4, 5])
    #expect(core.store.tasks.keys.sorted() == [TaskID(4), TaskID(5)])
  }

  @Test("Damaged store: a waiting task keeps its place though a run claims to be its own")
  func waitingTaskWithRun() {
    let store = StoreModel(tasks: [Self.task(3, "a")], runs: [Self.run("stray", "a", of: 3)])
    var core = CoreHarness(holding: store, isStarted: false)
    core.starts(
      at: 0,
      gives: [
        "put #1 a interrupted because daemonDied -30s…0s", "report ended #1 interrupted", "put 3 a in #2",
        "put #2 a", "launch #2 a for 30s and 5s", "report launching #2", "arm never",
      ])
  }

  @Test(
    "Damaged store: two tasks with runs of one key, and numbers out of all bounds, end in one task that works"
  )
  func twoRunsOfOneKey() {
    var wild = Self.task(9, "wild", attempt: -3)
    wild.request.repeatEvery = TimeSpan(uSec: 0)
    wild.submitted = WallTime(uSec: .max)
    wild.retryNotBefore = WallTime(uSec: .max)
    let store = StoreModel(
      tasks: [Self.task(3, "a", run: "r3"), Self.task(4, "a", run: "r4"), wild],
      runs: [Self.run("r3", "a", of: 3), Self.run("r4", "a", of: 4)])
    var core = CoreHarness(holding: store, isStarted: false)
    core.start(at: 0)
    #expect(core.scheduler.tasks(of: nil, prefix: "").map(\.task.id.value) == [4, 9])
    #expect(core.scheduler.runningCount == 0)
    #expect(Invariants.violations(of: core.scheduler, core.store, at: core.moment(0)) == [])
    #expect(core.explanation("wild", at: 0)?.forecast == .at(0) + .seconds(30))
  }

  @Test("A daemon that dies in the grace of a run leaves behind why it was told to stop, for a child too")
  func diedInGrace() {
    var core = RunningRules.running(.command("a"))
    core.take(.timer, at: 30)
    var restarted = core.restarted()
    restarted.starts(
      at: 32,
      gives: [
        "put #1 a expired because runtimeLimit 0s…32s", "delete 1", "report ended #1 expired", "arm never",
      ])
  }

  @Test("The length of a run is that of the clock that is never set")
  func length() {
    var core = RunningRules.running(.command("a"))
    core.stepWall(by: 3600)
    core.at(
      7, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a completed success exit 0 0s…3607s for 7s", "delete 1", "report ended #1 completed",
        "arm never",
      ])
    #expect(core.store.runs.values.map(\.length) == [.seconds(7)])
  }
}
