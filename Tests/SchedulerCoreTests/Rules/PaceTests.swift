import Testing

@testable import SchedulerCore

@Suite("What comes round too fast")
struct PaceTests {
  /// Launches in so many seconds of a task that is asked for again as soon as a run of it has ended, each of
  /// which takes a hundredth of a second.
  static func launches(
    of request: TaskRequest, in core: inout CoreHarness, seconds: Double, length: Double = 0.01
  ) -> Int {
    var now = 0.0
    var launches = 0
    core.take(.submit(request), at: 0)
    while now < seconds {
      guard let run = core.scheduler.activeRuns.first else {
        guard let next = core.scheduler.volatile.armed?.monotonic else { return launches }
        now = Double((next - .at(0)).uSec) / 1_000_000
        core.take(.timer, at: now)
        continue
      }
      launches += 1
      now += length
      core.take(.runEnded(run.id, .status(0)), at: now)
      core.take(.submit(request), at: now)
    }
    return launches
  }

  @Test("R39: a command that is asked for again first thing is slowed, and it is said why")
  func command() {
    var core = CoreHarness()
    let launches = Self.launches(of: .command("a"), in: &core, seconds: 120)
    #expect((12...20).contains(launches))
    #expect(core.scheduler.tables.paces.values.contains { $0.quickEnds > Pace.free })
  }

  @Test("R39: runs that last, and runs that follow after a while, are not slowed")
  func slow() {
    var lasting = CoreHarness()
    #expect(Self.launches(of: .command("a"), in: &lasting, seconds: 100, length: 1) == 100)
    var spaced = CoreHarness()
    var launches = 0
    for second in stride(from: 0.0, to: 100, by: 2) {
      spaced.take(.submit(.command("a")), at: second)
      launches += spaced.scheduler.runningCount
      spaced.take(.runEnded(spaced.run(launches), .status(0)), at: second + 0.01)
    }
    #expect(launches == 50)
    #expect(spaced.scheduler.tables.paces.count <= 1)
  }

  @Test("R39: one that repeats every second is slowed as well, and one run that lasts ends it")
  func repeating() {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.repeatEvery = .seconds(1) }), at: 0)
    var second = 0.0
    while core.reasons("a", at: second + 0.1).first != "slowed" {
      core.take(.runEnded(core.run(Int(second) + 1), .status(0)), at: second + 0.2)
      second += 1
      core.take(.timer, at: second)
      #expect(second < 15)
    }
    core.take(.timer, at: second + 60)
    guard let run = core.scheduler.activeRuns.first else {
      Issue.record("it does not run after its pause")
      return
    }
    core.take(.runEnded(run.id, .status(0)), at: second + 65)
    #expect(core.reasons("a", at: second + 65) == ["earliestBegin"])
  }

  @Test("R39: what a person starts is not slowed, and what an owner cancels counts for nothing")
  func exempt() {
    var core = CoreHarness()
    #expect((99...101).contains(Self.launches(of: .continued("a"), in: &core, seconds: 1)))
    var cancelled = CoreHarness()
    for number in 1...30 {
      cancelled.take(.submit(.command("a")), at: 0)
      cancelled.take(.cancel("a"), at: 0)
      cancelled.take(.runEnded(cancelled.run(number), .signal("SIGTERM")), at: 0)
    }
    cancelled.take(.submit(.command("a")), at: 0)
    #expect(cancelled.scheduler.runningCount == 1)
  }

  @Test("R37: a handler that asks for itself again first thing is launched after the distance, by identifier")
  func processing() {
    var core = CoreHarness.connected(
      "mail.index", "mail.other", configuration: .served.with { $0.processingSpacing = .minutes(1) })
    let request = TaskRequest.handled("mail.index") {
      $0.kind = .processing
      $0.requiresIdle = false
    }
    core.take(.submit(request), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    core.take(.submit(request), at: 0)
    core.take(.complete(core.run(1)), at: 0.1)
    #expect(core.reasons("mail.index", at: 1) == ["spacing"])
    core.take(.submit(request.with { $0.identifier = "mail.other" }), at: 1)
    #expect(core.scheduler.runningCount == 1)
    core.take(.timer, at: 60)
    #expect(core.scheduler.runningCount == 2)
  }

  @Test("R37: only processing work of an application keeps processing work of its identifier away")
  func otherLaunches() {
    let rules = SchedulerConfiguration.served.with { $0.processingSpacing = .minutes(1) }
    for target in [TaskTarget.command, .application] {
      var core = CoreHarness.connected("mail.index", configuration: rules)
      let request = TaskRequest.handled("mail.index") {
        $0.kind = .processing
        $0.requiresIdle = false
      }
      // A command, or a refresh.
      core.take(.submit(.command("mail.index") { $0.target = target }), at: 0)
      core.take(.submit(request), at: 0)
      let end: Event =
        target == .command ? .runEnded(core.run(1), .status(0)) : .complete(core.run(1), success: true)
      core.take(end, at: 0.5)
      #expect(core.scheduler.runningCount == 1)
      // Nor does either end the distance of what came before.
      core.take(.complete(core.run(2)), at: 1)
      core.take(.submit(.command("mail.index") { $0.target = target }), at: 2)
      core.take(.submit(request), at: 2)
      let last = core.scheduler.activeRuns.first?.id ?? RunID("none")
      core.take(target == .command ? .runEnded(last, .status(0)) : .complete(last, success: true), at: 10)
      #expect(core.reasons("mail.index", at: 20) == ["spacing"])
      core.take(.timer, at: 60.5)
      #expect(core.scheduler.runningCount == 1)
    }
  }

  @Test("R37: a retry keeps the distance of refreshes, and in that of processing work it has its backoff")
  func retries() {
    let rules = SchedulerConfiguration.served.with {
      $0.refreshSpacing = .minutes(5)
      $0.processingSpacing = .minutes(5)
    }
    for kind in [Kind.refresh, .processing] {
      let request = TaskRequest.handled("mail.index") {
        $0.kind = kind
        $0.requiresIdle = false
        $0.retry = Retry(initial: .seconds(2), maximumAttempts: 2)
      }
      var core = CoreHarness.delivered(request, configuration: rules)
      core.take(.disconnected(1), at: 5)
      core.take(.register("mail.index", on: 2), at: 6)
      core.take(.timer, at: 7)
      #expect(core.scheduler.runningCount == (kind == .refresh ? 0 : 1))
      guard kind == .refresh else { continue }
      #expect(core.reasons("mail.index", at: 7) == ["spacing"])
      core.take(.timer, at: 300)
      #expect(core.scheduler.runningCount == 1)
    }
  }

  @Test("R37: a distance that the rules change meanwhile counts from the same launch")
  func reloaded() {
    let rules = SchedulerConfiguration.served.with { $0.processingSpacing = .minutes(1) }
    var core = CoreHarness.connected("mail.index", configuration: rules)
    let request = TaskRequest.handled("mail.index") {
      $0.kind = .processing
      $0.requiresIdle = false
    }
    core.take(.submit(request), at: 0)
    core.take(.complete(core.run(1)), at: 5)
    core.take(.submit(request), at: 5)
    core.take(.configurationChanged(rules.with { $0.processingSpacing = .minutes(2) }), at: 30)
    core.take(.timer, at: 60)
    #expect(core.reasons("mail.index", at: 60) == ["spacing"])
    core.take(.timer, at: 120)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("R37: distances and budget outlive the daemon, however the clock was set meanwhile")
  func restart() {
    let rules = SchedulerConfiguration.served.with {
      $0.refreshSpacing = .minutes(5)
      $0.processingSpacing = .minutes(1)
      $0.runtimeBudgetPerHour = .minutes(1)
    }
    var core = CoreHarness.connected("mail.sync", "mail.index", configuration: rules)
    core.take(.submit(.handled("mail.sync")), at: 0)
    core.take(
      .submit(
        .handled("mail.index") {
          $0.kind = .processing
          $0.requiresIdle = false
        }), at: 0)
    core.take(.complete(core.run(1)), at: 60)
    core.take(.complete(core.run(2)), at: 30)
    for step in [0, -3600, -86_400 * 365] as [Double] {
      var restarted = core.restarted()
      restarted.stepWall(by: step)
      restarted.start(at: 70)
      restarted.take(.register("mail.sync", "mail.index", on: 1), at: 70)
      restarted.take(.submit(.handled("mail.sync") { $0.earliestBegin = nil }), at: 70)
      restarted.take(
        .submit(
          .handled("mail.index") {
            $0.kind = .processing
            $0.requiresIdle = false
          }), at: 70)
      #expect(restarted.scheduler.runningCount == 0)
      #expect(restarted.reasons("mail.sync", at: 70) == ["spacing", "budget"])
      #expect(restarted.reasons("mail.index", at: 70).contains("budget"))
      // No longer than at first, whatever the clock said.
      #expect(!restarted.reasons("mail.sync", at: 70 + 300).contains("spacing"))
      #expect(!restarted.reasons("mail.index", at: 70 + 60).contains("spacing"))
    }
    // When all of it is over, so is its record.
    var later = core.restarted()
    #expect(later.start(at: 20_000).contains("delete use"))
    #expect(later.store.uses.isEmpty)
  }

  @Test("R37: after a restart the distance of processing work counts for each identifier of the application")
  func unknownIdentifier() {
    var core = CoreHarness.connected(
      "mail.index", configuration: .served.with { $0.processingSpacing = .minutes(10) })
    let request = TaskRequest.handled("mail.index") {
      $0.kind = .processing
      $0.requiresIdle = false
    }
    core.take(.submit(request), at: 0)
    core.take(.complete(core.run(1)), at: 1)
    var restarted = core.restarted()
    restarted.start(at: 100)
    restarted.take(.submit(request), at: 100)
    #expect(restarted.reasons("mail.index", at: 100) == ["spacing"])
    #expect(restarted.reasons("mail.index", at: 600) == [])
  }
}
