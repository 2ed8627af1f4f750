import SchedulerCore
import Testing

@testable import FleetCore

@Suite("The daemon")
struct DaemonTests {
  /// Occurrence 7 waits in the daemon since 1 s.
  private static func waiting() -> AgentHarness {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = [.of(.of(7))] }
    core.take(.accepted(.of(7)), at: 1)
    return core
  }

  /// Occurrence 7 begins at 31.1 s, a moment after the daemon was told to drop it.
  private static func begunWhileDropped() -> AgentHarness {
    var core = waiting()
    core.take(.hinted, at: 20)
    core.answer(at: 20)
    core.take(.timer, at: 31)
    core.take(.begun(.of(.of(7))), at: 31.1)
    return core
  }

  @Test("A grant that has not begun after 30 s is given back once the daemon says that it has not begun")
  func conditions() {
    var core = Self.waiting()
    #expect(core.state(of: .of(7)) == .waiting)
    core.take(.hinted, at: 20)
    core.answer(at: 20)
    core.at(31, .timer, gives: ["withdraw 7.1"])
    core.at(32, .gone(.of(7)), gives: ["exchange 4, releases 7.1 conditions"])
    core.answer(at: 32)
    #expect(core.agent.holdings.isEmpty)
  }

  @Test("A grant that has begun after all is kept")
  func begunAfterAll() {
    var core = Self.begunWhileDropped()
    #expect(core.state(of: .of(7)) == .running)
    core.take(.hinted, at: 33)
    #expect(core.answer(at: 33) == ["renew [7.1] until 83.0"])
  }

  @Test("A run that began when its task was to be dropped, and was cancelled for that, is not cancelled work")
  func cancelledByDrop() {
    var core = Self.begunWhileDropped()
    core.at(31.2, .ended(.of(.of(7), .cancelled)), gives: ["exchange 4, releases 7.1 stopped"])
  }

  @Test("A machine says what work waited for that did not begin, until it tries again")
  func heldBack() {
    var core = Self.waiting()
    core.take(.timer, at: 22)
    core.answer(at: 22)
    core.take(.timer, at: 33)
    core.at(
      33, .gone(.of(7), waitedFor: "it waits for \"mounted /mnt\""),
      gives: ["exchange 4, releases 7.1 conditions, c lacks"])
    #expect(
      core.request?.releases.first?.message == "did not begin within 30 s: it waits for \"mounted /mnt\"")
    #expect(core.request?.verdicts.first?.message == "does not begin: it waits for \"mounted /mnt\"")
    core.answer(at: 33)
    core.runUntilClaim(from: 33)
    #expect(core.request?.verdicts.map(\.verdict) == [.holds])
  }

  @Test("A class whose grant was given back is left alone for a minute, or until it becomes `holds` anew")
  func pausedClass() {
    var core = Self.waiting()
    core.take(.timer, at: 22)
    core.answer(at: 22)
    core.take(.timer, at: 33)
    core.take(.gone(.of(7)), at: 33)
    core.answer(at: 33)
    core.take(.hinted, at: 40)
    #expect(core.request?.claim == nil)
    core.answer(at: 40)
    let verdicts = [Verdict.lacks, .holds].map { ClassVerdict(class: ClassID("c"), verdict: $0) }
    core.take(.observed(verdicts.map { ClassObservation($0) }), at: 45)
    #expect(core.request?.claim?.classes == [ClassID("c")])
  }

  @Test("A task that the daemon refuses holds up the others of its class for a second or two")
  func refusedAmongOthers() {
    var core = Self.waiting()
    core.take(.refused(.of(7), message: "no such user"), at: 2)
    core.answer(at: 2)
    core.take(.hinted, at: 5)
    #expect(core.request?.claim?.classes == [ClassID("c")])
  }

  @Test("A task that the daemon refuses is given back and told")
  func refused() {
    var core = Self.waiting()
    core.at(
      2, .refused(.of(7), message: "no such user"),
      gives: ["tell task refused org.example.t7", "exchange 3, releases 7.1 refused, c lacks"])
  }

  @Test(
    "The journal is told once that the daemon does not answer, also before it ever has, and once when it does"
  )
  func toldOnce() {
    var core = AgentHarness()
    core.take(.started(FleetStart(boot: "b", stored: nil)), at: 0)
    var lines: [String] = []
    for _ in 0..<3 { lines += core.take(.daemonLost(cause: "no socket"), at: 1) }
    for _ in 0..<2 { lines += core.take(.daemonBack(DaemonHoldings()), at: 2) }
    #expect(lines.filter { $0.hasPrefix("tell") } == ["tell daemon away", "tell daemon back"])
  }

  @Test("While the daemon is away every class lacks it, and nothing is given back that it may run")
  func away() {
    var core = Self.waiting()
    core.take(.daemonLost(cause: "gone"), at: 2)
    core.take(.timer, at: 23)
    #expect(core.request?.verdicts.map(\.code) == ["daemon"])
    core.answer(at: 23)
    core.at(40, .timer, gives: [])
    #expect(core.state(of: .of(7)) == .waiting)
  }

  @Test("When the daemon is back its tasks, runs and ends count")
  func back() {
    var core = Self.waiting()
    core.take(.daemonLost(cause: "gone"), at: 2)
    core.at(
      4, .daemonBack(DaemonHoldings(ended: [.of(.of(7))])),
      gives: ["tell daemon back", "look [c]", "exchange 3, reports 7.1 completed"])
  }

  @Test("A submission that was lost with the connection is repeated; an accepted task that is gone is not")
  func lostSubmission() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = [.of(.of(7))] }
    core.take(.daemonLost(cause: "gone"), at: 1)
    core.at(
      3, .daemonBack(DaemonHoldings()),
      gives: ["tell daemon back", "look [c]", "submit 7.1 as backup until 51.0"])
    core.take(.accepted(.of(7)), at: 3)
    core.take(.daemonLost(cause: "gone"), at: 4)
    core.at(
      5, .daemonBack(DaemonHoldings()),
      gives: ["tell daemon back", "look [c]", "exchange 3, releases 7.1 conditions"])
  }

  @Test("A task that the agent does not know is stopped, and its end reported")
  func unknown() {
    var core = AgentHarness.working()
    core.at(
      1, .daemonBack(DaemonHoldings(waiting: [.of(5)], running: [.of(.of(6))])),
      gives: ["tell unknown task 6.1", "stop 6.1 notYours", "tell unknown task 5.1", "stop 5.1 notYours"])
    core.at(2, .gone(.of(5)), gives: [])
    core.at(3, .ended(.of(.of(6), .expired)), gives: ["exchange 2, reports 6.1 expired"])
    #expect(
      core.answer(at: 3) { $0.reports = [ReportAnswer(id: .of(6), result: .fenced)] }
        == ["tell fenced 6.1", "forget 6.1"])
  }

  @Test("An order to stop that the daemon may not have heard is repeated")
  func repeatedStop() {
    var core = AgentHarness.running()
    core.take(.hinted, at: 3)
    #expect(
      core.answer(at: 3) { $0.stops = [GrantStop(id: .of(7), code: .cancelled)] } == ["stop 7.1 cancelled"])
    core.take(.daemonLost(cause: "gone"), at: 4)
    core.at(
      5, .daemonBack(DaemonHoldings(running: [.of(.of(7))])),
      gives: ["tell daemon back", "stop 7.1 cancelled", "look [c]"])
  }

  @Test("A cancelled task that has not begun is reported as cancelled")
  func cancelled() {
    var core = Self.waiting()
    core.take(.hinted, at: 3)
    core.answer(at: 3) { $0.stops = [GrantStop(id: .of(7), code: .cancelled)] }
    core.at(4, .gone(.of(7)), gives: ["exchange 4, reports 7.1 cancelled, claims 2 of [c]"])
  }

  @Test("A new grant of an occurrence waits for the end of the old one")
  func older() {
    var core = AgentHarness.running()
    core.take(.hinted, at: 3)
    #expect(core.answer(at: 3) { $0.grants = [.of(.of(7, 2))] } == ["renew [7.1] until 53.0"])
    #expect(
      core.take(.ended(.of(.of(7))), at: 4).contains("submit 7.2 as backup until 53.0"))
  }
}
