import SchedulerCore
import Testing

@testable import FleetCore

@Suite("Classes, verdicts and dates")
struct ClassTests {
  @Test("Only verdicts that have changed are said, and another sentence alone is no change")
  func changes() {
    var core = AgentHarness.working()
    func lacks(_ message: String, code: String = "idle") -> FleetEvent {
      .observed([
        ClassObservation(ClassVerdict(class: ClassID("c"), verdict: .lacks, code: code, message: message))
      ])
    }
    core.take(lacks("in use for 5 s"), at: 1)
    core.at(22, .timer, gives: ["exchange 2, c lacks"])
    core.answer(at: 22)
    core.take(lacks("in use for 9 s"), at: 23)
    core.at(44, .timer, gives: ["exchange 3"])
    core.answer(at: 44)
    core.take(lacks("on battery", code: "external"), at: 45)
    core.at(66, .timer, gives: ["exchange 4, c lacks"])
  }

  @Test("Classes of users who are not allowed are not watched, said once, and told once")
  func disallowed() {
    var core = AgentHarness.working(classes: [.named("c"), .named("e", user: "eve")])
    core.at(22, .timer, gives: ["exchange 2, e disallowed"])
    let lines = core.answer(at: 22) {
      $0.changed = 2
      $0.classes = [.named("e", user: "eve"), .named("f", user: "eve")]
    }
    #expect(lines == ["look [] not [c]"])
    core.at(44, .timer, gives: ["exchange 3, f disallowed"])
  }

  @Test("A user who is allowed from now on is watched, and one who is not gets back what has not begun")
  func allowing() {
    var core = AgentHarness.working(holding: ["c"])
    core.take(.timer, at: 1)
    core.answer(at: 1) { $0.grants = [.of(.of(7))] }
    core.at(
      3, .configuration(.plain(allows: [AllowedUser("eve", as: "guest")])),
      gives: [
        "tell disallowed ops", "look [] not [c]", "withdraw 7.1", "exchange 3, allows [eve], c disallowed",
      ])
    core.answer(at: 3)
    core.at(4, .gone(.of(7)), gives: ["exchange 4, releases 7.1 disallowed"])
  }

  @Test("An agent follows at most 1,000 classes, and says so once")
  func bounds() {
    // The database tells one more than an agent follows.
    let works = (0..<1001).map { WorkClass.named("c\($0)") }
    var core = AgentHarness.working(classes: Array(works.prefix(1000)))
    #expect(!core.agent.hasToldManyClasses)
    func learn(at seconds: Double) -> [String] {
      core.take(.timer, at: seconds)
      return core.answer(at: seconds) {
        $0.changed = Int64(seconds)
        $0.classes = works
      }
    }
    #expect(learn(at: 22) == ["tell more than 1000 classes"])
    #expect(core.agent.classes.order.count == 1000)
    #expect(learn(at: 44) == [])
  }

  @Test("Sentences are cut at 500 characters")
  func text() {
    let long = String(repeating: "x", count: 5000)
    #expect(ClassVerdict(class: ClassID("c"), verdict: .lacks, message: long).message.count == 500)
    #expect(GrantRelease(id: .of(1), code: .refused, message: long).message.count == 500)
    #expect(RunReport(id: .of(1), outcome: .completed, success: true, message: long).message?.count == 500)
    #expect(String(repeating: "é", count: 500).bounded == String(repeating: "é", count: 500))
  }

  @Test("The dates of a nightly task are computed once for each last date, and announced until they are said")
  func dates() {
    let calendar = FleetCalendar(task: 4, expressions: ["*-*-* 02:00"], zone: "UTC", afterUSec: 100)
    let work = WorkClass.named("c", calendar: calendar)
    var core = AgentHarness.working(classes: [])
    core.take(.timer, at: 22)
    func learn(_ work: WorkClass, _ changed: Int64) -> [String] {
      core.answer(at: Double(changed)) {
        $0.changed = changed
        $0.classes = [work]
      }
    }
    #expect(learn(work, 22) == ["look [c]", "compute dates of [4] at 0.0"])
    core.take(.datesComputed([TaskDate(task: 4, afterUSec: 100, dateUSec: 200, nextUSec: 300)]), at: 23)
    core.at(44, .timer, gives: ["exchange 3, date 200 of 4"])
    #expect(learn(work, 44) == [])
    core.at(66, .timer, gives: ["exchange 4"])
    let later = FleetCalendar(task: 4, expressions: ["*-*-* 02:00"], zone: "UTC", afterUSec: 200)
    #expect(learn(.named("c", calendar: later), 66) == ["compute dates of [4] at 0.0"])
  }
}
