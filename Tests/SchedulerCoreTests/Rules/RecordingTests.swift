import Testing

@testable import SchedulerCore

@Suite("The record of the machine's conditions")
struct RecordingTests {
  private static func core(
    holding store: StoreModel = StoreModel(), _ change: (inout SchedulerConfiguration) -> Void = { _ in }
  ) -> CoreHarness {
    var configuration = SchedulerConfiguration.plain
    configuration.recordsConditions = true
    change(&configuration)
    return CoreHarness(configuration: configuration, holding: store, isStarted: false)
  }

  /// What is recorded by these events, without the conditions that are not known.
  private static func lines(_ all: [String]) -> [String] {
    all.filter { $0.hasPrefix("record") && ($0.contains("machine") || !$0.contains("unknown")) }
  }

  private static func later(_ identifier: String) -> TaskRequest {
    .command(identifier) { $0.earliestBegin = .at(10_000) }
  }

  @Test("A start records all conditions, and then each change of what is observed, once")
  func changes() {
    var core = Self.core()
    let start = core.start(at: 10, with: [.powerSource(.battery), .batteryPercent(57), .flag(.idle, true)])
    #expect(
      Self.lines(start) == [
        "record machine on from 10s", "record powerSource battery from 10s",
        "record batteryPercent 57 from 10s", "record idle true from 10s",
      ])
    // Also what is not known is said.
    #expect(core.store.record.map(\.content.name) == ["machine"] + ConditionField.allCases.map(\.rawValue))
    #expect(Self.lines(core.take(.timer, at: 11)).isEmpty)
    core.take(.conditions([.powerSource(.battery)]), at: 12)
    #expect(core.store.record.last?.time == .at(10))
    #expect(
      Self.lines(core.take(.conditions([.powerSource(.external), .flag(.idle, nil)]), at: 13))
        == ["record powerSource external from 13s"])
    #expect(core.store.record.last == RecordedChange(.at(13), .condition(.idle, .flag(nil))))
  }

  @Test("Nothing is recorded unless the configuration says so, and the record says since when it is not")
  func switched() {
    var core = CoreHarness(isStarted: false)
    core.start(at: 0, with: [.powerSource(.battery)])
    core.take(.conditions([.powerSource(.external)]), at: 1)
    #expect(core.store.record.isEmpty)
    var configuration = core.scheduler.configuration
    configuration.recordsConditions = true
    #expect(
      Self.lines(core.take(.configurationChanged(configuration), at: 2))
        == ["record machine on from 2s", "record powerSource external from 2s"])
    configuration.recordsConditions = false
    #expect(
      Self.lines(core.take(.configurationChanged(configuration), at: 3))
        == ["record machine unknown from 3s"])
    #expect(Self.lines(core.take(.conditions([.powerSource(.battery)]), at: 4)).isEmpty)
    // The next daemon does not record either, and has nothing to add.
    var next = core.restarted()
    #expect(Self.lines(next.start(at: 5)).isEmpty)
  }

  @Test("A daemon that does not record any more ends the record of the one before")
  func switchedOffBetween() {
    var core = Self.core()
    core.start(at: 0)
    var configuration = core.scheduler.configuration
    configuration.recordsConditions = false
    var next = core.restarted(configuration)
    #expect(Self.lines(next.start(at: 5)) == ["record machine unknown from 0s"])
  }

  @Test("A field that does not come to rest is recorded as unknown until it has been at rest for a minute")
  func restless() {
    var core = Self.core()
    core.start(at: 0, with: [.network(.none)])
    let before = core.store.record.count
    for second in 1...7200 {
      core.take(.conditions([.network(second.isMultiple(of: 2) ? .none : .unmetered)]), at: Double(second))
    }
    let lines = core.store.record.dropFirst(before).filter { $0.content.name == "network" }
    // Full statements of all conditions come once in a while.
    #expect(lines.count { $0.content.text != nil } <= 33)
    #expect(lines.last?.content.text == nil)
    core.take(.timer, at: 7259)
    #expect(core.store.record.last { $0.content.name == "network" }?.content.text == nil)
    core.take(.timer, at: 7261)
    #expect(core.store.record.last { $0.content.name == "network" }?.content.text == "none")
  }

  @Test("Names are recorded only where somebody asks for them")
  func names() {
    let observed: [ConditionChange] = [.names(.users, ["alice"]), .names(.networkNames, ["home;\\"])]
    var core = Self.core()
    core.start(at: 0, with: observed)
    core.take(.conditions([.names(.users, ["alice", "bob"])]), at: 1)
    #expect(core.store.record.count == 1 + ConditionField.allCases.count)
    for case .condition(let field, .names(let names)) in core.store.record.map(\.content) {
      #expect(names == nil, "\(field)")
    }
    var configuration = core.scheduler.configuration
    configuration.recordsNames = true
    #expect(
      Self.lines(core.take(.configurationChanged(configuration), at: 2))
        == [#"record networkNames home\;\\ from 2s"#, "record users alice;bob from 2s"])
    configuration.recordsNames = false
    core.take(.configurationChanged(configuration), at: 3)
    #expect(core.store.record.suffix(2).allSatisfy { $0.time == .at(3) && $0.content.text == nil })
  }

  @Test("What somebody simulates is not recorded")
  func simulated() {
    var core = Self.core { $0.allowsSimulation = true }
    core.start(at: 0, with: [.powerSource(.external)])
    let call = Call.simulateConditions([.powerSource(.battery)], clear: false)
    #expect(Self.lines(core.take(.call(call, uid: 0), at: 1)).isEmpty)
    #expect(core.scheduler.conditions.conditions.powerSource == .battery)
    #expect(
      Self.lines(core.take(.conditions([.powerSource(.unknown), .flag(.idle, true)]), at: 2))
        == ["record idle true from 2s"])
  }

  @Test("Sleep is recorded with its length, also when conditions are heard of before the resume")
  func sleep() {
    var core = Self.core()
    core.start(at: 0, with: [.powerSource(.external)])
    #expect(
      Self.lines(core.take(.departing(.sleep, limit: .seconds(5)), at: 100)) == [
        "record machine on from 100s"
      ])
    core.stepWall(by: 3600)
    #expect(Self.lines(core.take(.conditions([.powerSource(.battery)]), at: 101)).isEmpty)
    #expect(
      Self.lines(core.take(.resumed, at: 102)) == [
        "record machine asleep from 101s", "record machine on from 3701s",
        "record powerSource battery from 3702s",
      ])
    // The second report of the same resume says nothing new.
    #expect(Self.lines(core.take(.departureOver(.sleep), at: 103)).isEmpty)
  }

  @Test("A machine that stays after all has not slept")
  func stayed() {
    var core = Self.core()
    core.start(at: 0)
    core.take(.departing(.sleep, limit: .seconds(5)), at: 100)
    core.take(.departureOver(.sleep), at: 110)
    #expect(!core.store.record.contains { $0.content == .machine(.asleep) })
  }

  @Test("A step of the clock ends what is known by the old clock, and all is said anew by the new one")
  func clock() {
    for step in [-3600.0, 3600] {
      var core = Self.core()
      core.start(at: 5000, with: [.powerSource(.external)])
      core.stepWall(by: step)
      let date = Int(5010 + step)
      #expect(
        Self.lines(core.take(.clockChanged, at: 5010)) == [
          "record machine unknown from 5010s", "record machine on from \(date)s",
          "record powerSource external from \(date)s",
        ])
    }
  }

  @Test("A step that no event explains is one of the clock, after a while")
  func unexplained() {
    var core = Self.core()
    core.start(at: 5000, with: [.powerSource(.external)])
    core.stepWall(by: 600)
    #expect(Self.lines(core.take(.conditions([.powerSource(.battery)]), at: 5001)).isEmpty)
    #expect(Self.lines(core.take(.timer, at: 5005)).isEmpty)
    #expect(
      Self.lines(core.take(.timer, at: 5011)) == [
        "record machine unknown from 5001s", "record machine on from 5611s",
        "record powerSource battery from 5611s",
      ])
  }

  @Test("A clock that is adjusted a little is no step, and dates do not go back for it")
  func adjusted() {
    var core = Self.core()
    core.start(at: 100)
    core.stepWall(by: -0.5)
    core.take(.clockChanged, at: 100.1)
    #expect(
      Self.lines(core.take(.conditions([.flag(.idle, true)]), at: 100.2)) == ["record idle true from 100s"])
    #expect(
      Self.lines(core.take(.conditions([.flag(.idle, false)]), at: 101)) == ["record idle false from 100.5s"])
  }

  @Test("While the disk takes nothing nothing is recorded; then the record says so, and all values again")
  func fullDisk() {
    var core = Self.core()
    core.start(at: 0, with: [.powerSource(.external)])
    core.take(.conditions([.flag(.idle, true)]), at: 10)
    core.fail(.conditions([.flag(.idle, false)]), at: 20)
    #expect(Self.lines(core.take(.storeFailed(cause: "full"), at: 21)).isEmpty)
    #expect(Self.lines(core.take(.conditions([.flag(.idle, false)]), at: 21)).isEmpty)
    #expect(Self.lines(core.take(.conditions([.powerSource(.battery)]), at: 22)).isEmpty)
    #expect(!core.scheduler.isRecording)
    // The last moment of which the record was right.
    #expect(
      Self.lines(core.take(.storeRecovered, at: 30)) == [
        "record machine unknown from 10s", "record machine on from 30s",
        "record powerSource battery from 30s",
        "record idle false from 30s",
      ])
  }

  @Test(
    "After a kill nobody knows the time since the last line; a daemon that was told to end says since when")
  func restarts() {
    var core = Self.core()
    core.start(at: 0, with: [.powerSource(.external)])
    var next = core.restarted()
    #expect(
      Self.lines(next.start(at: 50, with: [.powerSource(.battery)])) == [
        "record machine unknown from 0s", "record machine on from 50s", "record powerSource battery from 50s",
      ])
    #expect(Self.lines(next.take(.handOver, at: 60)) == ["record machine unknown from 60s"])
    #expect(Self.lines(next.take(.conditions([.powerSource(.external)]), at: 61)).isEmpty)
    var third = next.restarted()
    #expect(Self.lines(third.start(at: 70)) == ["record machine on from 70s"])
    #expect(Self.lines(third.take(.shutdown, at: 80)) == ["record machine unknown from 80s"])
  }

  @Test("What is stored anyway takes a sign of life along, every five minutes at most")
  func signs() {
    var core = Self.core()
    core.start(at: 0)
    #expect(Self.lines(core.take(.submit(Self.later("a")), at: 299)).isEmpty)
    #expect(Self.lines(core.take(.timer, at: 300)).isEmpty)
    #expect(Self.lines(core.take(.submit(Self.later("b")), at: 301)) == ["record machine on from 301s"])
    #expect(Self.lines(core.take(.submit(Self.later("c")), at: 302)).isEmpty)
  }

  @Test("A machine is off from its shutdown on; after a crash nobody knows since when")
  func boots() {
    var core = Self.core()
    core.start(at: 0)
    #expect(
      Self.lines(core.take(.departing(.shutdown, limit: .seconds(5)), at: 40)) == [
        "record machine on from 40s"
      ])
    #expect(Self.lines(core.take(.handOver, at: 50)) == ["record machine off from 50s"])
    var next = core.restarted()
    #expect(Self.lines(next.start(at: 100, sameBoot: false)) == ["record machine on from 100s"])
    next.take(.conditions([.flag(.idle, true)]), at: 110)
    var third = next.restarted()
    #expect(
      Self.lines(third.start(at: 200, sameBoot: false))
        == ["record machine unknown from 110s", "record machine on from 200s"])
    // A shutdown that somebody has called off was none.
    third.take(.departing(.shutdown, limit: .seconds(5)), at: 210)
    third.take(.handOver, at: 220)
    var fourth = third.restarted()
    #expect(
      Self.lines(fourth.start(at: 230)) == [
        "record machine unknown from 220s", "record machine on from 230s",
      ])
  }

  @Test("A boot since the last line is recorded, because what is found then counts as having held since")
  func booted() {
    var core = Self.core()
    core.start(at: 0)
    core.take(.departing(.shutdown, limit: .seconds(5)), at: 40)
    core.take(.handOver, at: 50)
    var next = core.restarted()
    // The other clock of these tests begins 5000 s before them.
    next.stepWall(by: 10_000)
    #expect(
      Self.lines(next.start(at: 100, sameBoot: false)) == [
        "record machine unknown from 5000s", "record machine on from 10100s",
      ])
    var third = next.restarted()
    #expect(
      Self.lines(third.start(at: 200, sameBoot: true)) == [
        "record machine unknown from 10100s", "record machine on from 10200s",
      ])
  }

  @Test("A task that starts with something else leaves the date of that in the record, whatever it was")
  func tolerance() {
    var core = Self.core()
    core.start(at: 0)
    let request = TaskRequest.command("a") {
      $0.earliestBegin = .at(100)
      $0.tolerance = .seconds(50)
    }
    core.take(.submit(request), at: 1)
    let lines = core.take(.timer, at: 120)
    #expect(lines.contains { $0.hasPrefix("launch") })
    #expect(Self.lines(lines) == ["record machine on from 120s"])
  }

  @Test("Names are recorded so that no two values look alike")
  func nameTexts() {
    func text(_ names: Set<String>?) -> String? {
      RecordedContent.condition(.users, .names(names)).text
    }
    #expect(text(nil) == nil && text([]) == ";" && text([";"]) == #"\;"#)
    #expect(text(["a\nb\r"]) == #"a\nb\r"# && text(["b", "a"]) == "a;b")
  }

  @Test("A clock that was set back while no daemon was there ends what the record says")
  func setBackBetween() {
    var core = Self.core()
    core.start(at: 5000)
    var next = core.restarted()
    next.stepWall(by: -1000)
    #expect(
      Self.lines(next.start(at: 5010)) == [
        "record machine unknown from 5000s", "record machine on from 4010s",
      ])
  }

  @Test("All conditions are said again every six hours, with an event that comes anyway")
  func restated() {
    var core = Self.core()
    core.start(at: 0, with: [.powerSource(.external)])
    #expect(Self.lines(core.take(.timer, at: 21_599)).isEmpty)
    #expect(
      Self.lines(core.take(.timer, at: 21_600))
        == ["record machine on from 21600s", "record powerSource external from 21600s"])
    #expect(Self.lines(core.take(.timer, at: 21_601)).isEmpty)
  }

  @Test(
    "A condition that does not come to rest is recorded as unknown, until it has been at rest for a while")
  func tooOften() {
    var core = Self.core()
    core.start(at: 0, with: [.flag(.idle, false), .flag(.locked, false)])
    let before = core.store.record.count
    for change in 1...2000 {
      core.take(.conditions([.flag(.idle, change % 2 == 1)]), at: 10 + Double(change) / 100)
    }
    // Thirty, and that it is not known.
    #expect(core.store.record.count - before == 31)
    #expect(core.store.record.last?.content == .condition(.idle, .flag(nil)))
    // Another condition is recorded as ever.
    #expect(
      Self.lines(core.take(.conditions([.flag(.locked, true)]), at: 40)) == ["record locked true from 40s"])
    #expect(Self.lines(core.take(.timer, at: 60)).isEmpty)
    #expect(Self.lines(core.take(.timer, at: 110)) == ["record idle false from 110s"])
    #expect(
      Self.lines(core.take(.conditions([.flag(.idle, true)]), at: 111)) == ["record idle true from 111s"])
    // A day of it takes two lines a minute at most, and its own unknowns.
    let morning = core.store.record.count
    for change in 0..<86_400 {
      core.take(.conditions([.flag(.idle, change % 2 == 0)]), at: 200 + Double(change))
    }
    #expect(core.store.record.count - morning < 5000)
  }

  @Test("The record is deleted by root and the daemon's own user only, and begins anew")
  func forgotten() {
    var core = Self.core()
    core.start(at: 0, with: [.powerSource(.external)])
    #expect(core.take(.call(.forgetRecord, uid: 1000), at: 1).contains { $0.contains("permissionDenied") })
    #expect(!core.store.record.isEmpty)
    let caller = Caller(uid: 0, isPrivileged: true)
    let lines = core.take(.call(.forgetRecord, caller: caller, token: ReplyToken(0)), at: 2)
    #expect(lines.first == "forget record")
    #expect(
      Self.lines(lines) == ["record machine on from 2s", "record powerSource external from 2s"])
    #expect(core.store.record.first?.time == .at(2))
  }
}
