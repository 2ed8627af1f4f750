import Testing

@testable import SchedulerCore

@Suite("Leases")
struct LeaseTests {
  private static let configuration = SchedulerConfiguration.plain.with {
    $0.bootID = BootID(value: 7)
    $0.expirationGrace = .seconds(5)
  }

  /// A run whose lease is over at 60 s.
  private static func running(_ change: (inout TaskRequest) -> Void = { _ in }) -> CoreHarness {
    var core = CoreHarness(configuration: configuration)
    let request = TaskRequest.command("a") {
      $0.runtimeLimit = .seconds(1000)
      change(&$0)
    }
    core.take(.submit(request, trustedUntil: 60), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    return core
  }

  /// A task that waits for power, whose lease is over at 60 s.
  private static func waiting(_ change: (inout TaskRequest) -> Void = { _ in }) -> CoreHarness {
    var core = CoreHarness(configuration: configuration, conditions: [.powerSource(.battery)])
    let request = TaskRequest.command("a") {
      $0.requirements = .externalPower
      change(&$0)
    }
    core.take(.submit(request, trustedUntil: 60), at: 0)
    return core
  }

  @Test("R95: a lease ends in the next day; what has passed, and what is further away, is refused")
  func bounds() {
    for (end, answer) in [
      (100.0, "reply invalid trustedUntilUSec"), (99, "reply invalid trustedUntilUSec"), (-4000, nil),
      (86_500, "reply submitted 1 a launching"), (86_500.000001, "reply invalid trustedUntilUSec"),
    ] {
      var core = CoreHarness(configuration: Self.configuration)
      let answers = core.take(.submit(.command("a"), trustedUntil: end), at: 100).filter {
        $0.hasPrefix("reply")
      }
      #expect(answers == [answer ?? "reply invalid trustedUntilUSec"], "\(end)")
    }
  }

  @Test("R95: without a lease nothing is awaited, and one timer serves all leases")
  func oneTimer() {
    var core = CoreHarness(configuration: Self.configuration, conditions: [.powerSource(.battery)])
    let request = TaskRequest.command("a") { $0.requirements = .externalPower }
    #expect(core.take(.submit(request), at: 0).last == "reply submitted 1 a waiting")
    core.take(.submit(request.with { $0.identifier = "b" }, trustedUntil: 60), at: 0)
    core.take(.submit(request.with { $0.identifier = "c" }, trustedUntil: 50), at: 0)
    #expect(core.scheduler.volatile.armed == WakeUp(monotonic: .at(50)))
    // Events in between arm nothing anew.
    #expect(core.take(.timer, at: 20) == ["arm point 50s"])
    #expect(core.take(.conditions([.flag(.idle, true)]), at: 30).allSatisfy { !$0.hasPrefix("arm") })
  }

  @Test("R96: a task that waits when its lease is over does not start any more: it ends with a record")
  func waits() {
    var core = Self.waiting()
    core.at(
      60, .timer,
      gives: [
        "put #1 a leaseLost failure because leaseLost 60s…60s", "delete 1", "report ended #1 leaseLost",
        "arm never",
      ])
    #expect(core.take(.conditions([.powerSource(.external)]), at: 61).allSatisfy { !$0.hasPrefix("launch") })
  }

  @Test("R96: a run is told to stop when its lease is over, and killed when its grace is over")
  func runs() {
    var core = Self.running()
    core.at(
      60, .timer,
      gives: [
        "put #1 a because leaseLost", "expire #1 leaseLost in 5s",
        "report expiring #1 because leaseLost in 5s", "arm point 65s",
      ])
    core.at(65, .timer, gives: ["kill #1", "report killing #1", "arm never"])
    core.at(
      66, .runEnded(core.run(1), .signal("SIGKILL")),
      gives: [
        "put #1 a leaseLost failure SIGKILL because leaseLost 0s…66s", "delete 1",
        "report ended #1 leaseLost",
      ])
  }

  @Test("R96: what the program says after it was told does not count, what it has said before does")
  func lateSuccess() {
    var late = Self.running()
    late.take(.timer, at: 60)
    late.take(.call(.complete(late.run(1), success: true), uid: 1000), at: 61)
    let end = late.take(.runEnded(late.run(1), .status(0)), at: 62)
    #expect(end.first == "put #1 a leaseLost failure exit 0 because leaseLost 0s…62s")
    var status = Self.running()
    status.take(.timer, at: 60)
    #expect(
      status.take(.runEnded(status.run(1), .status(0)), at: 62).first
        == "put #1 a leaseLost failure exit 0 because leaseLost 0s…62s")
    var early = Self.running()
    early.take(.call(.complete(early.run(1), success: true), uid: 1000), at: 59)
    early.take(.timer, at: 60)
    #expect(
      early.take(.runEnded(early.run(1), .signal("SIGTERM")), at: 61).first
        == "put #1 a completed success SIGTERM because leaseLost 0s…61s")
  }

  @Test("R96: neither a retry nor another date follows, and the failure's action starts once")
  func nothingFollows() {
    var core = Self.running {
      $0.retry = Retry()
      $0.repeatEvery = .seconds(1000)
      $0.actions[.failure] = .program("/bin/tell")
    }
    core.take(.timer, at: 60)
    let end = core.take(.runEnded(core.run(1), .status(75)), at: 61)
    #expect(end.contains("report ended #1 leaseLost"))
    #expect(end.contains("delete 1"))
    #expect(core.store.tasks.values.map(\.request.identifier) == ["a:failure"])
    #expect(core.store.tasks.values.allSatisfy { $0.lease == nil })
    var waiting = Self.waiting { $0.actions[.failure] = .program("/bin/tell") }
    waiting.take(.timer, at: 60)
    #expect(waiting.store.tasks.values.map(\.request.identifier) == ["a:failure"])
  }

  @Test("R96: a retry that waits when the lease is over is not made")
  func retryWaits() {
    var core = Self.running { $0.retry = Retry(initial: .seconds(100), maximum: .seconds(100)) }
    core.take(.runEnded(core.run(1), .status(1)), at: 10)
    #expect(core.scheduler.task("a", of: 1000)?.state == .waiting)
    #expect(core.take(.timer, at: 60).contains("report ended #2 leaseLost"))
    #expect(core.store.tasks.isEmpty)
  }

  @Test("R96: a run that was told to stop for another reason loses its lease as well, unless it is cancelled")
  func otherReasons() {
    var limited = Self.running {
      $0.runtimeLimit = .seconds(58)
      $0.retry = Retry()
    }
    #expect(limited.take(.timer, at: 58).contains("expire #1 runtimeLimit in 5s"))
    limited.take(.timer, at: 60)
    #expect(
      limited.take(.runEnded(limited.run(1), .signal("SIGTERM")), at: 61).last { $0.hasPrefix("report") }
        == "report ended #1 leaseLost")
    var cancelled = Self.running()
    cancelled.take(.cancel("a"), at: 59)
    #expect(cancelled.take(.timer, at: 60).allSatisfy { !$0.hasPrefix("put") })
    #expect(
      cancelled.take(.runEnded(cancelled.run(1), .signal("SIGTERM")), at: 61).contains(
        "report ended #1 cancelled"))
    var lost = Self.running()
    lost.take(.timer, at: 60)
    lost.take(.cancel("a"), at: 61)
    #expect(
      lost.take(.runEnded(lost.run(1), .signal("SIGTERM")), at: 62).contains("report ended #1 leaseLost"))
  }

  @Test("R96: a program that could not be started, or whose request is lost, has lost its lease as well")
  func failsMeanwhile() {
    for event in [
      { Event.launchFailed($0, message: "no", isPassing: true) },
      { .payloadUnavailable($0, isDamaged: true, message: "no") }, { .runEnded($0, .unknown) },
    ] as [(RunID) -> Event] {
      var core = CoreHarness(configuration: Self.configuration)
      core.take(.submit(.command("a"), trustedUntil: 60), at: 0)
      core.take(.timer, at: 60)
      #expect(core.take(event(core.run(1)), at: 61).contains("report ended #1 leaseLost"))
      #expect(core.store.tasks.isEmpty)
    }
  }

  @Test("R97: a renewal lengthens or shortens the lease, of what waits and of what runs")
  func renews() {
    var core = Self.running()
    core.at(
      50, .renew("a", until: 100),
      gives: [
        "put 1 a trusted until 100s in #1", "guard #1 until 100s in 5s", "reply done", "arm point 100s",
      ])
    core.take(.timer, at: 60)
    #expect(core.scheduler.task("a", of: 1000)?.state == .running)
    core.at(
      61, .renew("a", until: 70),
      gives: ["put 1 a trusted until 70s in #1", "guard #1 until 70s in 5s", "reply done", "arm point 70s"])
    #expect(core.take(.timer, at: 70).contains("expire #1 leaseLost in 5s"))
    var waiting = Self.waiting()
    waiting.at(
      59, .renew("a", until: 90), gives: ["put 1 a trusted until 90s", "reply done", "arm point 90s"])
    #expect(waiting.take(.timer, at: 60).allSatisfy { !$0.hasPrefix("delete") })
    #expect(waiting.take(.timer, at: 90).contains("delete 1"))
  }

  @Test("R97: where one waits behind another, both are renewed that have a lease")
  func renewsBoth() {
    var core = Self.running()
    core.take(.submit(.command("a"), trustedUntil: 40), at: 1)
    let lines = core.take(.renew("a", until: 200), at: 2)
    #expect(
      lines.filter { $0.hasPrefix("put") } == [
        "put 2 a trusted until 200s", "put 1 a trusted until 200s in #1",
      ])
  }

  @Test("R97: what has no lease, has lost it, or is another user's is not renewed")
  func notRenewed() {
    var core = Self.running()
    core.take(.submit(.command("b")), at: 0)
    #expect(core.take(.renew("b", until: 100), at: 1) == ["reply invalid identifier"])
    #expect(core.take(.renew("c", until: 100), at: 1) == ["reply noSuchTask c"])
    #expect(core.take(.renew("a", until: 100, uid: 1001), at: 1) == ["reply noSuchTask a"])
    #expect(core.take(.renew("a", until: 1), at: 1) == ["reply invalid trustedUntilUSec"])
    // At the very moment at which it is over it is lost, whichever comes first.
    #expect(core.take(.renew("a", until: 100), at: 60).contains("reply invalid identifier"))
    #expect(core.scheduler.task("a", of: 1000)?.state == .expiring)
  }

  @Test("R97: what cannot be stored is not promised")
  func storeFails() {
    var core = Self.running()
    core.take(.storeFailed(cause: "full"), at: 10)
    #expect(core.take(.renew("a", until: 100), at: 11) == ["reply unavailable"])
    // It is told to stop all the same, and its end is recorded when that is possible.
    #expect(core.take(.timer, at: 60).contains("expire #1 leaseLost in 5s"))
    core.take(.runEnded(core.run(1), .status(0)), at: 61)
    #expect(
      core.take(.storeRecovered, at: 70).contains(
        "put #1 a leaseLost failure exit 0 because leaseLost 0s…61s"))
    var waiting = Self.waiting()
    waiting.take(.storeFailed(cause: "full"), at: 10)
    #expect(waiting.take(.timer, at: 60).allSatisfy { !$0.hasPrefix("delete") })
    #expect(waiting.reasons("a", at: 61).prefix(2) == ["storeUnavailable", "leaseLost"])
    #expect(waiting.take(.storeRecovered, at: 70).contains("report ended #1 leaseLost"))
  }

  @Test("R98: a lease outlives a restart of the daemon, and none outlives the machine's boot")
  func restarts() {
    var again = Self.waiting().restarted()
    again.start(at: 10, with: [.powerSource(.battery)])
    #expect(again.scheduler.task("a", of: 1000)?.task.lease?.until == .at(60))
    #expect(again.take(.timer, at: 60).contains("report ended #1 leaseLost"))
    for boot in [BootID(value: 8), .unknown] {
      var next = Self.waiting().restarted(Self.configuration.with { $0.bootID = boot })
      let lines = next.start(at: 10, with: [.powerSource(.external)], sameBoot: false)
      #expect(lines.contains("report ended #1 leaseLost"))
      #expect(lines.allSatisfy { !$0.hasPrefix("launch") })
    }
  }

  @Test("R98: a run that goes on without the daemon is told to stop by the next one, as soon as it starts")
  func runOutlivesDaemon() {
    let before = Self.running()
    var again = before.restarted()
    let lines = again.start(at: 70, surviving: [before.run(1)])
    #expect(lines.contains("expire #1 leaseLost in 5s"))
    #expect(
      again.take(.runEnded(again.run(1), .status(0)), at: 71).contains("report ended #1 leaseLost"))
    // One that was told before, and is gone, has lost its lease as well.
    var told = Self.running()
    told.take(.timer, at: 60)
    var later = told.restarted()
    #expect(later.start(at: 70).contains("report ended #1 leaseLost"))
  }

  @Test("R99: the next daemon has the lease guarded again, unless the run has to stop anyway")
  func guardedAgain() {
    let before = Self.running()
    var again = before.restarted()
    #expect(again.start(at: 10, surviving: [before.run(1)]).contains("guard #1 until 60s in 5s"))
    var over = before.restarted()
    #expect(over.start(at: 70, surviving: [before.run(1)]).allSatisfy { !$0.hasPrefix("guard") })
    var told = Self.running()
    told.take(.cancel("a"), at: 5)
    var stopping = told.restarted()
    #expect(stopping.start(at: 10, surviving: [told.run(1)]).allSatisfy { !$0.hasPrefix("guard") })
  }

  @Test("R99: a run that ended while no daemon was there has lost its lease if that was over first")
  func endedMeanwhile() {
    let before = Self.running { $0.retry = Retry() }
    for (ended, exit, line) in [
      (59.0, Exit.status(0), "report ended #1 completed"),
      (61, .signal("SIGTERM"), "report ended #1 leaseLost"),
      (60, .status(0), "report ended #1 leaseLost"),
    ] {
      var again = before.restarted()
      let lines = again.start(
        at: 100, ended: [before.run(1): ProgramEnd(exit: exit, ended: .at(ended))])
      #expect(lines.filter { $0.hasPrefix("report ended") } == [line], "\(ended)")
    }
    // The daemon stood still, and hears of the end first.
    var core = Self.running { $0.retry = Retry() }
    #expect(
      core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 70).contains("report ended #1 leaseLost"))
    var reported = Self.running()
    reported.take(.call(.complete(reported.run(1), success: true), uid: 1000), at: 59)
    #expect(
      reported.take(.runEnded(reported.run(1), .status(0)), at: 70).contains("report ended #1 completed"))
  }

  @Test("R98: a machine that sleeps past the lease tells the run to stop before anything else starts")
  func sleepsPast() {
    var core = Self.running()
    core.take(.submit(.command("b") { $0.earliestBegin = .at(100) }), at: 1)
    core.suspend(for: 1000)
    // The first event after the sleep may be any.
    let lines = core.take(.call(.cancel(identifier: "none"), uid: 1000), at: 10)
    let told = lines.firstIndex(of: "expire #1 leaseLost in 5s")
    let began = lines.firstIndex { $0.hasPrefix("launch #2") }
    #expect(told != nil)
    #expect(told ?? 0 < began ?? .max)
  }

  @Test("R98: a step of the wall clock is nothing to a lease")
  func wallClock() {
    var core = Self.running()
    core.stepWall(by: 100_000)
    #expect(core.take(.clockChanged, at: 10).allSatisfy { !$0.hasPrefix("expire") })
    #expect(core.explanation("a", at: 20)?.trustedFor == .seconds(40))
  }

  @Test("R96: the program of an application is told, and a run that nobody has is over")
  func applications() {
    let configuration = SchedulerConfiguration.served.with { $0.bootID = BootID(value: 7) }
    var core = CoreHarness.connected("mail.a", configuration: configuration)
    core.take(.submit(.handled("mail.a"), trustedUntil: 60), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    #expect(core.take(.timer, at: 60).contains { $0.hasPrefix("warn #1 leaseLost") })
    #expect(
      core.take(.call(.complete(core.run(1), success: true), uid: 1000), at: 61).contains(
        "report ended #1 leaseLost"))
    // Its process was started, and has not come.
    var awaited = CoreHarness(configuration: configuration.with { $0.launchTimeout = .seconds(100) })
    awaited.take(.submit(.handled("mail.a"), trustedUntil: 20), at: 0)
    #expect(awaited.take(.timer, at: 20).contains("report ended #1 leaseLost"))
    // It was delivered before a restart, and comes back too late or not at all.
    var first = CoreHarness.connected("mail.a", configuration: configuration)
    first.take(.submit(.handled("mail.a"), trustedUntil: 60), at: 0)
    first.take(.runStarted(first.run(1)), at: 0)
    var again = first.restarted(configuration.with { $0.reconnect = .seconds(100) })
    again.start(at: 50)
    again.take(.timer, at: 60)
    var late = again
    #expect(late.take(.timer, at: 150).contains("report ended #1 leaseLost"))
    let back = again.take(.register("mail.a", on: 2, runs: [first.run(1)]), at: 70)
    #expect(back.contains { $0.hasPrefix("warn #1 leaseLost") })
  }

  @Test("Thousands of leases that are over at once are ended in slices, and none of their tasks starts")
  func manyAtOnce() {
    var core = CoreHarness(
      configuration: Self.configuration.with { $0.maximumPendingPerUser = 10_000 },
      conditions: [.powerSource(.battery)])
    let count = 3000
    let request = TaskRequest.command("a") { $0.requirements = .externalPower }
    for number in 0..<count {
      core.take(.submit(request.with { $0.identifier = "a\(number)" }, trustedUntil: 60), at: 0)
    }
    var ended = core.take(.timer, at: 60).count { $0.hasPrefix("report ended") }
    #expect(ended < count / 2)
    let back = core.take(.conditions([.powerSource(.external)]), at: 60)
    #expect(back.allSatisfy { !$0.hasPrefix("launch") })
    ended += back.count { $0.hasPrefix("report ended") }
    for _ in 0..<200 where ended < count {
      let more = core.take(.goOn, at: 60)
      #expect(more.allSatisfy { !$0.hasPrefix("launch") })
      ended += more.count { $0.hasPrefix("report ended") }
    }
    #expect(ended == count)
  }

  @Test("Explaining says how long the task is trusted")
  func explains() {
    let core = Self.waiting()
    #expect(core.explanation("a", at: 19)?.trustedFor == .seconds(41))
    #expect(Self.running().explanation("a", at: 19)?.trustedFor == .seconds(41))
    var without = CoreHarness(configuration: Self.configuration)
    without.take(.submit(.command("b")), at: 0)
    #expect(without.explanation("b", at: 1)?.trustedFor == nil)
  }

  @Test("A person who starts a task does not start one whose lease is over")
  func startedByHand() {
    var core = Self.waiting()
    let lines = core.take(.call(.simulateLaunch(identifier: "a"), uid: 1000), at: 60)
    #expect(lines.contains("reply unavailable"))
    #expect(lines.contains("report ended #1 leaseLost"))
  }
}
