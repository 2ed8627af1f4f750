import Testing

@testable import SchedulerCore

@Suite("Runs that keep the machine awake")
struct SleepPreventionTests {
  private static func awake(_ identifier: String) -> TaskRequest {
    .command(identifier) { $0.preventsSleep = true }
  }

  /// Only what is said of sleep.
  private static func said(_ directives: [String]) -> [String] {
    directives.filter { $0.hasSuffix("sleep") }
  }

  @Test("The machine is kept awake from the first such run's launch to the last one's end")
  func runs() {
    var core = CoreHarness(conditions: [.powerSource(.external)])
    #expect(Self.said(core.take(.submit(.command("other")), at: 0)) == [])
    #expect(Self.said(core.take(.submit(Self.awake("a")), at: 1)) == ["prevent sleep"])
    #expect(Self.said(core.take(.submit(Self.awake("b")), at: 2)) == [])
    #expect(Self.said(core.take(.runEnded(core.run(2), .status(0)), at: 3)) == [])
    #expect(Self.said(core.take(.cancel("b"), at: 4)) == [])
    #expect(Self.said(core.take(.runEnded(core.run(3), .status(0)), at: 5)) == ["allow sleep"])
  }

  @Test("Only on external power: a battery, and power of which nobody knows where it comes from, are none")
  func power() {
    var core = CoreHarness(conditions: [.powerSource(.unknown)])
    #expect(Self.said(core.take(.submit(Self.awake("a")), at: 0)) == [])
    #expect(Self.said(core.take(.conditions([.powerSource(.external)]), at: 1)) == ["prevent sleep"])
    #expect(Self.said(core.take(.conditions([.powerSource(.battery)]), at: 2)) == ["allow sleep"])
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("The battery is spared at once, though other losses settle first")
  func atOnce() {
    var core = CoreHarness(
      configuration: .plain.with { $0.settling = .seconds(5) }, conditions: [.powerSource(.external)])
    core.take(.submit(Self.awake("a")), at: 0)
    #expect(Self.said(core.take(.conditions([.powerSource(.battery)]), at: 1)) == ["allow sleep"])
  }

  @Test("AllowSleepPrevention=no: nothing keeps the machine awake, and a reload counts at once")
  func configuration() {
    var core = CoreHarness(
      configuration: .plain.with { $0.allowsSleepPrevention = false }, conditions: [.powerSource(.external)])
    #expect(Self.said(core.take(.submit(Self.awake("a")), at: 0)) == [])
    #expect(Self.said(core.take(.configurationChanged(.plain), at: 1)) == ["prevent sleep"])
  }

  @Test("A run that stands still needs no machine that is awake")
  func frozen() {
    var core = RunningRules.running(
      Self.awake("a").with {
        $0.requirements = .network
        $0.freezeLimit = .hours(1)
      }, configuration: .plain.with { $0.programsAreUnits = true },
      conditions: [.powerSource(.external), .network(.unmetered)])
    #expect(Self.said(core.take(.conditions([.network(.none)]), at: 1)) == ["allow sleep"])
    #expect(Self.said(core.take(.conditions([.network(.unmetered)]), at: 2)) == ["prevent sleep"])
  }

  @Test("A daemon that comes back keeps the machine awake for the runs that went on")
  func restart() {
    var core = CoreHarness(conditions: [.powerSource(.external)])
    core.take(.submit(Self.awake("a")), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    var next = core.restarted()
    let found = next.start(at: 1, with: [.powerSource(.external)], surviving: [core.run(1)])
    #expect(Self.said(found) == ["prevent sleep"])
  }
}
