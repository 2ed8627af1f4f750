import SchedulerCore
import Testing

@testable import FleetCore

@Suite("When an exchange begins")
struct PaceTests {
  @Test("The next exchange comes 20 s after the last one was sent, more or less by up to 10 %")
  func regular() {
    var waits: [Double] = []
    for seed in 1...200 {
      var core = AgentHarness.working(seed: UInt64(seed))
      core.take(.timer, at: 20)
      if core.agent.link.isUnderWay { core.answer(at: 21) }
      waits.append(core.wait(from: 20))
    }
    let regular = waits.filter { $0 > 5 }
    #expect(regular.allSatisfy { (17.9...22.1).contains($0) })
    #expect((regular.min() ?? 0) < 18.5 && (regular.max() ?? 0) > 21.5)
  }

  @Test("The server lengthens the pause up to a third of the lease, and shortens it down to a second")
  func wished() {
    var core = AgentHarness.working()
    core.take(.timer, at: 22)
    core.answer(at: 22) { $0.askAfterUSec = 3_600_000_000 }
    #expect((18...22).contains(core.wait(from: 22)))
    core.take(.timer, at: 44)
    core.answer(at: 44) {
      $0.askAfterUSec = 3_600_000_000
      $0.leaseUSec = 600_000_000
    }
    #expect((180...220).contains(core.wait(from: 44)))
    core.take(.timer, at: 264)
    core.answer(at: 264) { $0.askAfterUSec = 0 }
    #expect((0.9...1.1).contains(core.wait(from: 264)))
  }

  @Test("A class with waiting work that becomes `holds` is claimed at once, at most one exchange a second")
  func edge() {
    var core = AgentHarness.working()
    let holds = ClassObservation(ClassVerdict(class: ClassID("c"), verdict: .holds))
    let lacks = ClassObservation(ClassVerdict(class: ClassID("c"), verdict: .lacks, code: "idle"))
    core.at(5, .observed([holds]), gives: ["exchange 2, c holds, claims 2 of [c]"])
    core.answer(at: 5.1)
    core.at(5.2, .observed([lacks]), gives: [])
    core.at(5.4, .observed([holds]), gives: [])
    #expect(core.armed == .at(6))
    core.at(6, .timer, gives: ["exchange 3, claims 2 of [c]"])
  }

  @Test("A class without waiting work waits for the next exchange, whether it holds or lacks something")
  func noEdge() {
    var core = AgentHarness.working(classes: [.named("c", waiting: 0), .named("d", waiting: 0)])
    core.at(5, .observed([ClassObservation(ClassVerdict(class: ClassID("c"), verdict: .holds))]), gives: [])
    let lacks = ClassVerdict(class: ClassID("d"), verdict: .lacks, code: "external")
    core.at(6, .observed([ClassObservation(lacks)]), gives: [])
    #expect(core.wait(from: 0) > 17)
  }

  @Test("A machine in a worse standing bids later, by up to 2 s, and does not claim before")
  func standing() {
    let worst = Standing(isOnMains: false, idle: .zero)
    #expect(worst.delay(hasData: false) == .seconds(2) && Standing.best.delay(hasData: true) == .zero)
    #expect(Standing(isOnMains: true, idle: .minutes(30)).delay(hasData: true) == .milliseconds(300))
    #expect(Standing(isOnMains: true, idle: TimeSpan(uSec: .max)).delay(hasData: true) == .zero)
    var core = AgentHarness.working()
    core.at(
      5, .observed([ClassObservation(ClassVerdict(class: ClassID("c"), verdict: .holds), standing: worst)]),
      gives: [])
    #expect(core.armed == .at(6.4))
    core.at(6, .ended(.of(.of(1))), gives: ["exchange 2, reports 1.1 completed, c holds"])
    core.answer(at: 6.1) { $0.reports = [ReportAnswer(id: .of(1), result: .unknown)] }
    core.at(7, .timer, gives: ["exchange 3, claims 2 of [c]"])
  }

  @Test("A hint has the fitter machine ask first: one on mains, and one that has done such work before")
  func fitness() {
    let onBattery = Standing(isOnMains: false, idle: .minutes(60))
    var core = AgentHarness.running()
    core.take(.ended(.of(.of(7))), at: 5)
    core.answer(at: 5) { $0.reports = [ReportAnswer(id: .of(7), result: .accepted)] }
    core.at(10, .hinted, gives: ["exchange 4, claims 2 of [c]"])
    var other = AgentHarness(.plain())
    other.hasData = false
    other.take(.started(FleetStart(boot: "b", stored: nil)), at: 0)
    other.take(.daemonBack(DaemonHoldings()), at: 0)
    other.answer(at: 0) { $0.classes = [.named("c")] }
    other.take(.timer, at: 1)
    other.answer(at: 1)
    let verdict = ClassVerdict(class: ClassID("c"), verdict: .holds)
    other.take(.observed([ClassObservation(verdict, standing: onBattery)]), at: 2)
    other.take(.timer, at: 4)
    other.answer(at: 4)
    other.take(.hinted, at: 10)
    #expect(other.armed == .at(11.4))
    other.take(.hinted, at: 11)
    #expect(other.armed == .at(11.4), "a hint does not push the one before it")
  }

  @Test(
    "Hints that bring nothing are heeded later and later, up to the usual round, and one that does at once")
  func falseHints() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1)
    var now = 3.0
    core.at(now, .hinted, gives: ["exchange 3, claims 2 of [c]"])
    for attempt in 0..<8 {
      core.answer(at: now)
      let expected = min(2 * Double(1 << attempt), 20)
      core.take(.hinted, at: now)
      let wait = core.wait(from: now)
      #expect((expected / 2...min(expected * 1.5, 22)).contains(wait))
      core.take(.hinted, at: now + wait / 2)
      #expect(core.wait(from: now) == wait)
      now += wait
      core.take(.timer, at: now)
    }
    core.answer(at: now) { $0.grants = [.of(.of(7))] }
    core.take(.hinted, at: now + 2)
    #expect(core.agent.link.isUnderWay)
  }

  @Test(
    "A hint that brings classes, a stop or a change delays no other, nor does a database that is busy",
    arguments: [0, 1, 2, 3])
  func goodHints(sort: Int) {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1)
    core.take(.hinted, at: 3)
    switch sort {
    case 0: core.answer(at: 3) { $0.classes = [.named("c"), .named("d")] }
    case 1: core.answer(at: 3) { $0.stops = [GrantStop(id: .of(1), code: .cancelled)] }
    case 2: core.answer(at: 3) { $0.changed = 7 }
    default: core.answer(at: 3) { $0.isBusy = true }
    }
    #expect(core.agent.link.heedsHintsAt == nil)
  }

  @Test("A hint that comes before the daemon answers has the agent ask when it does, also without a class")
  func hintBeforeDaemon() {
    var core = AgentHarness(.plain())
    core.take(.started(FleetStart(boot: "b", stored: nil)), at: 0)
    core.answer(at: 0) { $0.classes = [] }
    core.take(.hinted, at: 1)
    core.take(.daemonBack(DaemonHoldings()), at: 2)
    #expect(core.agent.link.isUnderWay && core.request?.sequence == 2)
  }

  @Test("A hint counts until the classes are judged that the daemon had not looked at when it came")
  func unjudged() {
    var core = AgentHarness(.plain())
    core.take(.started(FleetStart(boot: "b", stored: nil)), at: 0)
    core.take(.daemonBack(DaemonHoldings()), at: 0)
    core.answer(at: 0) { $0.classes = [.named("c", waiting: 0)] }
    core.take(.hinted, at: 1)
    core.answer(at: 1)
    let onBattery = Standing(isOnMains: false, idle: .minutes(60))
    let verdict = ClassVerdict(class: ClassID("c"), verdict: .holds)
    core.take(.observed([ClassObservation(verdict, standing: onBattery)]), at: 2)
    core.take(.ended(.of(.of(1))), at: 2.5)
    core.answer(at: 2.5) { $0.reports = [ReportAnswer(id: .of(1), result: .unknown)] }
    core.at(3.7, .timer, gives: ["exchange 4, claims 2 of [c]"])
    core.answer(at: 3.7)
    #expect(core.wait(from: 3.7) > 10)
  }

  @Test("A hint that comes to a machine without a free place delays no other")
  func hintWithoutPlace() {
    var core = AgentHarness.running(.plain(mostRuns: 1))
    core.at(3, .hinted, gives: [])
    core.take(.timer, at: 22)
    core.answer(at: 22)
    #expect(core.agent.link.sent == .at(22) && core.agent.link.heedsHintsAt == nil)
  }

  @Test("A hint that comes while the daemon is away counts when it is back")
  func earlyHint() {
    var core = AgentHarness.working(classes: [.named("c", waiting: 0)], holding: ["c"])
    core.take(.daemonLost(cause: "gone"), at: 1)
    core.at(2, .hinted, gives: [])
    core.take(.daemonBack(DaemonHoldings()), at: 3)
    core.at(
      4, .observed([ClassObservation(ClassVerdict(class: ClassID("c"), verdict: .holds))]),
      gives: ["exchange 2, c holds, claims 2 of [c]"])
  }

  @Test(
    "The first verdict about a class with waiting work is said within 2 s, later ones with the next exchange")
  func firstVerdict() {
    let lacks = ClassVerdict(class: ClassID("c"), verdict: .lacks, code: "idle")
    var core = AgentHarness.working()
    core.take(.observed([ClassObservation(lacks)]), at: 2)
    #expect(core.armed == .at(4))
    core.at(4, .timer, gives: ["exchange 2, c lacks"])
    core.answer(at: 4)
    core.take(
      .observed([ClassObservation(ClassVerdict(class: ClassID("c"), verdict: .lacks, code: "battery"))]),
      at: 5)
    #expect(core.wait(from: 0) > 20)
  }

  @Test("An end is reported at once, many ends at most once a second")
  func ends() {
    var core = AgentHarness.running(.plain(mostRuns: 9))
    core.at(5, .ended(.of(.of(7))), gives: ["exchange 3, reports 7.1 completed, claims 9 of [c]"])
    core.at(5.1, .ended(.of(.of(8))), gives: [])
    core.answer(at: 5.2) { $0.reports = [ReportAnswer(id: .of(7), result: .accepted)] }
    #expect(core.armed == .at(6))
    core.at(6, .timer, gives: ["exchange 4, reports 8.1 completed, claims 9 of [c]"])
  }

  @Test("A machine asks when waiting work becomes due, and when the database hints")
  func due() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.due = 4_000_000 }
    #expect(core.armed == .at(5))
    core.at(3, .hinted, gives: ["exchange 3, claims 2 of [c]"])
  }

  @Test("While the database is away the pause doubles from 1 s to 30 s, each moved by chance")
  func backoff() {
    var core = AgentHarness.working()
    var now = 20.0
    var longest: [Double] = []
    for attempt in 0..<12 {
      now += max(core.wait(from: now), 0)
      core.take(.timer, at: now)
      core.failToReach(at: now)
      let expected = min(Double(1 << min(attempt, 10)), 30)
      let wait = core.agent.link.moment.uSec
      longest.append(Double(wait) / 1e6 - now)
      #expect((expected / 2 - 0.01...expected * 1.5 + 0.01).contains(longest[attempt]))
    }
    #expect(Set(longest.suffix(6)).count > 3)
    now += longest[11]
    core.take(.timer, at: now)
    core.answer(at: now)
    core.take(.timer, at: now + 22)
    core.failToReach(at: now + 22)
    #expect(core.wait(from: now + 22) <= 1.5)
  }

  @Test("That the database is away is told once, and that it is back")
  func away() {
    var core = AgentHarness.running()
    core.take(.timer, at: 22)
    #expect(core.failToReach(at: 23) == ["tell database away since 1.0"])
    core.take(.timer, at: 25)
    #expect(core.failToReach(at: 26) == [])
    core.take(.timer, at: 29)
    #expect(core.answer(at: 29) == ["tell database back", "renew [7.1] until 79.0"])
  }
}
