import Testing

@testable import SchedulerCore

@Suite("Repeating tasks")
struct RepeatTests {
  static func hourly(_ change: @escaping (inout TaskRequest) -> Void = { _ in }) -> TaskRequest {
    .command("a") {
      $0.earliestBegin = .at(600)
      $0.repeatEvery = .hours(1)
      change(&$0)
    }
  }

  @Test(
    "R18: a repeating task starts again on the grid of its first date, however long it takes"
  )
  func grid() {
    var core = CoreHarness(conditions: [.network(.none)])
    core.take(.submit(Self.hourly { $0.requirements = .network }), at: 0)
    core.take(.timer, at: 600)
    core.at(
      900, .conditions([.network(.unmetered)]),
      gives: [
        "report conditions", "put 1 a from 600s in #1", "put #1 a", "launch #1 a for 30s and 5s",
        "report launching #1",
      ])
    core.at(
      910, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a completed success exit 0 900s…910s", "put 1 a from 4200s period 1",
        "report ended #1 completed next 4200s", "arm date 4200s",
      ])
    core.take(.timer, at: 4200)
    // It takes longer than its period: the dates that pass meanwhile are gone.
    core.at(
      12_000, .runEnded(core.run(2), .status(1)),
      gives: [
        "put #2 a completed failure exit 1 because exitStatus 4200s…12000s", "put 1 a from 15000s period 2",
        "report ended #2 completed next 15000s", "arm date 15000s",
      ])
  }

  @Test("The wait for a later date did not begin with the submission, and does not say so")
  func sinceOfLaterDate() {
    var core = CoreHarness()
    core.take(.submit(Self.hourly()), at: 0)
    #expect(core.explanation("a", at: 10)?.reasons.map(\.since) == [.at(0)])
    core.take(.timer, at: 600)
    core.take(.runEnded(core.run(1), .status(0)), at: 610)
    #expect(core.explanation("a", at: 700)?.reasons.map(\.since) == [nil])
  }

  @Test("The date of a retry is that which the monotonic clock brings, also after the clock was set")
  func retryDateOfSetClock() {
    var core = CoreHarness()
    core.take(
      .submit(Self.hourly { $0.retry = Retry(backoff: .linear, initial: .minutes(10)) }), at: 0)
    core.take(.timer, at: 600)
    core.take(.runEnded(core.run(1), .status(1)), at: 610)
    let before = core.explanation("a", at: 620)?.reasons.first
    #expect(before?.code == .backoff && before?.required == WallTime.at(1210).utcText)
    core.stepWall(by: -86_400 * 700)
    let reason = core.explanation("a", at: 620)?.reasons.first { $0.code == .backoff }
    #expect(reason?.required == (core.moment(620).wall + .of(590)).utcText)
    #expect(reason?.observed == "9min 50s left")
  }

  @Test("Without a first date the grid begins when the task was accepted")
  func withoutDate() {
    var core = CoreHarness()
    core.take(.submit(Self.hourly { $0.earliestBegin = nil }), at: 50)
    core.at(
      60, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a completed success exit 0 50s…60s", "put 1 a from 3650s period 1",
        "report ended #1 completed next 3650s", "arm date 3650s",
      ])
  }

  @Test("After time off one run makes up for all dates that passed, and says how many")
  func catchingUp() {
    var core = CoreHarness()
    core.take(.submit(Self.hourly()), at: 0)
    var restarted = core.restarted()
    restarted.starts(
      at: 600 + 3600 * 5 + 7,
      gives: [
        "put 1 a from 600s in #1", "put #1 a", "launch #1 a for 30s and 5s", "report launching #1 missed 5",
        "arm never",
      ])
    restarted.at(
      600 + 3600 * 5 + 8, .runEnded(restarted.run(1), .status(0)),
      gives: [
        "put #1 a completed success exit 0 18607s…18608s", "put 1 a from 22200s period 1",
        "report ended #1 completed next 22200s", "arm date 22200s",
      ])
  }

  @Test("Tolerance: the wake-up is armed for the end of it, and one that comes for another reason is shared")
  func tolerance() {
    var core = CoreHarness()
    core.at(
      0, .submit(Self.hourly { $0.tolerance = .seconds(300) }),
      gives: [
        "put 1 a from 600s with payload", "report submitted 1 a waiting waits for earliestBegin",
        "arm date 900s",
        "reply submitted 1 a waiting",
      ])
    core.at(599, .timer, gives: ["arm date 900s"])
    core.at(
      700, .conditions([]),
      gives: [
        "put 1 a from 600s in #1", "put #1 a", "launch #1 a for 30s and 5s", "report launching #1",
        "arm never",
      ])
    var alone = CoreHarness()
    alone.take(.submit(Self.hourly { $0.tolerance = .seconds(300) }), at: 0)
    alone.take(.timer, at: 900)
    #expect(alone.scheduler.runningCount == 1)
  }

  @Test(
    "Tolerance: the earliest end of the tolerances is armed, and all that are due then start together"
  )
  func sharedWakeUp() {
    var core = CoreHarness()
    for (name, date, tolerance) in [("a", 100.0, 500), ("b", 200.0, 50), ("c", 240.0, 60), ("d", 260.0, 0)] {
      core.take(
        .submit(
          .command(name) {
            $0.earliestBegin = .at(date)
            $0.tolerance = .seconds(Int64(tolerance))
          }), at: 0)
    }
    #expect(core.scheduler.volatile.armed == WakeUp(wall: .at(250)))
    core.take(.timer, at: 250)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["a", "b", "c"])
    #expect(core.scheduler.volatile.armed == WakeUp(wall: .at(260)))
  }

  @Test("A repeating task that fails is tried again first, and when it is given up waits for its next date")
  func retries() {
    var core = CoreHarness()
    core.take(
      .submit(Self.hourly { $0.retry = Retry(backoff: .linear, initial: .zero, maximumAttempts: 2) }), at: 0)
    core.take(.timer, at: 600)
    core.at(
      601, .runEnded(core.run(1), .status(1)),
      gives: [
        "put #1 a completed failure exit 1 because exitStatus 600s…601s",
        "put 1 a from 600s attempt 2 not before 601s", "report ended #1 completed next 601s",
        "put 1 a from 600s attempt 2 not before 601s in #2", "put #2 a attempt 2",
        "launch #2 a for 30s and 5s",
        "report launching #2",
      ])
    core.at(
      602, .runEnded(core.run(2), .status(1)),
      gives: [
        "put #2 a attempt 2 completed failure exit 1 because exitStatus 601s…602s",
        "report gave up #2 after 2",
        "put 1 a from 4200s period 1", "report ended #2 completed next 4200s", "arm date 4200s",
      ])
  }

  @Test("Dates and deadlines of periods far away, and lengths out of all bounds, do not overflow")
  func bounds() {
    let extremes: [(first: WallTime, every: TimeSpan)] = [
      (WallTime(uSec: 0), TimeSpan(uSec: 1)), (WallTime(uSec: .min), .seconds(1)), (.maximum, .maximum),
      (WallTime(uSec: .max), TimeSpan(uSec: .max)), (.at(0), TimeSpan(uSec: 0)), (.at(0), TimeSpan(uSec: -5)),
    ]
    for (first, every) in extremes {
      var request = Self.hourly()
      request.earliestBegin = first
      request.deadline = first
      request.repeatEvery = every
      let place = CalendarPlace(zone: .utc, machine: "")
      for recurrence in [0, 7] {
        let task = ScheduledTask(
          id: TaskID(1), uid: 1, request: request, requirements: [], submitted: .at(0), recurrence: recurrence
        )
        let next = task.nextPeriod(after: .at(0), lastRun: .at(0), in: place)
        #expect((next == nil) == (every <= .zero))
        if let date = next?.request.earliestBegin { #expect(date > .at(0)) }
        _ = task.correction(at: .at(0), in: place)
        _ = task.missedPeriods(at: .at(0), in: place)
      }
    }
  }

  @Test("A clock that is set back by a moment does not bring back a date that was served")
  func steppedBack() {
    // While it runs, and after it has run.
    for stepsWhileRunning in [true, false] {
      var core = CoreHarness()
      core.take(.submit(Self.hourly { $0.earliestBegin = .at(60) }), at: 0)
      core.take(.timer, at: 60)
      if stepsWhileRunning { core.stepWall(by: -0.3) }
      core.take(.runEnded(core.run(1), .status(0)), at: 60.1)
      if !stepsWhileRunning { core.stepWall(by: -0.3) }
      core.take(.clockChanged, at: 60.15)
      core.take(.timer, at: 61)
      #expect(core.scheduler.runningCount == 0)
      #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(3660))
    }
  }

  @Test("R17: what repeats without dates keeps the date that it was asked to wait for behind an early run")
  func earlyRunWithoutDates() {
    var core = CoreHarness()
    core.take(
      .submit(
        .command("a") {
          ($0.order, $0.earliestBegin, $0.deadline) = (
            TaskOrder(predecessors: [.init("b")], repeats: true), .at(1000), .at(2000)
          )
        }), at: 0)
    core.take(.call(.simulateLaunch(identifier: "a")), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(1000))
    #expect(core.scheduler.task("a", of: 1000)?.task.request.deadline == .at(2000))
    core.take(.submit(.command("b")), at: 3)
    core.take(.runEnded(core.run(2), .status(0)), at: 4)
    #expect(core.reasons("a", at: 5) == ["earliestBegin"])
    core.take(.timer, at: 1000)
    core.take(.runEnded(core.run(3), .status(0)), at: 1001)
    #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == nil)
    #expect(core.scheduler.task("a", of: 1000)?.task.request.deadline == nil)
  }
}
