import Testing

@testable import SchedulerCore

@Suite("What somebody has paused does not start")
struct PauseTests {
  private static let alice = PauseScope(uid: 1000)

  private static func pause(
    _ scope: PauseScope = alice, until: Double? = nil, stops: Bool = false, uid: UInt32 = 1000
  ) -> Event {
    .call(.pause(scope, until: until.map { .at($0) }, stops: stops), uid: uid)
  }

  @Test("Everything of a user waits until it is resumed; what others have starts, and what runs goes on")
  func everything() {
    var core = CoreHarness()
    core.take(.submit(.command("running")), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    core.at(
      1, Self.pause(),
      gives: ["put pause 1000", "report paused 1000 with 1 running", "reply paused 1000 with 1"])
    core.take(.submit(.command("a")), at: 2)
    #expect(core.reasons("a", at: 2) == ["paused"])
    #expect(core.take(.submit(.command("a"), uid: 1001), at: 3).contains { $0.hasPrefix("launch") })
    let lines = core.take(.call(.resume(Self.alice), uid: 1000), at: 4)
    #expect(lines.contains("report resumed: 1000") && lines.contains("reply resumed 1000"))
    #expect(lines.contains { $0.hasPrefix("launch") })
    #expect(core.scheduler.activeRuns.count == 3)
  }

  @Test("One of a name, those that begin so, or of a kind; the others start")
  func scopes() {
    let cases: [(PauseScope, starts: [String])] = [
      (PauseScope(uid: 1000, identifiers: "org.a"), ["org.a.b", "org.ab", "other"]),
      (PauseScope(uid: 1000, identifiers: "org.a*"), ["other"]),
      (PauseScope(uid: 1000, identifiers: "org.a.*"), ["org.a", "org.ab", "other"]),
      (PauseScope(uid: 1000, kind: .processing), ["org.a.b", "org.ab", "other"]),
      (PauseScope(uid: 1000, kind: .refresh, identifiers: "org.a*"), ["org.a", "other"]),
    ]
    for (scope, starts) in cases {
      var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 100 })
      core.take(Self.pause(scope), at: 0)
      for name in ["org.a", "org.a.b", "org.ab", "other"] {
        var request = TaskRequest.command(name)
        if name == "org.a" { request.kind = .processing }
        core.take(.submit(request), at: 1)
      }
      #expect(core.scheduler.activeRuns.map(\.identifier).sorted() == starts, "\(scope)")
      core.take(.call(.resume(scope), uid: 1000), at: 2)
      #expect(core.scheduler.activeRuns.count == 4, "\(scope)")
    }
  }

  @Test("It ends at its date by itself, once, and what has become due meanwhile starts then")
  func until() {
    var core = CoreHarness()
    core.take(Self.pause(PauseScope(uid: 1000, identifiers: "a"), until: 100), at: 0)
    core.take(.submit(.command("a")), at: 10)
    #expect(core.explanation("a", at: 10)?.forecast == .at(100))
    #expect(core.take(.timer, at: 99) == ["arm date 100s"])
    let lines = core.take(.timer, at: 100)
    #expect(lines.contains("delete pause") && lines.contains { $0.hasPrefix("report over: 1000 a") })
    #expect(lines.contains { $0.hasPrefix("launch") })
    #expect(core.take(.timer, at: 101).allSatisfy { $0.hasPrefix("arm") })
  }

  @Test("A task with a date waits for both, whichever comes first")
  func dated() {
    var core = CoreHarness()
    var request = TaskRequest.command("a")
    request.earliestBegin = .at(50)
    core.take(.submit(request), at: 0)
    core.take(Self.pause(PauseScope(uid: 1000, identifiers: "a")), at: 1)
    #expect(core.reasons("a", at: 1) == ["paused", "earliestBegin"])
    #expect(!core.take(.timer, at: 50).contains { $0.hasPrefix("launch") })
    #expect(core.reasons("a", at: 60) == ["paused"])
    #expect(core.take(.call(.resume(nil), uid: 1000), at: 60).contains { $0.hasPrefix("launch") })
  }

  @Test("It lasts over a restart, and one whose date has come meanwhile is over")
  func restart() {
    var core = CoreHarness()
    core.take(Self.pause(), at: 0)
    core.take(Self.pause(PauseScope(uid: 1001), until: 50, uid: 1001), at: 0)
    core.take(.submit(.command("a")), at: 1)
    core.take(.submit(.command("a"), uid: 1001), at: 1)
    var next = core.restarted()
    let lines = next.start(at: 60)
    #expect(lines.contains { $0.hasPrefix("report over: 1001") })
    #expect(next.scheduler.activeRuns.map(\.uid) == [1001])
    #expect(next.reasons("a", at: 60) == ["paused"])
  }

  @Test("With stop what runs is told to stop, and says why")
  func stops() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    let lines = core.take(Self.pause(stops: true), at: 1)
    #expect(lines.contains { $0.hasPrefix("expire #1 paused") })
    core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 2)
    #expect(core.store.runs[core.run(1)]?.stopReason?.code == .paused)
  }

  @Test("What is started by hand starts all the same")
  func byHand() {
    var core = CoreHarness()
    core.take(Self.pause(PauseScope(uid: 1000, identifiers: "a")), at: 0)
    core.take(.submit(.command("a")), at: 0)
    #expect(
      core.take(.call(.simulateLaunch(identifier: "a"), uid: 1000), at: 1).contains { $0.hasPrefix("launch") }
    )
  }

  @Test("Another user's work is paused and resumed by who is privileged; everybody's, too")
  func permissions() {
    var core = CoreHarness()
    for scope in [PauseScope(uid: 1001), PauseScope(uid: nil)] {
      #expect(core.take(Self.pause(scope), at: 0) == ["reply permissionDenied"])
      #expect(core.take(Self.pause(scope, uid: 0), at: 0).contains { $0.hasPrefix("put pause") })
      #expect(core.take(.call(.resume(scope), uid: 1000), at: 0) == ["reply permissionDenied"])
    }
    core.take(.submit(.command("a")), at: 1)
    #expect(core.reasons("a", at: 1) == ["paused"])
    // Everything that is one's own is not everybody's.
    #expect(core.take(.call(.resume(nil), uid: 1000), at: 2) == ["reply resumed "])
    #expect(core.scheduler.pauses(of: 1000).map(\.scope.uid) == [nil])
    #expect(core.take(.call(.resume(nil), uid: 0), at: 3).contains { $0.hasPrefix("launch") })
    #expect(core.scheduler.pauses(of: nil).map(\.scope.uid) == [1001])
  }

  @Test("One scope has one pause; a user has no more than may be")
  func bounds() {
    var core = CoreHarness()
    core.take(Self.pause(), at: 0)
    core.take(Self.pause(until: 9), at: 1)
    #expect(core.scheduler.pauses(of: nil).map(\.until) == [.at(9)])
    for number in 1..<Pause.limitPerUser {
      core.take(Self.pause(PauseScope(uid: 1000, identifiers: "a\(number)")), at: 2)
    }
    #expect(core.take(Self.pause(PauseScope(uid: 1000, identifiers: "b")), at: 3) == ["reply unavailable"])
    #expect(core.take(Self.pause(until: 8), at: 4).contains { $0.hasPrefix("put pause") })
    #expect(core.take(Self.pause(PauseScope(uid: 1001), uid: 1001), at: 5).contains("put pause 1001"))
  }

  @Test("A date that has passed, and a disk that takes nothing, are refused")
  func refused() {
    var core = CoreHarness()
    #expect(core.take(Self.pause(until: 0), at: 0) == ["reply invalid untilUSec"])
    core.take(Self.pause(PauseScope(uid: 1001), until: 20, uid: 1001), at: 0)
    core.take(.storeFailed(cause: "full"), at: 1)
    #expect(core.take(Self.pause(), at: 1) == ["reply unavailable"])
    // Its date comes while nothing can be written: it is over when the disk works again.
    #expect(core.take(.timer, at: 30).allSatisfy { !$0.contains("pause") })
    #expect(core.take(.storeRecovered, at: 40).contains("delete pause"))
  }

  @Test("A pause of everything costs the same however much waits, and so does its end for what has no name")
  func cost() {
    var core = CoreHarness()
    for number in 0..<2000 {
      var request = TaskRequest.command("a\(number)")
      request.requirements = [.externalPower]
      core.take(.submit(request), at: 0)
    }
    let before = core.scheduler.counters.tasksVisited
    core.take(Self.pause(), at: 1)
    core.take(.conditions([.powerSource(.external)]), at: 2)
    core.take(.call(.resume(nil), uid: 1000), at: 3)
    #expect(core.scheduler.counters.tasksVisited - before < 100)
    #expect(!core.scheduler.activeRuns.isEmpty)
  }
}
