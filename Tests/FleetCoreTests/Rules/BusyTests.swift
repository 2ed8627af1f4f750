import SchedulerCore
import Testing

@testable import FleetCore

@Suite("A database that is busy")
struct BusyTests {
  private static func busy(_ result: inout ExchangeResult) { (result.isBusy, result.changed) = (true, 1) }

  @Test(
    "The lease is renewed, and all that the exchange said is said again by the next one, as things are then")
  func saidAgain() {
    var core = AgentHarness.running()
    core.take(.ended(.of(.of(7))), at: 5)
    core.at(5, .timer, gives: [])
    let first = core.request
    core.answer(at: 5, Self.busy)
    #expect(core.agent.session.lease?.sent == .at(5) && core.agent.session.knows == 1)
    core.take(.ended(.of(.of(8))), at: 5.5)
    core.at(
      8, .timer,
      gives: ["exchange 4, reports 7.1 completed, reports 8.1 completed, claims 2 of [c]"])
    #expect(first?.sequence == 3 && core.request?.knows == 1)
    core.answer(at: 8) { $0.reports = [ReportAnswer(id: .of(7), result: .accepted)] }
    #expect(core.state(of: .of(7)) == nil && core.state(of: .of(8)) == .ended)
  }

  @Test("Begins, releases, verdicts, dates, and who is allowed are not taken for known")
  func nothingSettled() {
    let calendar = FleetCalendar(task: 4, expressions: ["*-*-* 02:00"], zone: "UTC", afterUSec: 100)
    var core = AgentHarness.working(classes: [.named("c", calendar: calendar)], holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = [.of(.of(7)), .of(.of(8), user: "eve")] }
    core.take(.datesComputed([TaskDate(task: 4, afterUSec: 100, dateUSec: 200, nextUSec: nil)]), at: 1)
    core.take(.begun(.of(.of(7))), at: 1.5)
    var other = FleetConfiguration.plain(allows: [
      AllowedUser("ops", as: "backup"), AllowedUser("lab", as: "x"),
    ])
    other.name = "renamed"
    core.take(.configuration(other), at: 1.5)
    let said = "allows [ops lab], releases 8.1 disallowed, begun 7.1, date 200 of 4, claims 1 of [c]"
    core.at(2, .timer, gives: ["exchange 3, \(said)"])
    core.answer(at: 2, Self.busy)
    #expect(core.agent.accepted?.name == "host")
    core.at(6, .timer, gives: ["exchange 4, \(said)"])
    core.answer(at: 6)
    #expect(core.agent.accepted?.name == "renamed" && core.state(of: .of(8)) == nil)
  }

  @Test(
    "The pause doubles from about 2 s to the usual round, whatever there is to say, and ends with the cause"
  )
  func pause() {
    var core = AgentHarness.running()
    core.take(.ended(.of(.of(7))), at: 5)
    var now = 5.0
    for attempt in 0..<8 {
      core.answer(at: now, Self.busy)
      let expected = min(2 * Double(1 << attempt), 20)
      let wait = core.wait(from: now)
      #expect((max(expected / 2, 1)...min(expected * 1.5, 22)).contains(wait))
      core.take(.ended(.of(.of(Int64(100 + attempt)))), at: now)
      #expect(core.wait(from: now) == wait)
      now += wait
      core.take(.timer, at: now)
      #expect(core.agent.link.isUnderWay)
    }
    core.answer(at: now)
    #expect(core.wait(from: now) <= 1)
  }

  @Test("Work that becomes due in the pause is asked for then")
  func due() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.due = 26_000_000 }
    var now = 1.0
    while now < 27 {
      now += core.wait(from: now)
      core.take(.timer, at: now)
      core.answer(at: now, Self.busy)
    }
    #expect(now <= 28)
  }

  @Test("What the answer acknowledges and grants counts, also where something was left out")
  func rest() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = [.of(.of(7)), .of(.of(8))] }
    core.take(.ended(.of(.of(7))), at: 1.5)
    core.take(.ended(.of(.of(8))), at: 1.5)
    core.take(.timer, at: 2)
    core.answer(at: 2) {
      $0.isBusy = true
      $0.changed = 1
      $0.reports = [ReportAnswer(id: .of(8), result: .accepted)]
      $0.grants = [.of(.of(9))]
    }
    #expect(core.state(of: .of(7)) == .ended && core.state(of: .of(8)) == nil)
    #expect(core.state(of: .of(9)) == .submitted)
  }

  @Test("An agent that leaves says so until the database takes it in")
  func leaving() {
    var core = AgentHarness.working()
    core.at(5, .leave, gives: ["exchange 2, leaving"])
    core.answer(at: 5, Self.busy)
    #expect(core.wait(from: 5) >= 1)
    core.at(9, .timer, gives: ["exchange 3, leaving"])
    #expect(core.answer(at: 9) == ["exit"])
  }
}
