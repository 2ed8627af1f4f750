import Testing

@testable import SchedulerCore

@Suite("What follows from what becomes of a task")
struct ActionTests {
  private static func task(
    _ identifier: String, _ trigger: ActionTrigger, _ action: String,
    _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> TaskRequest {
    .command(identifier) {
      $0.actions[trigger] = TaskAction(action)
      change(&$0)
    }
  }

  private static let program = "/usr/bin/tell 'the admin'"

  @Test("A program is a task of its own, of the same user, at once, and nothing follows from it")
  func program() {
    var core = CoreHarness()
    core.take(.submit(Self.task("a", .failure, Self.program)), at: 0)
    core.at(
      10, .runEnded(core.run(1), .status(2)),
      gives: [
        "put #1 a completed failure exit 2 because exitStatus 0s…10s", "delete 1",
        "report ended #1 completed", "put 2 a:failure until 70s caused by a in its #1",
        "report submitted 2 a:failure waiting", "put 2 a:failure until 70s caused by a in its #1 in #2",
        "put #2 a:failure", "launch #2 a:failure for 300s and 5s", "report launching #2",
      ])
    #expect(core.store.tasks[TaskID(2)]?.program == Self.program && core.store.tasks[TaskID(2)]?.uid == 1000)
    let end = core.take(.runEnded(core.run(2), .status(1)), at: 20)
    #expect(core.scheduler.pendingCount == 0 && end.count { $0.hasPrefix("put") } == 1)
  }

  @Test("A program counts for its user, and does not start beyond the user's bound")
  func bound() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumPendingPerUser = 2 })
    core.take(.submit(Self.task("a", .failure, Self.program) { $0.repeatEvery = .seconds(60) }), at: 0)
    core.take(.submit(.command("b") { $0.earliestBegin = .at(1000) }), at: 0)
    let lines = core.take(.runEnded(core.run(1), .status(2)), at: 1)
    #expect(lines.contains { $0.contains("no action failure of") }, "\(lines)")
    #expect(core.scheduler.pendingCount == 2 && core.scheduler.runningCount == 0)
    core.take(.cancel("b"), at: 2)
    core.take(.timer, at: 60)
    core.take(.runEnded(core.run(2), .status(2)), at: 61)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["a:failure"])
  }

  @Test("Success has its own; an end that the owner wanted, and one for the machine's sake, are no failure")
  func success() {
    var core = CoreHarness()
    core.take(
      .submit(Self.task("a", .success, Self.program) { $0.actions[.failure] = TaskAction("/bin/no") }), at: 0)
    #expect(
      core.take(.runEnded(core.run(1), .status(0)), at: 1).contains { $0.hasPrefix("put 2 a:success") })
    core.take(.submit(Self.task("b", .failure, Self.program)), at: 2)
    core.take(.cancel("b"), at: 3)
    #expect(
      core.take(.runEnded(core.run(3), .signal("SIGTERM")), at: 4).allSatisfy { !$0.contains("b:failure") })
    core.take(
      .submit(Self.task("c", .failure, Self.program) { $0.requirements = .externalPower }), at: 5)
    core.take(.conditions([.powerSource(.battery)]), at: 6)
    #expect(core.take(.runEnded(core.run(4), .status(1)), at: 7).contains { $0.hasPrefix("report ended #4") })
    #expect(core.scheduler.task("c:failure", of: 1000) == nil)
  }

  @Test("What is tried again has not failed yet")
  func attempts() {
    var core = CoreHarness()
    core.take(
      .submit(
        Self.task("a", .failure, Self.program) { $0.retry = Retry(initial: .seconds(10), maximumAttempts: 2) }
      ),
      at: 0)
    #expect(core.take(.runEnded(core.run(1), .status(1)), at: 1).allSatisfy { !$0.contains("a:failure") })
    core.take(.timer, at: 30)
    #expect(core.take(.runEnded(core.run(2), .status(1)), at: 31).contains { $0.contains("a:failure") })
  }

  @Test("A deadline that drops it is a failure; being overdue is told once, while it waits on")
  func overdue() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    core.take(
      .submit(
        Self.task("a", .overdue, Self.program) {
          $0.requirements = .externalPower
          $0.overdueAfter = .seconds(100)
        }), at: 0)
    #expect(core.take(.timer, at: 100).contains { $0.hasPrefix("launch #1 a:overdue") })
    core.take(.runEnded(core.run(1), .status(0)), at: 101)
    #expect(core.take(.timer, at: 300).allSatisfy { !$0.contains("a:overdue") })
    core.take(
      .submit(
        Self.task("b", .failure, Self.program) {
          $0.requirements = .externalPower
          $0.deadline = .at(400)
          $0.onDeadline = .drop
        }), at: 301)
    #expect(core.take(.timer, at: 400).contains { $0.contains("b:failure") })
  }

  @Test("Of what comes round too fast no more than one waits, the last")
  func bounded() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.command("busy")), at: 0)
    for second in 1...5 {
      core.take(.submit(Self.task("a", .overdue, Self.program) { $0.deadline = .at(Double(second)) }), at: 0)
      core.take(.timer, at: Double(second))
    }
    #expect(core.scheduler.tasks(of: 1000, prefix: "a:").count == 1)
    #expect(core.store.mistakes.isEmpty)
  }

  @Test("Another task's date has come, with what it asks for, and its own date is still to come")
  func call() {
    var core = CoreHarness(conditions: [.network(.none)])
    core.take(
      .submit(
        .command("prune") {
          $0.earliestBegin = .at(1000)
          $0.repeatEvery = .hours(1)
          $0.requirements = .network
        }), at: 0)
    core.take(.submit(Self.task("backup", .success, "prune")), at: 1)
    core.at(
      10, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 backup completed success exit 0 1s…10s", "delete 2", "report ended #1 completed",
        "put 1 prune from 10s caused by backup in its #1 instead of 1000s",
        "report held 1 prune waits for network", "arm never",
      ])
    core.take(.conditions([.network(.unmetered)]), at: 20)
    core.take(.runEnded(core.run(2), .status(0)), at: 30)
    let task = core.scheduler.task("prune", of: 1000)?.task
    #expect(task?.request.earliestBegin == .at(1000) && task?.cause == nil && task?.calledFor == nil)
  }

  @Test("A file that changes: a called task keeps its call, and one to be tried again begins at once")
  func changedFile() {
    func file(_ payload: UInt8) -> Declaration {
      let request = TaskRequest.command("prune") {
        $0.earliestBegin = .at(1000)
        $0.repeatEvery = .hours(1)
        $0.requirements = .network
        $0.retry = Retry(backoff: .linear, initial: .seconds(30))
      }
      return .file("prune.task", request, payload: [payload])
    }
    func date(_ core: CoreHarness) -> WallTime? {
      core.scheduler.task("prune", of: 1000)?.task.request.earliestBegin
    }
    var core = CoreHarness(conditions: [.network(.none)])
    core.take(.declare(file(1)), at: 0)
    core.take(.submit(Self.task("backup", .success, "prune")), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 10)
    core.take(.declare(file(2)), at: 20)
    #expect(date(core) == .at(10))

    var begun = CoreHarness(conditions: [.network(.none)])
    begun.take(.declare(file(1)), at: 0)
    begun.take(.call(.simulateLaunch(identifier: "prune")), at: 10)
    begun.take(.runEnded(begun.run(1), .status(1)), at: 20)
    begun.take(.declare(file(2)), at: 25)
    #expect(begun.reasons("prune", at: 25) == ["network"])
    #expect(begun.scheduler.task("prune", of: 1000)?.task.attempt == 1)
    #expect(begun.scheduler.task("prune", of: 1000)?.task.ownDate == .at(1000))
  }

  @Test("A chain goes on to its end, and never round")
  func chain() {
    var core = CoreHarness()
    for (identifier, next) in [("a", "b"), ("b", "c"), ("c", "a")] {
      core.take(
        .submit(
          Self.task(identifier, .success, next) {
            $0.earliestBegin = .at(1000)
            $0.repeatEvery = .hours(1)
          }), at: 0)
    }
    core.take(.timer, at: 1000)
    core.take(.cancel("b"), at: 1001)
    core.take(.cancel("c"), at: 1001)
    core.take(.runEnded(core.run(2), .status(0)), at: 1002)
    core.take(.runEnded(core.run(3), .status(0)), at: 1003)
    for (identifier, next) in [("b", "c"), ("c", "a")] {
      core.take(
        .submit(Self.task(identifier, .success, next) { $0.earliestBegin = .at(9000) }), at: 1004)
    }
    core.take(.runEnded(core.run(1), .status(0)), at: 1005)
    core.take(.runEnded(core.run(4), .status(0)), at: 1006)
    let last = core.take(.runEnded(core.run(5), .status(0)), at: 1007)
    #expect(
      last.contains { $0.hasPrefix("report no action success of 5 c") || $0.contains("no action success") })
    #expect(core.scheduler.task("a", of: 1000)?.task.cause == nil)
  }

  @Test("Who is called and is not there is said, and stops nobody")
  func missing() {
    var core = CoreHarness()
    core.take(.submit(Self.task("a", .success, "nobody")), at: 0)
    #expect(
      core.take(.runEnded(core.run(1), .status(0)), at: 1).contains {
        $0.hasPrefix("report no action success")
      })
  }

  @Test("What was decided outlives the daemon: the action starts with the next one")
  func restart() {
    var core = CoreHarness()
    core.take(.submit(Self.task("a", .failure, Self.program)), at: 0)
    core.take(.runEnded(core.run(1), .status(1)), at: 1)
    let again = core.restarted()
    let task = again.scheduler.task("a:failure", of: 1000)?.task
    #expect(task?.program == Self.program && task?.cause?.identifier == "a")
    #expect(task?.cause?.runID == core.run(1))
  }
}
