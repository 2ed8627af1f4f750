import SchedulerCore
import Testing

@testable import FleetCore

@Suite("Refusals")
struct RefusalTests {
  private static func refused(_ code: RefusalCode) -> FleetEvent {
    .answered(.refused(Refusal(code: code, message: "no")))
  }

  @Test(
    "A refused identity stops everything, is told, and is tried again as a new session that follows none",
    arguments: [RefusalCode.identity, .sequence, .notMember])
  func identity(code: RefusalCode) {
    var core = AgentHarness.running()
    let session = core.agent.session.id
    core.take(.timer, at: 22)
    core.at(22, Self.refused(code), gives: ["tell refused \(code)", "stop 7.1 identity"])
    core.at(30, .timer, gives: ["exchange 1, allows [ops], begun 7.1, c holds"])
    #expect(core.request?.session != session && core.request?.succeeds == nil)
  }

  @Test("A grant that cannot be read is given back as refused, and the lease and the other grants are kept")
  func unreadableGrant() {
    var core = AgentHarness.working(.plain(mostRuns: 3), holding: ["c"])
    core.take(.timer, at: 1)
    let unreadable = UnreadableGrant(
      id: .of(8), identifier: "org.example.deep", user: "eve", class: ClassID("c"), message: "too deep")
    let lines = core.answer(at: 1) {
      $0.grants = [.of(.of(7))]
      $0.unreadable = [unreadable]
    }
    #expect(lines == ["tell unreadable 8.1", "submit 7.1 as backup until 51.0"])
    #expect(core.agent.session.lease?.sent == .at(1))
    core.at(2, .timer, gives: ["exchange 3, releases 8.1 refused"])
    core.answer(at: 2) { $0.unreadable = [unreadable] }
    #expect(core.state(of: .of(8)) == .released, "a repeated grant is given back again")
  }

  @Test("After an answer that cannot be read a session follows that says what it holds, and nothing stops")
  func unreadableAnswer() {
    var core = AgentHarness.running()
    let session = core.agent.session.id
    core.take(.timer, at: 22)
    core.at(22, .failed(.unreadable(cause: "grants")), gives: ["tell database away since 1.0"])
    core.at(24, .timer, gives: ["exchange 1, succeeds 3, allows [ops], holds [7.1], begun 7.1, c holds"])
    #expect(core.request?.session != session && core.request?.succeeds?.session == session)
    #expect(core.answer(at: 24) == ["tell database back", "renew [7.1] until 74.0"])
    #expect(core.state(of: .of(7)) == .running)
  }

  @Test("A session whose first answer cannot be read is followed as well, by the next agent too")
  func unreadableFirstAnswer() {
    var core = AgentHarness()
    core.take(.started(FleetStart(boot: "b", stored: nil)), at: 0)
    core.take(.failed(.unreadable(cause: "not JSON")), at: 0)
    let stored = core.stored
    core.at(2, .timer, gives: ["exchange 1, succeeds 1, allows [ops]"])
    let next = core.restarted(at: 3)
    #expect(next.request?.session == stored?.mark.session && next.request?.succeeds == stored?.succeeds)
  }

  @Test("The pause after refusals grows to five minutes")
  func pause() {
    var core = AgentHarness.working()
    var now = 22.0
    for attempt in 0..<10 {
      core.take(.timer, at: now)
      core.take(Self.refused(.identity), at: now)
      let expected = min(5 * Double(1 << attempt), 300)
      #expect((expected / 2 - 0.01...expected * 1.5 + 0.01).contains(core.wait(from: now)))
      now += core.wait(from: now)
    }
  }

  @Test(
    "Other refusals leave the session and its runs to the lease",
    arguments: [RefusalCode.name, .version])
  func others(code: RefusalCode) {
    var core = AgentHarness.running()
    let session = core.agent.session.id
    core.take(.timer, at: 22)
    core.at(22, Self.refused(code), gives: ["tell refused \(code)"])
    core.at(
      31, .timer,
      gives: ["stop 7.1 leaseLost", "tell lease lost with 1", "exchange 3, begun 7.1, claims 1 of [c]"])
    #expect(core.request?.session == session)
  }

  @Test(
    "A name or a group that the database refuses while work runs is taken back, and the lease is renewed",
    arguments: [Self.refused(.name), .failed(.rejected(message: "22023"))])
  func takenBack(answer: FleetEvent) {
    var core = AgentHarness.running()
    var wrong = FleetConfiguration.plain()
    (wrong.name, wrong.groups) = ("taken", ["lab", "wrong"])
    let right = (name: FleetConfiguration.plain().name, groups: FleetConfiguration.plain().groups)
    core.take(.configuration(wrong), at: 3)
    #expect(core.request?.name == "taken")
    core.take(answer, at: 3)
    core.take(.timer, at: 4)
    #expect(core.request?.name == right.name && core.request?.groups == right.groups)
    #expect(core.answer(at: 4) == ["tell database back", "renew [7.1] until 54.0"] || core.wait(from: 4) > 1)
    #expect(core.agent.session.lease?.sent == .at(4))
  }

  @Test("Who is allowed is taken back as well when the database refuses it, and runs of those users go on")
  func allowsTakenBack() {
    var core = AgentHarness.running()
    let wrong = FleetConfiguration.plain(allows: [
      AllowedUser(String(repeating: "o", count: 70), as: "backup")
    ])
    core.take(.configuration(wrong), at: 3)
    #expect(core.request?.allows?.first?.count == 70)
    core.take(.failed(.rejected(message: "allows")), at: 3)
    core.take(.timer, at: 4)
    #expect(core.request?.allows == ["ops"] && core.request?.sequence == 3)
    #expect(core.answer(at: 4).contains("renew [7.1] until 54.0"))
    #expect(core.agent.configuration == .plain() && core.agent.session.hasSaidAllows)
    core.take(.configuration(.plain(allows: [AllowedUser("dev", as: "dev")])), at: 6)
    core.answer(at: 6)
    #expect(core.agent.accepted?.allows == [AllowedUser("dev", as: "dev")])
  }

  @Test("A configuration that is read again ends the pause after a refusal")
  func readAgain() {
    var core = AgentHarness.working()
    core.take(.timer, at: 22)
    core.take(Self.refused(.version), at: 22)
    core.take(.configuration(.plain(mostRuns: 3)), at: 22.5)
    #expect(core.request?.sequence == 2 && core.agent.link.isUnderWay)
  }

  @Test("What the database rejects is tried again with pauses")
  func rejected() {
    var core = AgentHarness.working()
    core.take(.timer, at: 22)
    core.at(22, .failed(.rejected(message: "22023")), gives: ["tell database away since 0.0"])
    #expect(core.wait(from: 22) <= 1.5)
  }

  @Test("A verdict that the database rejects is left out: no task's requirements cost the machine its lease")
  func rejectedVerdict() {
    var core = AgentHarness.working()
    let verdict = ClassVerdict(class: ClassID("c"), verdict: .lacks, code: "idle", message: "in use")
    core.take(.observed([ClassObservation(verdict)]), at: 21)
    core.take(.timer, at: 22)
    #expect(core.request?.verdicts == [verdict])
    let sequence = core.request?.sequence
    core.take(.failed(.rejected(message: "verdicts[0].code")), at: 22)
    core.take(.timer, at: 24)
    #expect(core.request?.verdicts == [] && core.request?.sequence == sequence)
    #expect(core.answer(at: 24).contains { $0.hasPrefix("tell database back") })
    core.take(.timer, at: 46)
    #expect(core.request?.verdicts == [])
  }

  @Test(
    "A verdict's code is one, whatever the requirements are",
    arguments: [
      ("external-power", "external-power"), ("not network", "not-network"), ("é", ""),
      ("check \"/bin/true\"", "check-bin-true"), ("network \"Lab2\"", "network-Lab2"),
      (String(repeating: "a", count: 99), String(repeating: "a", count: 64)), ("battery >= 60", "battery-60"),
    ])
  func codes(text: String, code: String) {
    #expect(ClassVerdict(class: ClassID("c"), verdict: .lacks, code: text).code == code)
  }
}
