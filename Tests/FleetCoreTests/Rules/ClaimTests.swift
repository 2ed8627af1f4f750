import SchedulerCore
import Testing

@testable import FleetCore

@Suite("Claims")
struct ClaimTests {
  private static let both = [AllowedUser("ops", as: "backup"), AllowedUser("lab", as: "lab")]

  @Test("A machine claims from classes that hold, for as many occurrences as it has places")
  func places() {
    var core = AgentHarness.working(
      .plain(mostRuns: 3), classes: [.named("c"), .named("d"), .named("e")], holding: ["c", "e"])
    core.at(1, .timer, gives: ["exchange 2, c holds, e holds, claims 3 of [c e]"])
    core.answer(at: 1) { $0.grants = [.of(.of(1)), .of(.of(2)), .of(.of(3))] }
    core.at(22, .timer, gives: ["exchange 3"])
  }

  @Test("Users have turns, and then the groups of one user")
  func turns() {
    let classes: [WorkClass] = [
      .named("o1"), .named("o2"), .named("o3", group: "home"), .named("l1", user: "lab"),
    ]
    var core = AgentHarness.working(
      .plain(mostRuns: 9, allows: Self.both), classes: classes, holding: ["o1", "o2", "o3", "l1"])
    core.take(.timer, at: 1)
    #expect(core.request?.claim?.classes.map(\.value) == ["l1", "o3", "o1", "o2"])
    core.answer(at: 1) { $0.grants = [.of(.of(1), class: "l1", user: "lab")] }
    core.take(.begun(.of(.of(1))), at: 2)
    core.take(.timer, at: 22)
    #expect(core.request?.claim?.classes.map(\.value) == ["o3", "l1", "o1", "o2"])
    core.answer(at: 22) { $0.grants = [.of(.of(2), class: "o3")] }
    core.take(.timer, at: 43)
    #expect(core.request?.claim?.classes.map(\.value) == ["l1", "o1", "o3", "o2"])
  }

  @Test("Classes with waiting work come before those without")
  func waitingFirst() {
    var core = AgentHarness.working(
      classes: [.named("a", waiting: 0), .named("b", waiting: 2)], holding: ["a", "b"])
    core.take(.timer, at: 1)
    #expect(core.request?.claim?.classes.map(\.value) == ["b", "a"])
  }

  @Test("A claim names at most 64 classes and 64 occurrences")
  func bounds() {
    let names = (100..<300).map { "c\($0)" }
    var core = AgentHarness.working(
      .plain(mostRuns: 500), classes: names.map { .named($0) }, holding: names)
    core.take(.timer, at: 1)
    #expect(core.request?.claim?.classes.count == 64 && core.request?.claim?.most == 64)
    #expect(core.request?.verdicts.count == 200)
  }

  @Test("A draining machine, one without a daemon and one without a disk claim nothing")
  func nothing() {
    var core = AgentHarness.working(holding: ["c"])
    core.at(1, .configuration(.plain(mostRuns: 0)), gives: ["exchange 2, draining, c holds"])
    core.answer(at: 1)
    core.at(3, .configuration(.plain()), gives: ["exchange 3, claims 2 of [c]"])
    core.answer(at: 3)
    core.take(.daemonLost(cause: "gone"), at: 4)
    core.at(25, .timer, gives: ["exchange 4, c lacks"])
    core.answer(at: 25)
    core.at(26, .daemonBack(DaemonHoldings()), gives: ["tell daemon back", "look [c]"])
    core.at(
      27, .observed([ClassObservation(ClassVerdict(class: ClassID("c"), verdict: .holds))]),
      gives: ["exchange 5, c holds, claims 2 of [c]"])
    core.answer(at: 27)
    core.at(28, .notPersisted(cause: "full"), gives: ["tell store failed"])
    core.at(28.1, .hinted, gives: [])
    core.at(30, .timer, gives: ["tell store works"])
    core.at(49, .timer, gives: ["exchange 6, claims 2 of [c]"])
  }

  @Test("A grant that cannot be written is not handed in, and given back after 30 s")
  func notOnDisk() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.isDiskSlow = true
    core.answer(at: 1) { $0.grants = [.of(.of(7))] }
    core.at(1.1, .notPersisted(cause: "full"), gives: ["tell store failed"])
    core.take(.timer, at: 22)
    core.take(.notPersisted(cause: "full"), at: 22)
    core.answer(at: 22)
    core.at(31, .timer, gives: ["exchange 4, releases 7.1 conditions"])
  }

  @Test("Several grants that do not begin pause their class once, for a minute")
  func pausedOnce() {
    var core = AgentHarness.working(.plain(mostRuns: 4), holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = (1...4).map { .of(.of($0)) } }
    core.take(.timer, at: 22)
    core.answer(at: 22)
    core.take(.timer, at: 32)
    for id in 1...4 { core.take(.gone(.of(Int64(id))), at: 32) }
    core.answer(at: 32)
    core.at(
      33, .timer,
      gives: ["exchange 5, releases 2.1 conditions, releases 3.1 conditions, releases 4.1 conditions"])
    core.answer(at: 33)
    let now = core.runUntilClaim(from: 33)
    #expect((32 + 30...32 + 66).contains(now), "claimed again at \(now) s")
  }

  @Test("Grants beyond the places, for other users and while draining are given back")
  func unwanted() {
    var core = AgentHarness.working(.plain(mostRuns: 1), holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = [.of(.of(1)), .of(.of(2)), .of(.of(3), user: "eve")] }
    core.at(2, .timer, gives: ["exchange 3, releases 2.1 conditions, releases 3.1 disallowed"])
    #expect(core.state(of: .of(1)) == .submitted)
  }

  @Test("Ends wait in the outbox for days while the database is away, and are all reported then")
  func outbox() {
    var core = AgentHarness.running()
    core.take(.ended(.of(.of(7))), at: 6)
    core.failToReach(at: 6)
    var now = 6.0
    while now < 3 * 86_400 {
      now += max(core.wait(from: now), 1)
      if !core.take(.timer, at: now).isEmpty { core.failToReach(at: now, mayHaveArrived: false) }
    }
    core.take(.timer, at: now + 60)
    #expect(core.request?.reports.map(\.id) == [.of(7)])
    core.answer(at: now + 61) { $0.reports = [ReportAnswer(id: .of(7), result: .accepted)] }
    #expect(core.agent.holdings.isEmpty)
  }

  @Test("Unacknowledged ends take places, so that they are bounded whatever the database answers")
  func boundedOutbox() {
    var core = AgentHarness.working(holding: ["c"])
    for number in 1...4 { core.take(.ended(.of(.of(Int64(number)))), at: 0) }
    #expect(core.agent.freePlaces == 0)
  }
}
