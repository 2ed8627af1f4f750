import SchedulerCore
import Testing

@testable import FleetCore

@Suite("Drain, leave and status")
struct DepartureTests {
  @Test("A machine with MaxConcurrentRuns=0 gives back what has not begun; runs go on, also after a restart")
  func drain() {
    var core = AgentHarness.running(.plain(mostRuns: 3))
    core.take(.hinted, at: 3)
    core.answer(at: 3) { $0.grants = [.of(.of(8))] }
    core.at(
      5, .configuration(.plain(mostRuns: 0)), gives: ["withdraw 8.1", "exchange 4, draining"])
    core.answer(at: 5)
    core.at(6, .gone(.of(8)), gives: ["exchange 5, draining, releases 8.1 conditions"])
    #expect(core.state(of: .of(7)) == .running)
    #expect(core.restarted(at: 7).request?.draining == true)
  }

  @Test("An agent that leaves stops its runs, reports their ends, says that it leaves, and ends")
  func leave() {
    var core = AgentHarness.running()
    core.at(5, .leave, gives: ["stop 7.1 leaving"])
    core.at(8, .ended(.of(.of(7), .expired)), gives: ["exchange 3, leaving, reports 7.1 expired"])
    core.isDiskSlow = true
    let lines = core.answer(at: 8) { $0.reports = [ReportAnswer(id: .of(7), result: .accepted)] }
    #expect(lines == [])
    core.at(9, .persisted(revision: core.agent.store.revision), gives: ["forget 7.1", "exit"])
    core.at(60, .timer, gives: [])
  }

  @Test("Work that an agent ends because it leaves is given back, and no attempt of it is over")
  func givenBack() {
    var core = AgentHarness.running()
    core.take(.leave, at: 5)
    core.at(8, .ended(.of(.of(7), .leaseLost)), gives: ["exchange 3, leaving, releases 7.1 stopped"])
    #expect(core.answer(at: 8) == ["forget 7.1", "exit"])
  }

  @Test("Grants that come while the agent leaves are given back before it goes")
  func grantsWhileLeaving() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.take(.leave, at: 1.1)
    core.answer(at: 1.2) { $0.grants = [.of(.of(7))] }
    core.at(2.2, .timer, gives: ["exchange 3, leaving, releases 7.1 conditions"])
    #expect(core.answer(at: 2.3) == ["exit"])
  }

  @Test("An event before the start is a mistake of the program, and so is a second start")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      var agent = FleetAgent(configuration: .plain(), seed: 1)
      _ = agent.handle(.timer, at: .at(0))
    }
    await #expect(processExitsWith: .failure) {
      var agent = FleetAgent(configuration: .plain(), seed: 1)
      for second in 0...1 {
        _ = agent.handle(.started(FleetStart(boot: "b", stored: nil)), at: .at(Double(second)))
      }
    }
  }

  @Test("The status says membership, database, daemon, file and the number of grants")
  func status() {
    var core = AgentHarness(.plain())
    core.take(.started(FleetStart(boot: "b", stored: nil)), at: 0)
    #expect(!core.agent.status.isMember && !core.agent.status.hasDaemon && core.agent.status.held == 0)
    core = .running()
    #expect(
      core.agent.status
        == FleetStatus(
          name: FleetConfiguration.plain().name, isMember: true, isDatabaseAway: false, hasDaemon: true,
          canStore: true, isDraining: false, held: 1))
    core.take(.timer, at: 22)
    core.failToReach(at: 25)
    core.take(.daemonLost(cause: "gone"), at: 26)
    core.take(.notPersisted(cause: "full"), at: 26)
    core.take(.configuration(.plain(mostRuns: 0)), at: 26)
    #expect(
      core.agent.status
        == FleetStatus(
          name: FleetConfiguration.plain().name, isMember: true, isDatabaseAway: true, hasDaemon: false,
          canStore: false, isDraining: true, held: 1))
  }
}
