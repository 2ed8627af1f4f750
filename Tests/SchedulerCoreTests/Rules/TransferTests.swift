import Testing

@testable import SchedulerCore

@Suite("Files that come and go")
struct TransferTests {
  private static func transfer(
    _ identifier: String, to host: String = "one:443", priority: TransferPriority = .normal,
    isDiscretionary: Bool = false, session: String? = nil
  ) -> TaskRequest {
    .command(identifier) {
      $0.kind = .transfer
      $0.requirements = .network
      $0.transfer = TransferRule(
        host: host, priority: priority, isDiscretionary: isDiscretionary, session: session)
    }
  }

  private static let roomy = SchedulerConfiguration.plain.with {
    $0.maximumConcurrentRuns = 10
    $0.maximumTransfersPerHost = 2
  }

  @Test("So many of a user speak to one host; another host and another user have room, and an end makes some")
  func hosts() {
    var core = CoreHarness(configuration: Self.roomy)
    for name in ["a", "b", "c"] { core.take(.submit(Self.transfer(name)), at: 0) }
    #expect(core.reasons("c", at: 0) == ["hostConcurrency"])
    core.take(.submit(Self.transfer("other", to: "two:443")), at: 0)
    core.take(.submit(Self.transfer("c"), uid: 1001), at: 0)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["a", "b", "other", "c"])
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    #expect(core.reasons("c", at: 1).isEmpty)
    #expect(core.scheduler.activeRuns.map(\.identifier).sorted() == ["b", "c", "c", "other"])
  }

  @Test("Of two users who speak to one host, the one who has room does not wait behind the other's turn")
  func hostOfTwo() {
    var core = CoreHarness(configuration: Self.roomy)
    for name in ["a", "b", "c"] { core.take(.submit(Self.transfer(name)), at: 0) }
    // Served last, so the other's turn comes first.
    core.take(.submit(.command("other"), uid: 1001), at: 1)
    core.take(.submit(Self.transfer("c"), uid: 1001), at: 2)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["a", "b", "other", "c"])
    #expect(core.reasons("c", at: 2) == ["hostConcurrency"])
  }

  @Test("Of those to one host the more important go first, and each in its turn")
  func priorities() {
    var core = OrderTests.oneAtATime()
    core.take(.submit(.command("busy")), at: 0)
    core.take(.submit(Self.transfer("low", priority: .low)), at: 1)
    core.take(.submit(Self.transfer("normal")), at: 2)
    core.take(.submit(Self.transfer("high", priority: .high)), at: 3)
    core.take(.submit(Self.transfer("later", priority: .high)), at: 4)
    #expect(OrderTests.order(&core, at: 5) == ["busy", "high", "later", "normal", "low"])
  }

  @Test("A low battery holds back what can wait, and nothing else")
  func discretion() {
    var core = CoreHarness(
      configuration: Self.roomy, conditions: [.powerSource(.battery), .batteryPercent(5)])
    core.take(.submit(Self.transfer("wanted")), at: 0)
    core.take(.submit(Self.transfer("patient", isDiscretionary: true)), at: 0)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["wanted"])
    #expect(core.reasons("patient", at: 0) == ["batteryNotLow"])
  }

  @Test("One is tried for a week unless it says otherwise, and other work ten times")
  func week() throws {
    let rule = Retry.usual(for: .transfer)
    let pauses = (1...).lazy.map { rule.pause(afterAttempts: $0) }.prefix { $0 != nil }
    let length = pauses.reduce(TimeSpan.zero) { $0 + ($1 ?? .zero) }
    #expect(length > .hours(24 * 7) && length < .hours(24 * 7 + 5))
    for kind in Kind.allCases where kind != .transfer { #expect(Retry.usual(for: kind) == Retry()) }
    var core = CoreHarness(configuration: Self.roomy)
    core.take(.submit(Self.transfer("a")), at: 0)
    // As often as a crash would have ended other work, and once more.
    var now = 1.0
    for _ in 1...11 {
      core.take(.runEnded(try #require(core.scheduler.activeRuns.first?.id), .signal("SIGKILL")), at: now)
      now += 18_001
      core.take(.timer, at: now)
    }
    #expect(core.scheduler.activeRuns.first?.attempt == 12)
  }

  /// An attempt that ends as bgtask-transfer does when it is to be tried again, having said this.
  /// - Returns: How long the next one has to wait, in seconds; nil where there is none.
  private static func fail(_ core: inout CoreHarness, _ next: NextAttempt?, at now: Double) throws -> Double?
  {
    let run = try #require(core.scheduler.activeRuns.first)
    let progress = Progress(completedUnitCount: 1, totalUnitCount: 2)
    core.take(.call(.reportProgress(run.id, progress, next: next)), at: now)
    let directives = core.directives(.runEnded(run.id, .status(75)), at: now)
    let date = directives.lazy.compactMap { directive -> WallTime? in
      if case .report(.ended(let run, let next)) = directive, let next, let ended = run.ended {
        return WallTime(uSec: (next - ended).uSec)
      }
      return nil
    }.first
    return date.map { Double($0.uSec) / 1e6 }
  }

  @Test("What has come further goes on after a second, as often as it takes, and does not count")
  func progress() throws {
    var core = CoreHarness(configuration: Self.roomy)
    core.take(.submit(Self.transfer("a")), at: 0)
    var now = 0.0
    for _ in 1...100 {
      #expect(try Self.fail(&core, NextAttempt(hasProgressed: true), at: now) == 1)
      now += 1
      core.take(.timer, at: now)
      #expect(core.scheduler.activeRuns.count == 1)
    }
    // The attempts that brought nothing are those that count.
    for pause in [30, 60, 1, 120, 1, 240] as [Double] {
      let next = pause == 1 ? NextAttempt(hasProgressed: true) : nil
      #expect(try Self.fail(&core, next, at: now) == pause)
      now += pause
      core.take(.timer, at: now)
    }
  }

  @Test("Who wants no other attempt gets none, and a shorter pause than a second stays shorter")
  func progressByRule() throws {
    for (retry, pause) in [
      (Retry(backoff: .none), nil), (Retry(maximumAttempts: 1), nil), (Retry(initial: .zero), 0),
      (Retry(initial: .milliseconds(200)), 0.2),
    ] as [(Retry, Double?)] {
      var core = CoreHarness(configuration: Self.roomy)
      var request = Self.transfer("a")
      request.retry = retry
      core.take(.submit(request), at: 0)
      #expect(try Self.fail(&core, NextAttempt(hasProgressed: true), at: 1) == pause)
    }
  }

  @Test("What comes further without end is counted in the end")
  func endlessProgress() {
    let next = NextAttempt(hasProgressed: true)
    #expect(Retry().pause(afterProgress: next, uncounted: 99_999) == .seconds(1))
    #expect(Retry().pause(afterProgress: next, uncounted: 100_000) == nil)
  }

  @Test("A server that wants to be left alone is, for a day at most; sooner than usual is believed once")
  func notBefore() throws {
    for (wish, pauses) in [
      (.seconds(7), [7, 60, 120]), (.seconds(100), [100, 100, 120]), (.hours(30), [86_400, 86_400]),
    ] as [(TimeSpan, [Double])] {
      var core = CoreHarness(configuration: Self.roomy)
      core.take(.submit(Self.transfer("a")), at: 0)
      var now = 0.0
      for pause in pauses {
        #expect(try Self.fail(&core, NextAttempt(notBefore: wish), at: now) == pause)
        core.take(.timer, at: now + pause - 0.1)
        #expect(core.scheduler.activeRuns.isEmpty)
        now += pause
        core.take(.timer, at: now)
      }
    }
    var core = CoreHarness(configuration: Self.roomy)
    core.take(.submit(Self.transfer("a")), at: 0)
    #expect(try Self.fail(&core, NextAttempt(hasProgressed: true, notBefore: .seconds(90)), at: 0) == 90)
  }

  @Test("What a server wants is waited for over a restart, and no longer than a day whatever the clock says")
  func notBeforeOverRestarts() throws {
    for (step, left) in [(0.0, 7200.0), (-1_000_000, 86_400)] {
      var core = CoreHarness(configuration: Self.roomy)
      core.take(.submit(Self.transfer("a")), at: 0)
      #expect(try Self.fail(&core, NextAttempt(notBefore: .hours(2)), at: 0) == 7200)
      core = core.restarted()
      core.stepWall(by: step)
      core.start(at: 0)
      core.take(.timer, at: left - 1)
      #expect(core.scheduler.activeRuns.isEmpty)
      core.take(.timer, at: left)
      #expect(core.scheduler.activeRuns.count == 1)
    }
  }

  @Test("Of other work nobody is asked")
  func otherWork() throws {
    var core = CoreHarness(configuration: Self.roomy)
    core.take(.submit(.command("a")), at: 0)
    #expect(try Self.fail(&core, NextAttempt(hasProgressed: true, notBefore: .hours(1)), at: 0) == 30)
  }

  @Test("What takes what they bring begins behind the last of them, however that ended, and after a restart")
  func session() {
    var core = CoreHarness(configuration: Self.roomy)
    core.take(
      .submitBatch(
        [Self.transfer("s.a", session: "s"), Self.transfer("s.b", session: "s"), .command("s")]), at: 0)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["s.a", "s.b"])
    #expect(core.reasons("s", at: 0) == ["transfers"])
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    #expect(core.reasons("s", at: 1) == ["transfers"])
    core = core.restarted()
    core.start(at: 2, surviving: [core.run(2)])
    #expect(core.reasons("s", at: 2) == ["transfers"])
    // It is tried again, so it has not ended.
    core.take(.runEnded(core.run(2), .status(75)), at: 3)
    #expect(core.reasons("s", at: 3) == ["transfers"])
    core.take(.cancel("s.b"), at: 4)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["s"])
  }

  @Test("Another user's transfers that name the same hold nothing back, and nothing waits for none")
  func otherSessions() {
    var core = CoreHarness(configuration: Self.roomy)
    core.take(.submit(Self.transfer("t", session: "s"), uid: 1001), at: 0)
    core.take(.submit(.command("s")), at: 0)
    #expect(core.scheduler.activeRuns.map(\.identifier).contains("s"))
  }

  @Test("One that takes the place of the last leaves its session open")
  func replaced() {
    var core = CoreHarness(configuration: Self.roomy, conditions: [.network(.none)])
    core.take(.submit(Self.transfer("s.a", session: "s")), at: 0)
    core.take(.submit(.command("s")), at: 0)
    core.take(.submit(Self.transfer("s.a", session: "s")), at: 1)
    #expect(core.reasons("s", at: 1) == ["transfers"])
    core.take(.submit(Self.transfer("s.a", session: "other")), at: 2)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["s"])
  }
}
