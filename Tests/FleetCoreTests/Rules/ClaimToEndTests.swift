import SchedulerCore
import Testing

@testable import FleetCore

@Suite("From claim to end")
struct ClaimToEndTests {
  @Test("A machine says who it is, learns the classes, claims from those that hold, runs, reports, forgets")
  func wholeWay() {
    var core = AgentHarness()
    core.at(0, .started(FleetStart(boot: "b", stored: nil)), gives: ["exchange 1, allows [ops]"])
    core.take(.daemonBack(DaemonHoldings()), at: 0)
    #expect(
      core.answer(at: 0.1) {
        $0.changed = 5
        $0.classes = [.named("c", waiting: 1)]
      } == ["look [c]"])
    core.at(0.2, .observed([ClassObservation(ClassVerdict(class: ClassID("c"), verdict: .holds))]), gives: [])
    core.at(1, .timer, gives: ["exchange 2, c holds, claims 2 of [c]"])
    #expect(core.answer(at: 1.1) { $0.grants = [.of(.of(7))] } == ["submit 7.1 as backup until 51.0"])
    core.at(1.2, .accepted(.of(7)), gives: [])
    core.at(3, .begun(.of(.of(7))), gives: [])
    #expect(core.state(of: .of(7)) == .running)
    core.at(10, .ended(.of(.of(7))), gives: ["exchange 3, reports 7.1 completed, claims 2 of [c]"])
    #expect(
      core.answer(at: 10.1) { $0.reports = [ReportAnswer(id: .of(7), result: .accepted)] } == ["forget 7.1"])
    #expect(core.agent.holdings.isEmpty)
  }

  @Test("A grant is on disk before its task is handed in")
  func diskFirst() {
    var core = AgentHarness.working(holding: ["c"])
    core.isDiskSlow = true
    core.showsDisk = true
    core.take(.timer, at: 1)
    #expect(core.answer(at: 1) { $0.grants = [.of(.of(7))] } == ["persist [7.1]"])
    core.at(
      1.5, .persisted(revision: core.agent.store.revision), gives: ["submit 7.1 as backup until 51.0"])
  }

  @Test("The daemon forgets an end only when the agent's file does not have it any more")
  func forgetLast() {
    var core = AgentHarness.running()
    core.take(.ended(.of(.of(7))), at: 10)
    core.isDiskSlow = true
    let lines = core.answer(at: 10) { $0.reports = [ReportAnswer(id: .of(7), result: .countedAlready)] }
    #expect(lines == [])
    core.at(11, .persisted(revision: core.agent.store.revision), gives: ["forget 7.1"])
  }

  @Test("An end that the database does not acknowledge is reported again")
  func unacknowledged() {
    var core = AgentHarness.running()
    core.at(10, .ended(.of(.of(7))), gives: ["exchange 3, reports 7.1 completed, claims 2 of [c]"])
    core.answer(at: 10)
    core.at(11, .timer, gives: ["exchange 4, reports 7.1 completed, claims 2 of [c]"])
  }

  @Test("Each good exchange renews the daemon's leases, counted from when it was sent")
  func renewal() {
    var core = AgentHarness.running()
    core.at(22, .timer, gives: ["exchange 3, begun 7.1, claims 1 of [c]"])
    #expect(core.answer(at: 25) == ["renew [7.1] until 72.0"])
  }
}
