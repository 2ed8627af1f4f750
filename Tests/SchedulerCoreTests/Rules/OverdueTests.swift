import Testing

@testable import SchedulerCore

@Suite("Without success for too long")
struct OverdueTests {
  /// A backup every day that has to succeed within two, on a machine without power.
  private static func backup(_ change: (inout TaskRequest) -> Void = { _ in }) -> TaskRequest {
    .command("a") {
      $0.requirements = .externalPower
      $0.overdueAfter = .seconds(100)
      change(&$0)
    }
  }

  private static func waiting(_ change: (inout TaskRequest) -> Void = { _ in }) -> CoreHarness {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    core.take(.submit(backup(change)), at: 0)
    return core
  }

  @Test("A task that waits for too long is overdue, which is said once and outlives a restart")
  func waits() {
    var core = Self.waiting()
    core.at(99, .timer, gives: ["arm date 100s"])
    core.at(
      100, .timer,
      gives: [
        "put 1 a lacks success", "report overdue 1 a without success since 0s waits for externalPower",
        "arm never",
      ])
    core.at(200, .timer, gives: ["arm never"])
    var again = core.restarted()
    #expect(again.take(.timer, at: 300).allSatisfy { !$0.contains("overdue") })
    #expect(again.scheduler.task("a", of: 1000)?.task.lacksSuccess == true)
  }

  @Test("A failure is no success: the count goes on over the periods of a repeating task")
  func failures() {
    var core = CoreHarness()
    core.take(
      .submit(
        .command("a") {
          $0.earliestBegin = .at(0)
          $0.repeatEvery = .seconds(40)
          $0.overdueAfter = .seconds(100)
        }), at: 0)
    for (number, second) in [(1, 0.0), (2, 40), (3, 80)] {
      core.take(.timer, at: second)
      core.take(.runStarted(core.run(number)), at: second)
      core.take(.runEnded(core.run(number), .status(1)), at: second + 1)
    }
    core.at(
      100, .timer,
      gives: [
        "put 1 a from 120s period 3 lacks success",
        "report overdue 1 a without success since 0s waits for earliestBegin", "arm date 120s",
      ])
    core.take(.timer, at: 120)
    core.at(
      121, .runEnded(core.run(4), .status(0)),
      gives: [
        "put #4 a completed success exit 0 120s…121s",
        "put 1 a from 160s period 4 without success since 121s",
        "report ended #4 completed next 160s", "arm date 160s",
      ])
  }

  @Test("The answer to a submission says that its task is overdue, also where that waits for its date")
  func saidAtOnce() {
    var core = Self.waiting()
    let again = Self.backup { $0.earliestBegin = .at(1000) }
    let answers = core.directives(.submit(again), at: 150).compactMap { directive -> TaskSnapshot? in
      if case .reply(_, .submitted(let snapshot)) = directive { snapshot } else { nil }
    }
    #expect(answers.map(\.task.lacksSuccess) == [true])
    #expect(answers.first?.task == core.scheduler.task("a", of: 1000)?.task)
  }

  @Test("Who submits the same again and again does not put it off, and is not told each time")
  func submittedAgain() {
    var core = Self.waiting()
    core.take(.submit(Self.backup()), at: 60)
    #expect(core.scheduler.task("a", of: 1000)?.task.withoutSuccessSince == .at(0))
    let told = core.take(.timer, at: 100)
    #expect(told.contains { $0.hasPrefix("report overdue") })
    let again = core.take(.submit(Self.backup()), at: 150)
    #expect(again.allSatisfy { !$0.hasPrefix("report overdue") })
    #expect(core.scheduler.task("a", of: 1000)?.task.lacksSuccess == true)
    // With more patience it is not overdue any more, and will be.
    core.take(.submit(Self.backup { $0.overdueAfter = .seconds(1000) }), at: 160)
    #expect(core.scheduler.task("a", of: 1000)?.task.lacksSuccess == false)
    #expect(core.take(.timer, at: 1000).contains { $0.hasPrefix("report overdue") })
  }

  @Test("What was submitted behind a run has the run's success")
  func behindRun() {
    var core = CoreHarness()
    core.take(.submit(Self.backup { $0.requirements = [] }), at: 0)
    core.take(.submit(Self.backup { $0.earliestBegin = .at(500) }), at: 50)
    core.take(.runEnded(core.run(1), .status(0)), at: 90)
    #expect(core.scheduler.task("a", of: 1000)?.task.withoutSuccessSince == .at(90))
    #expect(core.take(.timer, at: 189).allSatisfy { !$0.hasPrefix("report overdue") })
    #expect(core.take(.timer, at: 190).contains { $0.hasPrefix("report overdue") })
  }

  @Test("A deadline and the lack of success are said each; what is dropped at its deadline goes on counting")
  func both() {
    var core = Self.waiting {
      $0.deadline = .at(50)
      $0.onDeadline = .wait
    }
    #expect(core.take(.timer, at: 120).count { $0.hasPrefix("report overdue") } == 2)
    var dropped = Self.waiting {
      $0.earliestBegin = .at(10)
      $0.deadline = .at(50)
      $0.onDeadline = .drop
      $0.repeatEvery = .seconds(60)
    }
    dropped.take(.timer, at: 50)
    #expect(dropped.take(.timer, at: 100).contains { $0.hasPrefix("report overdue") })
  }

  @Test("A clock that was ahead does not make it overdue for good")
  func clock() {
    var core = Self.waiting()
    core.take(.timer, at: 100)
    core.take(.clockChanged, at: 20)
    #expect(core.scheduler.task("a", of: 1000)?.task.lacksSuccess == false)
  }
}
