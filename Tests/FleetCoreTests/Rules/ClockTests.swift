import SchedulerCore
import Testing

@testable import FleetCore

@Suite("The database's clock")
struct ClockTests {
  private static func date(_ seconds: Double) -> Int64 { Int64(seconds * 1e6) }

  /// An agent whose database had the date 1000 s at 1 s, and has granted occurrence 7 with a deadline.
  private static func granted(
    deadline: Double, isDiskSlow: Bool = false
  ) -> (core: AgentHarness, lines: [String]) {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.isDiskSlow = isDiskSlow
    let grant = Grant(
      id: .of(7), task: 1, identifier: "org.example.t7", user: "ops", class: ClassID("c"), mode: .once,
      request: "{}", deadlineUSec: date(deadline))
    let lines = core.answer(at: 1) { result in
      result.nowUSec = date(1000)
      result.grants = [grant]
    }
    return (core, lines)
  }

  @Test("A grant is handed in with the length that the database's clock leaves until its deadline")
  func timeLeft() {
    #expect(Self.granted(deadline: 1003).lines == ["submit 7.1 as backup until 51.0 within 3.0"])
  }

  @Test("The length grows shorter while the grant waits for the disk")
  func later() {
    var core = Self.granted(deadline: 1003, isDiskSlow: true).core
    core.at(
      3, .persisted(revision: core.agent.store.revision),
      gives: ["submit 7.1 as backup until 51.0 within 1.0"])
  }

  @Test("The answer to a mere renewal has no date, and the clock goes on")
  func renewal() {
    var core = Self.granted(deadline: 1025, isDiskSlow: true).core
    core.take(.timer, at: 21)
    core.answer(at: 21) { $0.nowUSec = nil }
    let lines = core.take(.persisted(revision: core.agent.store.revision), at: 22)
    #expect(lines.contains("submit 7.1 as backup until 71.0 within 4.0"), "\(lines)")
  }

  @Test("A grant whose deadline has passed meanwhile is given back, and not handed in")
  func passed() {
    var (core, lines) = Self.granted(deadline: 1000)
    #expect(lines == [])
    core.at(2, .timer, gives: ["exchange 3, releases 7.1 conditions, claims 2 of [c]"])
  }

  @Test("Dates of nightly tasks are computed at the database's date")
  func dates() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    let lines = core.answer(at: 1.5) { result in
      (result.nowUSec, result.changed) = (Self.date(1000), 2)
      result.classes = [
        WorkClass(
          id: ClassID("c"), group: "all", user: "ops", requirements: "", waiting: 1,
          calendars: [FleetCalendar(task: 5, expressions: ["03:00"], zone: "UTC", afterUSec: 0)])
      ]
    }
    #expect(lines == ["compute dates of [5] at 1000.0"])
  }
}
