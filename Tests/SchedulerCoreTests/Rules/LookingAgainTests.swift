import Testing

@testable import SchedulerCore

@Suite("What nobody tells of is looked at again, while something waits for that alone")
struct LookingAgainTests {
  private static let low: [ConditionChange] = [.flag(.storageLow, true)]

  private static func needsRoom(_ identifier: String = "a") -> TaskRequest {
    .command(identifier) { $0.requirements = .storageNotLow }
  }

  /// Only what is armed.
  private static func armed(_ directives: [String]) -> [String] {
    directives.filter { $0.hasPrefix("arm") }
  }

  @Test("A disk without room: a minute after the last look, again and again, until it has room")
  func storage() {
    var core = CoreHarness(conditions: Self.low)
    #expect(Self.armed(core.take(.submit(Self.needsRoom()), at: 1)) == ["arm point 60s or 6s later"])
    // The look changed nothing.
    core.at(60, .timer, gives: ["arm point 120s or 6s later"])
    #expect(Self.armed(core.take(.conditions([.flag(.storageLow, false)]), at: 120)) == ["arm never"])
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("A hot machine, for all work that can wait")
  func heat() {
    var core = CoreHarness(conditions: [.flag(.thermalPressure, true)])
    #expect(Self.armed(core.take(.submit(.command("a")), at: 1)) == ["arm point 60s or 6s later"])
  }

  @Test("At once when the last look is longer ago than that")
  func overdue() {
    var core = CoreHarness(conditions: Self.low)
    #expect(Self.armed(core.take(.submit(Self.needsRoom()), at: 100)) == ["arm point 60s or 6s later"])
    core.at(100, .timer, gives: ["arm point 160s or 6s later"])
  }

  @Test("Every wake-up is a look, so it is not made twice")
  func shared() {
    var core = CoreHarness(conditions: Self.low)
    core.take(.submit(Self.needsRoom()), at: 0)
    core.take(.submit(.command("b") { $0.earliestBegin = .at(50) }), at: 0)
    #expect(Self.armed(core.take(.timer, at: 50)) == ["arm point 110s or 6s later"])
  }

  @Test("It may be late, but nothing else is late for it")
  func late() {
    var core = CoreHarness(conditions: Self.low)
    core.take(.submit(Self.needsRoom()), at: 1)
    core.take(.submit(.command("b")), at: 10)
    // Its limit of 30 s is over at 62 s.
    #expect(
      Self.armed(core.take(.runStarted(core.run(1)), at: 32)) == ["arm point 60s or 2s later"])
  }

  @Test("Not while nothing waits for it")
  func nothingWaits() {
    var core = CoreHarness(conditions: Self.low)
    #expect(core.scheduler.nextLook == nil)
    core.take(.submit(.command("b") { $0.requirements = .externalPower }), at: 1)
    #expect(core.scheduler.nextLook == nil)
    core.take(.submit(Self.needsRoom()), at: 2)
    #expect(core.scheduler.nextLook == .at(60))
    core.take(.cancel("a"), at: 3)
    #expect(core.scheduler.nextLook == nil)
    // Its date has not come.
    core.take(.submit(Self.needsRoom("c").with { $0.earliestBegin = .at(500) }), at: 4)
    #expect(core.scheduler.nextLook == nil)
  }

  @Test("Not while something else of the machine is missing too; of that somebody tells")
  func somethingElse() {
    var core = CoreHarness(conditions: Self.low + [.powerSource(.battery)])
    core.take(
      .submit(.command("a") { $0.requirements = [.storageNotLow, .externalPower] }), at: 1)
    #expect(core.scheduler.nextLook == nil)
    core.take(.conditions([.powerSource(.external)]), at: 2)
    #expect(core.scheduler.nextLook == .at(60))
  }

  @Test("For a run that stands still as well")
  func frozen() {
    var core = RunningRules.running(
      Self.needsRoom().with { $0.freezeLimit = .hours(1) },
      configuration: .plain.with { $0.programsAreUnits = true }, conditions: [.flag(.storageLow, false)])
    core.take(.conditions(Self.low), at: 1)
    #expect(core.scheduler.nextLook == .at(60))
  }

  @Test("Not for what a simulation says, nor while the machine or the daemon goes, nor with RecheckSec=0")
  func never() {
    var simulated = CoreHarness(configuration: .plain.with { $0.allowsSimulation = true })
    simulated.take(.call(.simulateConditions(Self.low, clear: false), uid: 0), at: 0)
    simulated.take(.submit(Self.needsRoom()), at: 1)
    #expect(simulated.reasons("a", at: 1) == ["storageNotLow"])
    #expect(simulated.scheduler.nextLook == nil)

    var core = CoreHarness(conditions: Self.low)
    core.take(.submit(Self.needsRoom()), at: 1)
    core.take(.departing(.sleep, limit: .seconds(5)), at: 2)
    #expect(core.scheduler.nextLook == nil)
    core.take(.departureOver(.sleep), at: 3)
    #expect(core.scheduler.nextLook == .at(63))
    core.take(.configurationChanged(.plain.with { $0.recheck = .zero }), at: 4)
    #expect(core.scheduler.nextLook == nil)
    core.take(.configurationChanged(.plain), at: 5)
    core.take(.handOver, at: 6)
    #expect(core.scheduler.nextLook == nil)
  }
}
