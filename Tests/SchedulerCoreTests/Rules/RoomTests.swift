import Testing

@testable import SchedulerCore

@Suite("Room for others, and for what a person starts")
struct RoomTests {
  /// The system's instance with four places.
  static func shared() -> CoreHarness {
    CoreHarness(configuration: .plain.with { $0.servesManyUsers = true })
  }

  static func submit(_ count: Int, _ core: inout CoreHarness, kind: Kind = .refresh, uid: UInt32 = 1000) {
    for number in 1...count {
      core.take(.submit(.command("\(kind)\(number)") { $0.kind = kind }, uid: uid), at: 0)
    }
  }

  @Test("A user of the system's instance has all places but one, and another's work finds it")
  func others() {
    var core = Self.shared()
    Self.submit(9, &core)
    #expect(core.scheduler.runningCount == 3)
    #expect(core.reasons("refresh4", at: 0) == ["userConcurrency"])
    core.take(.submit(.command("a"), uid: 1001), at: 1)
    #expect(core.scheduler.runningCount == 4)
    #expect(core.reasons("refresh4", at: 1) == ["concurrency", "userConcurrency"])
  }

  @Test(
    "A user's own instance has no such limit, and neither has one whose administrator says another number")
  func alone() {
    var own = CoreHarness()
    Self.submit(9, &own)
    #expect(own.scheduler.runningCount == 4)
    var chosen = CoreHarness(
      configuration: .plain.with {
        $0.servesManyUsers = true
        $0.maximumConcurrentRunsPerUser = 4
      })
    Self.submit(9, &chosen)
    #expect(chosen.scheduler.runningCount == 4)
  }

  @Test("What a person starts finds a place when everything is taken, in its user's own; the next one waits")
  func continued() {
    var core = Self.shared()
    Self.submit(9, &core)
    Self.submit(9, &core, uid: 1001)
    #expect(core.scheduler.runningCount == 4)
    Self.submit(3, &core, kind: .continued)
    Self.submit(1, &core, kind: .continued, uid: 1001)
    #expect(core.scheduler.runningCount == 7)
    #expect(core.reasons("continued3", at: 0) == ["concurrency", "userConcurrency"])
    core.at(
      1, .submit(.continued("now") { $0.strategy = .fail }), gives: ["reply immediateRunIneligible now"])
    // An end beside the limits lets in nothing but what may be there.
    let ended = core.take(.runEnded(core.run(5), .status(0)), at: 2)
    #expect(ended.contains { $0.hasPrefix("launch #8 continued3 ") })
    #expect(core.scheduler.runningCount == 7)
  }

  @Test("R60: what is run by hand counts, has places of its user's own, and is refused beyond them")
  func byHand() {
    var core = Self.shared()
    Self.submit(9, &core)
    for number in 4...5 {
      let found = core.take(.call(.simulateLaunch(identifier: "refresh\(number)")), at: 1)
      #expect(found.contains { $0.hasPrefix("reply launched") })
    }
    core.at(1, .call(.simulateLaunch(identifier: "refresh6")), gives: ["reply unavailable"])
    #expect(core.scheduler.runningCount == 5)
    // They let no others in, and keep none out.
    core.take(.submit(.command("a"), uid: 1001), at: 2)
    #expect(core.scheduler.runningCount == 6)
    // With their end there is a place again.
    core.take(.runEnded(core.run(4), .status(0)), at: 3)
    let found = core.take(.call(.simulateLaunch(identifier: "refresh6")), at: 3)
    #expect(found.contains { $0.hasPrefix("reply launched") })
  }

  @Test("A limit of a kind holds for what a person starts")
  func kind() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRunsOfKind = [.continued: 1] })
    Self.submit(2, &core, kind: .continued)
    #expect(core.scheduler.runningCount == 1)
    #expect(core.reasons("continued2", at: 0) == ["kindConcurrency"])
  }

  @Test("After a restart what a person started does not take the room of what can wait")
  func restart() {
    var core = Self.shared()
    Self.submit(9, &core)
    Self.submit(2, &core, kind: .continued)
    let runs = Set(core.scheduler.activeRuns.map(\.id))
    var restarted = core.restarted()
    restarted.start(at: 10, surviving: runs)
    #expect(restarted.scheduler.runningCount == 5)
    restarted.take(.submit(.command("a"), uid: 1001), at: 11)
    #expect(restarted.scheduler.runningCount == 6)
  }
}
