import SchedulerCore
import Testing

/// Decisions are told when they change, so that the journal has the story of a task and no more.
@Suite("What holds a task back is told when it changes")
struct HoldingTests {
  private static let powered = TaskRequest.command("a") {
    $0.requirements = [.externalPower, .network]
    $0.earliestBegin = .at(60)
  }

  @Test("Once when it is due, once when another reason is the first, and not at every change of conditions")
  func changes() {
    var core = CoreHarness(conditions: [.powerSource(.battery), .network(.none)])
    core.take(.submit(Self.powered), at: 0)
    core.take(.conditions([.batteryPercent(80)]), at: 10)
    core.at(60, .timer, gives: ["report held 1 a waits for network externalPower", "arm never"])
    #expect(!core.take(.conditions([.batteryPercent(79)]), at: 61).contains { $0.contains("held") })
    #expect(!core.take(.conditions([.batteryPercent(78)]), at: 62).contains { $0.contains("held") })
    let found = core.take(.conditions([.network(.unmetered)]), at: 63)
    #expect(found.filter { $0.contains("held") } == ["report held 1 a waits for externalPower"])
    #expect(core.take(.conditions([.powerSource(.external)]), at: 64).contains("report launching #1"))
  }

  @Test("What is submitted and waits for a condition at once is not told twice")
  func submitted() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    core.take(.submit(.command("a") { $0.requirements = .externalPower }), at: 0)
    #expect(!core.take(.conditions([.batteryPercent(50)]), at: 1).contains { $0.contains("held") })
  }

  @Test("A change of conditions looks at what was told last, however much waits")
  func crowd() {
    var core = CoreHarness(conditions: [.powerSource(.battery), .network(.none)])
    for number in 1...100 {
      core.take(
        .submit(
          .command("a\(number)") {
            $0.requirements = [.externalPower, .network]
            $0.earliestBegin = .at(60)
          }), at: 0)
    }
    #expect(core.take(.timer, at: 60).count { $0.contains("held") } == 100)
    let visited = core.scheduler.counters.tasksVisited
    let found = core.take(.conditions([.network(.unmetered)]), at: 61)
    #expect(found.count { $0.contains("held") } == 32)
    #expect(found.contains("report held 100 a100 waits for externalPower"))
    #expect(core.scheduler.counters.tasksVisited - visited == 32)
  }

  @Test("What holds everything back is not told for each task")
  func everything() {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.earliestBegin = .at(60) }), at: 0)
    core.take(.departing(.sleep, limit: .seconds(5)), at: 50)
    #expect(!core.take(.timer, at: 60).contains { $0.contains("held") })
  }

  @Test("A decision that was not written down is told when it is")
  func rolledBack() {
    var core = CoreHarness(conditions: [.powerSource(.battery), .network(.none)])
    core.take(.submit(Self.powered), at: 0)
    core.fail(.timer, at: 60)
    #expect(core.take(.timer, at: 60).contains("report held 1 a waits for network externalPower"))
  }

  @Test("What waits for a condition since its submission is told again when another reason is the first")
  func sinceSubmission() {
    var core = CoreHarness(conditions: [.powerSource(.battery), .network(.none)])
    core.take(.submit(.command("a") { $0.requirements = [.externalPower, .network] }), at: 0)
    let found = core.take(.conditions([.network(.unmetered)]), at: 1)
    #expect(found.filter { $0.contains("held") } == ["report held 1 a waits for externalPower"])
  }

  @Test("What waited for its application or for an earlier run is told when it waits for something else")
  func afterRun() {
    var core = CoreHarness(conditions: [.powerSource(.external)])
    core.take(.submit(.command("a")), at: 0)
    core.take(.submit(.command("a") { $0.requirements = .externalPower }), at: 1)
    core.take(.conditions([.powerSource(.battery)]), at: 2)
    let found = core.take(.runEnded(core.run(1), .status(0)), at: 3)
    #expect(found.filter { $0.contains("held") } == ["report held 2 a waits for externalPower"])
  }
}
