import SchedulerCore
import Testing

@testable import FleetCore

@Suite("Restarts")
struct RestartTests {
  @Test("The next agent of this boot follows the session and says what it holds; runs go on")
  func succession() {
    let core = AgentHarness.running()
    var next = core.restarted(at: 12, daemon: nil)
    #expect(next.request?.succeeds == SessionMark(session: core.agent.session.id, sequence: 3))
    #expect(next.request?.session != core.agent.session.id)
    #expect(next.request?.holds == [.of(7)])
    next.take(.daemonBack(DaemonHoldings(running: [.of(.of(7))])), at: 12.1)
    #expect(next.answer(at: 12.2) == ["renew [7.1] until 62.0"])
    #expect(next.state(of: .of(7)) == .running)
  }

  @Test("A grant from the file is handed in again only when the database and the daemon agree to it")
  func unsure() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = [.of(.of(7))] }
    var daemonFirst = core.restarted(at: 5)
    #expect(daemonFirst.state(of: .of(7)) == .unknown)
    #expect(daemonFirst.answer(at: 5.1) == ["submit 7.1 as backup until 55.0"])
    var databaseFirst = core.restarted(at: 5, daemon: nil)
    #expect(databaseFirst.answer(at: 5.1) == [])
    databaseFirst.at(5.2, .daemonBack(DaemonHoldings()), gives: ["submit 7.1 as backup until 55.0"])
    var inDaemon = core.restarted(at: 5, daemon: DaemonHoldings(waiting: [.of(7)]))
    #expect(inDaemon.answer(at: 5.1) == ["renew [7.1] until 55.0"])
  }

  @Test("What is not this machine's any more is stopped, or dropped if the daemon does not have it")
  func notYours() {
    let core = AgentHarness.running()
    var running = core.restarted(at: 12, daemon: DaemonHoldings(running: [.of(.of(7))]))
    #expect(
      running.answer(at: 12) { $0.stops = [GrantStop(id: .of(7), code: .notYours)] } == ["stop 7.1 notYours"])
    var waiting = AgentHarness.working(holding: ["c"])
    waiting.take(.timer, at: 1)
    waiting.answer(at: 1) { $0.grants = [.of(.of(7))] }
    waiting = waiting.restarted(at: 12)
    waiting.answer(at: 12) { $0.stops = [GrantStop(id: .of(7), code: .notYours)] }
    waiting.at(12.1, .gone(.of(7)), gives: [])
    #expect(waiting.agent.holdings.isEmpty)
  }

  @Test("A run that began and of which the daemon knows nothing is reported as interrupted")
  func interrupted() {
    let core = AgentHarness.running()
    var next = core.restarted(at: 12)
    next.answer(at: 12)
    next.take(.timer, at: 13)
    #expect(next.request?.reports.map(\.outcome) == [.interrupted])
  }

  @Test("Ends that the agent has missed are reported")
  func missedEnds() {
    let core = AgentHarness.running()
    var next = core.restarted(at: 12, daemon: DaemonHoldings(ended: [.of(.of(7))]))
    next.answer(at: 12)
    next.at(13, .timer, gives: ["exchange 2, reports 7.1 completed"])
  }

  @Test("An acknowledged end is not reported again while the file is written that says so")
  func acknowledged() {
    var core = AgentHarness.running()
    core.take(.ended(.of(.of(7))), at: 10)
    core.isDiskSlow = true
    core.answer(at: 10) { $0.reports = [ReportAnswer(id: .of(7), result: .accepted)] }
    core.at(10.5, .daemonBack(DaemonHoldings(ended: [.of(.of(7))])), gives: [])
    core.at(11, .persisted(revision: core.agent.store.revision), gives: ["forget 7.1"])
  }

  @Test("After a boot, or on the copy of a disk, the session is not followed")
  func otherBoot() {
    let core = AgentHarness.running()
    var next = core.restarted(boot: "other", at: 3, daemon: nil)
    #expect(next.request?.succeeds == nil && next.request?.holds == [])
    #expect(next.agent.session.lease == nil)
    next.answer(at: 4)
    #expect(next.state(of: .of(7)) == .stopping)
    next.at(5, .daemonBack(DaemonHoldings()), gives: ["exchange 2, reports 7.1 interrupted"])
  }

  @Test("A session that follows none hands in nothing from the file, and gives it back")
  func nothingHeld() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = [.of(.of(7))] }
    var next = core.restarted(boot: "other", at: 3)
    #expect(next.answer(at: 4) == ["stop 7.1 leaseLost"])
    next.at(5, .gone(.of(7)), gives: ["exchange 2, releases 7.1 conditions"])
  }

  @Test("The identity that the machine's own old lease keeps after a boot is not told to the journal")
  func ownLease() {
    var next = AgentHarness.running().restarted(boot: "other", at: 3)
    let refusal = FleetEvent.answered(.refused(Refusal(code: .identity, message: "in use")))
    next.at(3, refusal, gives: [])
    #expect(next.wait(from: 3) <= 5)
    next.take(.timer, at: 10)
    #expect(next.take(refusal, at: 100).contains("tell refused identity"))
  }

  @Test("A start whose first exchange was never answered is not followed but repeated")
  func unanswered() {
    let core = AgentHarness.running()
    let second = core.restarted(at: 12)
    let third = second.restarted(at: 14)
    #expect(third.request?.session == second.request?.session)
    #expect(third.request?.succeeds == second.request?.succeeds && third.request?.sequence == 1)
  }

  @Test("The sequence on disk is the highest that may have been sent")
  func sequence() {
    var core = AgentHarness.running()
    #expect(core.stored?.mark.sequence == 3)
    core.take(.timer, at: 22)
    #expect(core.request?.sequence == 3 && core.stored?.mark.sequence == 3)
    core.answer(at: 22)
    #expect(core.stored?.mark.sequence == 4)
  }

  @Test("A file without a change of grants need not survive a loss of power; one with a change does")
  func durability() {
    var core = AgentHarness.working(holding: ["c"])
    core.showsDisk = true
    #expect(core.take(.timer, at: 1) == ["exchange 2, c holds, claims 2 of [c]"])
    #expect(core.answer(at: 1) { $0.grants = [.of(.of(7))] }.first == "persist [7.1]")
    core.take(.timer, at: 23)
    #expect(core.answer(at: 23).first == "persist [7.1] loosely")
  }

  @Test("While a state is being written, changes are collected for the next one")
  func collected() {
    var core = AgentHarness.running(.plain(mostRuns: 9))
    core.isDiskSlow = true
    core.showsDisk = true
    #expect(core.take(.ended(.of(.of(7))), at: 3).first == "persist [7.1 ended completed]")
    let revision = core.agent.store.revision
    core.at(3.1, .ended(.of(.of(8))), gives: [])
    core.at(3.2, .ended(.of(.of(9))), gives: [])
    core.at(
      3.3, .persisted(revision: revision),
      gives: ["persist [7.1 ended completed 8.1 ended completed 9.1 ended completed]"])
  }

  @Test("An exchange for an occasion waits for a disk that hangs; a regular one does not")
  func hangingDisk() {
    var core = AgentHarness.running()
    core.isDiskSlow = true
    core.take(.hinted, at: 3)
    core.answer(at: 3)
    core.take(.hinted, at: 5)
    core.answer(at: 5)
    core.at(7, .hinted, gives: [])
    core.at(28, .timer, gives: ["exchange 5, claims 1 of [c]"])
  }

  @Test("A lease that went on without the agent is over after its time")
  func oldLease() {
    let core = AgentHarness.running()
    var next = core.restarted(at: 40, daemon: nil)
    next.at(41, .daemonBack(DaemonHoldings(running: [.of(.of(7))])), gives: ["stop 7.1 leaseLost"])
  }
}
