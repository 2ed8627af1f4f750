import Testing

@testable import SchedulerCore

@Suite("Settling and gradual start")
struct SettlingTests {
  static let settling = SchedulerConfiguration.eager  // 5 s

  static func waiting(_ count: Int, _ change: (inout TaskRequest) -> Void = { _ in }) -> [TaskRequest] {
    (1...count).map { .command("t\($0)", change) }
  }

  @Test("R32: a loss keeps work from starting at once, and stops what runs only after it has settled")
  func loss() {
    var core = RunningRules.running(
      .command("a") {
        $0.requirements = .externalPower
        $0.runtimeLimit = .hours(1)
      }, configuration: Self.settling)
    core.at(
      10, .conditions([.powerSource(.battery)]),
      gives: ["report conditions unmet externalPower", "arm point 15s"])
    core.at(
      11, .submit(.command("b") { $0.requirements = .externalPower }),
      gives: [
        "put 2 b with payload", "report submitted 2 b waiting waits for externalPower",
        "reply submitted 2 b waiting",
      ])
    core.at(
      15, .timer,
      gives: [
        "expire #1 externalPower in 5s", "report expiring #1 because externalPower in 5s",
        "put #1 a because externalPower",
        "report conditions unmet externalPower", "arm point 20s",
      ])
  }

  @Test("R32: a flap neither stops nor starts anything")
  func flap() {
    var core = RunningRules.running(
      .command("a") {
        $0.requirements = .externalPower
        $0.runtimeLimit = .hours(1)
      }, configuration: Self.settling)
    core.take(.conditions([.powerSource(.battery)]), at: 10)
    core.at(14, .conditions([.powerSource(.external)]), gives: ["report conditions", "arm point 3600s"])
    core.at(15, .timer, gives: ["arm point 3600s"])

    core.take(.conditions([.powerSource(.battery)]), at: 20)
    core.take(.timer, at: 25)
    core.take(.submit(.command("b") { $0.requirements = .externalPower }), at: 26)
    core.take(.conditions([.powerSource(.external)]), at: 30)
    core.take(.conditions([.powerSource(.battery)]), at: 34)
    core.take(.timer, at: 35)
    #expect(core.scheduler.task("b", of: 1000)?.state == .waiting)
    // It has not been usable since it was lost for good, and that is what is said.
    #expect(core.explanation("b", at: 36)?.reasons.first?.since == .at(20))
  }

  @Test("R32: what comes back counts when it has stayed for the settling time")
  func gain() {
    var core = CoreHarness(configuration: Self.settling, conditions: [.powerSource(.battery)])
    core.take(.submit(.command("a") { $0.requirements = .externalPower }), at: 0)
    core.at(
      10, .conditions([.powerSource(.external)]),
      gives: ["report conditions unmet externalPower", "arm point 15s"])
    #expect(core.explanation("a", at: 14.9)?.reasons.first?.observed == "external, for less than 5s")
    #expect(core.explanation("a", at: 15)?.canProceed == true)
    core.at(
      15, .timer,
      gives: [
        "report conditions", "put 1 a in #1", "put #1 a", "launch #1 a for 30s and 5s", "report launching #1",
        "arm never",
      ])
  }

  @Test("SettlingSec=0: losses and gains count at once, and nothing is gradual")
  func zero() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    core.take(.submitBatch(Self.waiting(3) { $0.requirements = .externalPower }), at: 0)
    core.take(.conditions([.powerSource(.external)]), at: 1)
    #expect(core.scheduler.runningCount == 3)
    core.take(.resumed, at: 2)
    core.take(.submit(.command("a")), at: 2)
    #expect(core.scheduler.runningCount == 4)
  }

  @Test("A shorter SettlingSec= counts for what settles already")
  func shortened() {
    var core = CoreHarness(configuration: Self.settling, conditions: [.powerSource(.battery)])
    core.take(.submit(.command("a") { $0.requirements = .externalPower }), at: 0)
    core.take(.conditions([.powerSource(.external)]), at: 10)
    core.take(.configurationChanged(.plain), at: 11)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("The first look at the machine has nothing before it: it counts at once")
  func firstLook() {
    let core = CoreHarness(configuration: Self.settling, conditions: [.powerSource(.battery)])
    #expect(core.scheduler.conditions.unmet == [.externalPower])
    #expect(core.scheduler.volatile.armed == WakeUp())
  }

  /// Moments at which runs were launched when the timer is served exactly.
  static func launches(_ core: inout CoreHarness, from start: Double, to end: Double) -> [(
    at: Double, String
  )] {
    var found: [(Double, String)] = []
    var time = start
    while time <= end {
      for line in core.take(.timer, at: time) where line.hasPrefix("launch ") {
        let words = line.split(separator: " ")
        found.append((time, String(words[2])))
        _ = core.take(.runEnded(core.run(core.scheduler.counters.launched), .status(0)), at: time)
      }
      let point = core.scheduler.volatile.armed?.monotonic.map { Double(($0 - .at(0)).uSec) / 1_000_000 }
      let date = core.scheduler.volatile.armed?.wall.map { Double(($0 - .at(0)).uSec) / 1_000_000 }
      guard let next = [point, date].compactMap({ $0 }).min() else { break }
      time = next
    }
    return found
  }

  @Test(
    "After a boot and a resume nothing starts for the settling time, then one task a second, network last")
  func gradualStart() {
    for event in [Event.started(sameBoot: false, surviving: []), .resumed] {
      var core = CoreHarness(configuration: Self.settling, isStarted: event == .resumed)
      let network = TaskRequest.command("net") {
        $0.requirements = .network
        $0.earliestBegin = .at(10)
      }
      core.take(.submitBatch([network] + Self.waiting(3) { $0.earliestBegin = .at(10) }), at: 0)
      core.take(event, at: 10)
      #expect(core.scheduler.runningCount == 0)
      #expect(core.reasons("t1", at: 12) == ["settling", "gradualStart"])
      #expect(core.explanation("t1", at: 12)?.forecast == .at(15))
      let launches = Self.launches(&core, from: 10, to: 100)
      #expect(launches.map(\.at) == [15, 16, 17, 18])
      #expect(launches.map(\.1) == ["t1", "t2", "t3", "net"])
    }
  }

  @Test("A restart of the daemon alone settles nothing, and what a person started never waits for it")
  func sameBoot() {
    var core = CoreHarness(configuration: Self.settling)
    core.take(.submit(.command("a")), at: 0)
    #expect(core.scheduler.runningCount == 1)
    core.take(.resumed, at: 1)
    core.take(.submit(.command("b")), at: 1)
    core.take(.submit(.continued("c")), at: 1)
    #expect(core.reasons("b", at: 1) == ["settling", "gradualStart"])
    #expect(core.scheduler.task("c", of: 1000)?.state == .launching)
  }

  @Test("When power or the network has come back for good, what piled up starts a little at a time")
  func afterPower() {
    for (requirement, lost, back) in [
      (
        Requirements.externalPower, ConditionChange.powerSource(.battery),
        ConditionChange.powerSource(.external)
      ),
      (.network, .network(.none), .network(.unmetered)),
    ] {
      var core = CoreHarness(configuration: Self.settling, conditions: [lost])
      core.take(.submitBatch(Self.waiting(3) { $0.requirements = requirement }), at: 0)
      core.take(.conditions([back]), at: 10)
      #expect(Self.launches(&core, from: 10, to: 100).map(\.at) == [15, 16, 17])
    }
  }

  @Test("What comes back in the midst of a gradual start brings nothing forward, and makes it last longer")
  func disturbedAgain() {
    var core = CoreHarness(
      configuration: Self.settling, conditions: [.powerSource(.battery), .network(.none)])
    core.take(.submitBatch(Self.waiting(3) { $0.requirements = .externalPower }), at: 0)
    core.take(.conditions([.powerSource(.external)]), at: 10)
    core.take(.conditions([.network(.unmetered)]), at: 10.5)
    core.take(.timer, at: 15)
    core.take(.timer, at: 15.5)
    #expect(core.scheduler.runningCount == 1)
    #expect(core.explanation("t2", at: 15.5)?.forecast == .at(16))
    core.take(.timer, at: 16)
    #expect(core.scheduler.runningCount == 2)
    #expect(core.scheduler.volatile.machine.ramp?.until == .at(45.5))
    // A machine that slept meanwhile settles as ever.
    core.take(.resumed, at: 16)
    #expect(core.explanation("t3", at: 16)?.forecast == .at(21))
  }

  @Test("The gradual start ends: after six settling times work starts as usual")
  func rampEnds() {
    var core = CoreHarness(configuration: Self.settling)
    core.take(.resumed, at: 0)
    core.take(.submitBatch(Self.waiting(3)), at: 36)
    #expect(core.scheduler.runningCount == 3)
  }
}
