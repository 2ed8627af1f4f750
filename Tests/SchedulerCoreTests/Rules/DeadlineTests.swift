import Testing

@testable import SchedulerCore

@Suite("Deadlines")
struct DeadlineTests {
  static func onBattery(_ policy: DeadlinePolicy, _ change: (inout TaskRequest) -> Void = { _ in })
    -> CoreHarness
  {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    core.take(
      .submit(
        .command("a") {
          $0.requirements = .externalPower
          $0.deadline = .at(60)
          $0.onDeadline = policy
          change(&$0)
        }), at: 0)
    return core
  }

  @Test("wait: the task keeps waiting and is reported as overdue once")
  func wait() {
    var core = Self.onBattery(.wait)
    core.at(59, .timer, gives: ["arm date 60s"])
    core.at(
      60, .timer,
      gives: ["put 1 a until 60s overdue", "report overdue 1 a waits for externalPower", "arm never"])
    core.at(61, .timer, gives: ["arm never"])
    core.at(
      62, .conditions([.powerSource(.external)]),
      gives: [
        "report conditions", "put 1 a until 60s overdue in #1", "put #1 a", "launch #1 a for 30s and 5s",
        "report launching #1",
      ])
    #expect(core.restarted().scheduler.pendingCount == 0)
  }

  @Test("run: the task is started without its requirements, and their absence does not stop it")
  func run() {
    var core = Self.onBattery(.run)
    core.at(
      60, .timer,
      gives: [
        "put 1 a until 60s overdue", "report overdue 1 a", "put 1 a until 60s overdue in #1", "put #1 a",
        "launch #1 a for 30s and 5s", "report launching #1", "arm never",
      ])
    core.take(.runStarted(core.run(1)), at: 60)
    core.at(
      61, .conditions([.flag(.lowPowerMode, true)]),
      gives: ["report conditions unmet externalPower lowPowerMode"])
  }

  @Test("run: the deadline frees a task of its requirements but not of the limits of concurrency")
  func runLimits() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.processing("busy")), at: 0)
    core.take(
      .submit(
        .command("a") {
          $0.deadline = .at(60)
          $0.onDeadline = .run
        }), at: 0)
    core.at(
      60, .timer,
      gives: ["put 2 a until 60s overdue", "report overdue 2 a waits for concurrency", "arm never"])
    core.at(
      61, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 busy completed success exit 0 0s…61s", "delete 1", "report ended #1 completed",
        "put 2 a until 60s overdue in #2", "put #2 a", "launch #2 a for 30s and 5s", "report launching #2",
      ])
  }

  @Test("drop: the task ends as missed, with what kept it waiting")
  func drop() {
    var core = Self.onBattery(.drop)
    core.at(
      60, .timer,
      gives: [
        "put #1 a missed because externalPower 60s…60s", "delete 1", "report ended #1 missed", "arm never",
      ])
  }

  @Test("drop: a repeating task goes on with its next period")
  func dropRepeating() {
    var core = Self.onBattery(.drop) {
      $0.earliestBegin = .at(10)
      $0.repeatEvery = .seconds(100)
    }
    core.at(
      60, .timer,
      gives: [
        "put #1 a missed because externalPower 60s…60s", "put 1 a from 110s until 160s period 1",
        "report ended #1 missed next 110s", "arm date 110s",
      ])
    core.at(
      160, .timer,
      gives: [
        "put #2 a missed because externalPower 160s…160s", "put 1 a from 210s until 260s period 2",
        "report ended #2 missed next 210s", "arm date 210s",
      ])
  }

  @Test("drop: a request whose deadline has passed already is accepted, answered and dropped")
  func dropAtOnce() {
    var core = CoreHarness()
    core.at(
      0,
      .submit(
        .command("a") {
          $0.deadline = .at(-1)
          $0.onDeadline = .drop
        }),
      gives: [
        "put 1 a until -1s with payload", "report submitted 1 a waiting",
        "put #1 a missed because deadline 0s…0s",
        "delete 1", "report ended #1 missed", "reply submitted 1 a waiting",
      ])
  }

  @Test("A deadline asks when a task begins: one that began in time and is tried again is not missed")
  func begunInTime() {
    var core = CoreHarness()
    core.take(
      .submit(
        .command("a") {
          $0.deadline = .at(60)
          $0.onDeadline = .drop
          $0.retry = Retry(initial: .minutes(5))
        }), at: 0)
    core.at(
      10, .runEnded(core.run(1), .status(1)),
      gives: [
        "put #1 a completed failure exit 1 because exitStatus 0s…10s",
        "put 1 a until 60s attempt 2 not before 310s", "report ended #1 completed next 310s",
        "arm point 310s",
      ])
    core.at(60, .timer, gives: ["arm point 310s"])
    core.take(.timer, at: 310)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("A deadline within the tolerance of a date: the wake-up comes before it, and the task is not missed")
  func deadlineWithinTolerance() {
    var core = CoreHarness()
    core.at(
      0,
      .submit(
        .command("a") {
          $0.earliestBegin = .at(100)
          $0.tolerance = .hours(1)
          $0.deadline = .at(160)
          $0.onDeadline = .drop
        }),
      gives: [
        "put 1 a from 100s until 160s with payload", "report submitted 1 a waiting waits for earliestBegin",
        "arm date 130s", "reply submitted 1 a waiting",
      ])
    core.take(.timer, at: 130)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("drop: a deadline that is the earliest date as well is refused, one that is later is accepted")
  func noChance() {
    var core = CoreHarness()
    let request = TaskRequest.command("a") {
      $0.earliestBegin = .at(60)
      $0.deadline = .at(60)
      $0.onDeadline = .drop
    }
    core.at(0, .submit(request), gives: ["reply invalid deadlineUSec"])
    for policy in [DeadlinePolicy.wait, .run] {
      core.take(.submit(request.with { $0.onDeadline = policy }), at: 0)
      #expect(core.scheduler.pendingCount == 1)
    }
    core.take(.submit(request.with { $0.deadline = .at(61) }), at: 0)
    core.take(.timer, at: 60.01)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test(
    "Thousands of deadlines that pass at once are taken in some at a time, and another user's not after them")
  func flood() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.processing("busy") { $0.requiresIdle = false }, uid: 7), at: 0)
    let many = (0..<1000).map { number in
      TaskRequest.command("t\(number)") {
        $0.deadline = .at(60)
        $0.onDeadline = .drop
      }
    }
    core.take(.submitBatch(many), at: 0)
    core.take(.submit(.command("later")), at: 0)
    core.take(.submit(.command("b") { $0.deadline = .at(60) }, uid: 1001), at: 0)
    core.take(.submit(.command("c"), uid: 1001), at: 0)
    var ends: [Int] = []
    var second = 60.0
    while core.store.runs.values.count(where: { $0.outcome == .missed }) < 1000, ends.count < 20 {
      let found = core.take(.timer, at: second)
      ends.append(found.count { $0.hasPrefix("report ended") })
      if second == 60 {
        #expect(found.contains { $0.hasPrefix("report overdue 1003 b@1001") })
        #expect(core.reasons("later", at: 60) == ["passedDeadlines", "concurrency"])
        // The other user's work goes on.
        #expect(core.take(.runEnded(core.run(1), .status(0)), at: 60).contains { $0.contains("launch") })
      }
      #expect(
        Invariants.violations(of: core.scheduler, core.store, at: core.moment(second), rebuilds: false) == [])
      // What is armed says when it goes on: nobody asks over and over.
      if let next = core.scheduler.volatile.armed?.monotonic {
        second = max(second, Double((next - .at(0)).uSec) / 1_000_000)
      }
    }
    #expect(ends == Array(repeating: 100, count: 10))
    #expect(
      core.scheduler.tables.indexes.deadlines.behind.isEmpty
        || core.take(.timer, at: second + 1).isEmpty == false)
    #expect(core.reasons("later", at: second + 2) == ["concurrency"] || core.scheduler.pendingCount == 0)
  }

  @Test("While the deadlines of a user are taken in, what others have starts")
  func floodOfAnother() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    let many = (0..<1000).map { number in
      TaskRequest.command("t\(number)") {
        $0.requirements = .externalPower
        $0.deadline = .at(60)
        $0.onDeadline = .drop
      }
    }
    core.take(.submitBatch(many), at: 0)
    core.take(.submit(.command("b") { $0.earliestBegin = .at(60) }, uid: 1001), at: 0)
    core.take(.timer, at: 59.9)
    core.take(.submit(.command("later") { $0.earliestBegin = .at(60) }), at: 59.9)
    let lines = core.take(.timer, at: 60)
    #expect(core.reasons("later", at: 60) == ["passedDeadlines"])
    #expect(lines.contains { $0.hasPrefix("launch") && $0.contains("b@1001") })
  }
}
