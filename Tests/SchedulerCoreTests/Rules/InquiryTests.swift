import ConditionSyntax
import Testing

@testable import SchedulerCore

@Suite("Waiting for conditions without a task")
struct InquiryTests {
  private func inquiry(_ text: String, _ policy: UnknownPolicy? = nil) throws -> Inquiry {
    Inquiry(try ConditionSyntax.parse(text), of: 1000, unknownConditions: policy)
  }

  @Test("Who asks is told how it stands, and once more when it holds; then it is forgotten")
  func once() throws {
    var core = CoreHarness(conditions: [.flag(.idle, false), .flag(.vpn, false)])
    core.at(0, .inquired(ConnectionID(1), try inquiry("idle and vpn")), gives: ["answer 1 does not"])
    core.at(1, .conditions([.flag(.idle, true)]), gives: ["report conditions unmet vpn"])
    core.at(
      2, .conditions([.flag(.vpn, true)]),
      gives: ["report conditions", "answer 1 holds"])
    #expect(core.scheduler.tables.inquiries.isEmpty)
    // What holds already is told at once, and nothing is kept of it.
    core.at(3, .inquired(ConnectionID(2), try inquiry("idle or vpn")), gives: ["answer 2 holds"])
    #expect(core.scheduler.tables.inquiries.isEmpty)
  }

  @Test("What time alone lets hold is answered then: the wake-up is armed for it, and taken back")
  func time() throws {
    var core = CoreHarness()
    // 1,700,000,000 is 22:13:20 UTC.
    core.at(
      0, .inquired(ConnectionID(1), try inquiry("between 23:00 and 24:00")),
      gives: ["answer 1 does not before 2800s", "arm date 2800s"])
    core.at(2800, .timer, gives: ["answer 1 holds", "arm never"])
    core.at(
      2801, .inquired(ConnectionID(2), try inquiry("between 23:50 and 24:00")),
      gives: ["answer 2 does not before 5800s", "arm date 5800s"])
    core.at(2802, .disconnected(ConnectionID(2)), gives: ["arm never"])
  }

  @Test("A sleep moves dates against what has to last: the wake-up is for what comes last now")
  func timeAfterSleep() throws {
    for event in [Event.resumed, .departureOver(.sleep), .clockChanged] {
      var core = CoreHarness(conditions: [.flag(.idle, false)])
      core.take(.conditions([.flag(.idle, true)]), at: 10)
      core.at(
        20, .inquired(ConnectionID(1), try inquiry("idle for 10min and between 23:00 and 24:00")),
        gives: ["answer 1 does not before 2800s", "arm date 2800s"])
      core.stepWall(by: 2600)
      #expect(core.take(event, at: 60).contains("arm point 610s"), "\(event)")
      core.at(610, .timer, gives: ["answer 1 holds", "arm never"])
    }
  }

  @Test(
    "A forecast is a date at which it holds; of many times of day there may be none",
    arguments: [(5, true), (16, false), (32, false)])
  func forecast(count: Int, isFound: Bool) throws {
    let core = CoreHarness()
    let now = core.moment(0)
    let times = (0..<count).map { "(between \($0 % 24):00 and \(($0 + 5) % 24):00 and on mon)" }
    let asked = try inquiry(times.joined(separator: " or "))
    let answer = core.scheduler.answer(to: asked, at: now)
    #expect((answer.forecast != nil) == isFound)
    guard let forecast = answer.forecast else { return }
    let then = Moment(wall: forecast, monotonic: now.monotonic + (forecast - now.wall))
    #expect(core.scheduler.answer(to: asked, at: then).holds)
  }

  @Test("What nobody reports holds nothing back, or is waited for; and is named")
  func unknown() throws {
    let core = CoreHarness()
    let now = core.moment(0)
    let proceeding = core.scheduler.answer(to: try inquiry("vpn", .proceed), at: now)
    let waiting = core.scheduler.answer(to: try inquiry("vpn", .wait), at: now)
    #expect(proceeding.holds && !waiting.holds)
    #expect(proceeding.unobserved == Unobserved(["vpn"], .proceed))
    #expect(waiting.unobserved == Unobserved(["vpn"], .wait))
    #expect(waiting.expression.map(\.state) == [.unknown])
  }

  @Test("Who waits is listed, with what is missing and since when: a user's own, or everybody's")
  func listed() throws {
    var core = CoreHarness(conditions: [.flag(.idle, false), .flag(.vpn, true)])
    for (number, uid) in [(1, 1000), (2, 1001)] as [(UInt64, UInt32)] {
      let asked = try ConditionSyntax.parse("idle and vpn")
      core.take(
        .inquired(ConnectionID(number), Inquiry(asked, of: uid, name: "unit \(number)")), at: Double(number))
    }
    #expect(core.scheduler.inquirers(of: 1001) == [ConnectionID(2)])
    #expect(core.scheduler.inquirers(of: nil) == [ConnectionID(1), ConnectionID(2)])
    let own = try #require(core.scheduler.waiting(on: ConnectionID(2), at: core.moment(9)))
    #expect(own.inquiry.name == "unit 2" && own.missing == ["idle"] && own.since == .at(2))
    core.take(.disconnected(ConnectionID(2)), at: 10)
    #expect(core.scheduler.inquirers(of: 1001).isEmpty)
    #expect(core.scheduler.waiting(on: ConnectionID(2), at: core.moment(10)) == nil)
  }

  @Test("Before the sources have spoken nothing holds; then it is looked at")
  func starting() throws {
    var core = CoreHarness(isStarted: false)
    core.at(0, .inquired(ConnectionID(1), try inquiry("idle")), gives: ["answer 1 does not"])
    core.take(.conditions([.flag(.idle, true)]), at: 1)
    #expect(core.take(.started(sameBoot: true, surviving: []), at: 1).contains("answer 1 holds"))
  }

  @Test("A task that is to run now or never, while the daemon starts, takes no answer from who waits")
  func nowOrNever() throws {
    var before = CoreHarness()
    for number in 1...200 { before.take(.submit(.processing("w\(number)")), at: 0) }
    var core = CoreHarness(holding: before.store, isStarted: false, sliceSize: 48)
    core.take(.conditions([.flag(.idle, true)]), at: 1)
    var lines = core.take(.started(sameBoot: true, surviving: []), at: 1)
    try #require(core.scheduler.startProgress != nil)
    core.at(1, .inquired(ConnectionID(1), try inquiry("idle")), gives: ["answer 1 does not"])
    core.take(.goOn, at: 1)
    try #require(core.scheduler.startProgress != nil)
    let urgent = TaskRequest.processing("a") {
      $0.kind = .continued
      $0.strategy = .fail
    }
    core.take(.submit(urgent), at: 1)
    while core.scheduler.startProgress != nil { lines = core.take(.goOn, at: 1) }
    #expect(lines.contains("answer 1 holds"))
  }
}
