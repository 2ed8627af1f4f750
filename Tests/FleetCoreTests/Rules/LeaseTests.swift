import SchedulerCore
import Testing

@testable import FleetCore

@Suite("Leases")
struct LeaseTests {
  @Test("30 s after the last good exchange was sent all fleet runs are told to stop")
  func stop() {
    var core = AgentHarness.running()
    core.take(.timer, at: 22)
    core.failToReach(at: 27)
    #expect(core.wait(from: 27) <= 4)
    core.take(.timer, at: 28)
    core.failToReach(at: 30)
    core.at(31, .timer, gives: ["stop 7.1 leaseLost", "tell lease lost with 1"])
  }

  @Test("The lease counts from the sending, not from the answer")
  func sending() {
    var core = AgentHarness.running()
    core.take(.hinted, at: 20)
    #expect(core.answer(at: 29) == ["renew [7.1] until 70.0"])
    core.take(.hinted, at: 40)
    core.at(50, .timer, gives: ["stop 7.1 leaseLost", "tell lease lost with 1"])
  }

  @Test("What was told to stop is not renewed when the database is back")
  func late() {
    var core = AgentHarness.running()
    core.take(.timer, at: 22)
    core.take(.timer, at: 31)
    #expect(core.answer(at: 32).contains { $0.hasPrefix("renew") } == false)
    #expect(core.state(of: .of(7)) == .stopping)
  }

  @Test("An agent that was stopped past its lease begins nothing, whatever it hears first")
  func paused() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.isDiskSlow = true
    core.answer(at: 1) { $0.grants = [.of(.of(7))] }
    core.at(
      40, .persisted(revision: core.agent.store.revision),
      gives: ["tell lease lost with 1", "exchange 3, releases 7.1 conditions, claims 2 of [c]"])
    #expect(core.state(of: .of(7)) == .released)
  }

  @Test("Grants of an answer that comes too late are given back")
  func lateAnswer() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    #expect(
      core.answer(at: 40) { $0.grants = [.of(.of(7))] }
        == ["exchange 3, releases 7.1 conditions, claims 2 of [c]"])
  }

  @Test("A grant whose lease was lost before it began is given back, not reported")
  func notBegun() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = [.of(.of(7))] }
    core.at(
      2, .ended(RunReport(id: .of(7), outcome: .leaseLost, success: false)),
      gives: ["exchange 3, releases 7.1 conditions, claims 2 of [c]"])
    #expect(core.answer(at: 2) == ["forget 7.1"])
  }

  @Test("Stopping and killing follow the length of the server's lease")
  func lengths() {
    let lease = FleetLease(sent: .at(100), leaseUSec: 60_000_000)
    #expect(lease.stopAt == .at(130) && lease.trust.until == .at(150))
    #expect(lease.trust.length(at: .at(120)) == .seconds(30) && lease.trust.length(at: .at(160)) == .zero)
    #expect(FleetLease(sent: .at(0), leaseUSec: .max).length == .minutes(60))
    #expect(FleetLease(sent: .at(0), leaseUSec: -5).length == .zero)
  }
}
