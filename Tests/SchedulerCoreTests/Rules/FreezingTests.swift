import Testing

@testable import SchedulerCore

@Suite("Work that stands still")
struct FreezingTests {
  private static let configuration = SchedulerConfiguration.plain.with { $0.programsAreUnits = true }

  /// A run that needs power, may take 30 s, and stands still for up to 100 s when the power goes.
  private static func running(_ configuration: SchedulerConfiguration = configuration) -> CoreHarness {
    RunningRules.running(
      .command("a") {
        $0.requirements = .externalPower
        $0.freezeLimit = .seconds(100)
      }, configuration: configuration, conditions: [.powerSource(.external)])
  }

  @Test("R32: a run that asks for it stands still when a requirement is lost, and goes on when it is back")
  func thaws() {
    var core = Self.running()
    core.at(
      10, .conditions([.powerSource(.battery)]),
      gives: [
        "freeze #1", "report frozen #1 because externalPower at most 100s",
        "report conditions unmet externalPower", "arm point 110s",
      ])
    #expect(core.scheduler.task("a", of: 1000)?.lack?.code == .externalPower)
    #expect(core.scheduler.task("a", of: 1000)?.state == .running)
    // The 40 s do not count: ten of its thirty seconds are over.
    core.at(
      50, .conditions([.powerSource(.external)]),
      gives: ["thaw #1", "report thawed #1", "report conditions", "arm point 70s"])
    #expect(core.scheduler.task("a", of: 1000)?.lack == nil)
    core.at(
      70, .timer,
      gives: [
        "expire #1 runtimeLimit in 5s", "report expiring #1 because runtimeLimit in 5s",
        "put #1 a because runtimeLimit", "arm point 75s",
      ])
  }

  @Test("A requirement that is lost while the program is being started freezes it once it is there")
  func lostWhileLaunching() {
    let request = TaskRequest.command("a") {
      $0.requirements = .externalPower
      $0.freezeLimit = .seconds(100)
    }
    var core = CoreHarness(configuration: Self.configuration, conditions: [.powerSource(.external)])
    core.take(.submit(request), at: 0)
    core.at(1, .conditions([.powerSource(.battery)]), gives: ["report conditions unmet externalPower"])
    core.at(
      2, .runStarted(core.run(1)),
      gives: [
        "report running #1", "freeze #1", "report frozen #1 because externalPower at most 100s",
        "arm point 102s",
      ])
    // What is back by then has cost nothing.
    var back = CoreHarness(configuration: Self.configuration, conditions: [.powerSource(.external)])
    back.take(.submit(request), at: 0)
    back.take(.conditions([.powerSource(.battery)]), at: 1)
    back.take(.conditions([.powerSource(.external)]), at: 2)
    back.at(3, .runStarted(back.run(1)), gives: ["report running #1", "arm point 33s"])
  }

  @Test("Lists have the date on which a frozen run is told to stop; the handler of an application goes on")
  func shown() {
    func until(_ core: CoreHarness, at seconds: Double) -> WallTime? {
      core.scheduler.outlook(of: TaskID(1), at: core.moment(seconds)).frozenUntil
    }
    var core = Self.running()
    #expect(until(core, at: 9) == nil)
    core.take(.conditions([.powerSource(.battery)]), at: 10)
    #expect(until(core, at: 10) == .at(110) && until(core, at: 50) == .at(110))
    core.take(.conditions([.powerSource(.external)]), at: 50)
    #expect(until(core, at: 50) == nil)
    let request = TaskRequest(
      identifier: "mail.fetch", kind: .refresh, target: .application, requirements: .externalPower,
      freezeLimit: .seconds(20))
    var handler = CoreHarness.delivered(request, conditions: [.powerSource(.external)])
    handler.take(.conditions([.powerSource(.battery)]), at: 10)
    #expect(handler.explanation("mail.fetch", at: 10)?.canProceed == false && until(handler, at: 10) == nil)
  }

  @Test("It is told to stop when the requirement is away for too long, and hears of it")
  func limit() {
    var core = Self.running()
    core.take(.conditions([.powerSource(.battery)]), at: 10)
    core.at(
      110, .timer,
      gives: [
        "thaw #1", "expire #1 externalPower in 5s", "report expiring #1 because externalPower in 5s",
        "put #1 a because externalPower", "arm point 115s",
      ])
  }

  @Test("A second loss changes nothing, and a cancellation reaches what stands still")
  func cancelled() {
    var core = Self.running()
    core.take(.conditions([.powerSource(.battery)]), at: 10)
    core.at(
      12, .conditions([.network(.none)]),
      gives: ["report conditions unmet network unmeteredNetwork externalPower"])
    #expect(core.take(.cancel("a"), at: 20).directives.prefix(2) == ["thaw #1", "expire #1 cancelled in 5s"])
  }

  @Test("Children of the daemon are frozen like units; a handler goes on, and is told if it asks")
  func everybody() throws {
    var children = Self.running(.plain)
    #expect(children.take(.conditions([.powerSource(.battery)]), at: 10).directives.first == "freeze #1")
    let request = TaskRequest(
      identifier: "mail.fetch", kind: .refresh, target: .application, requirements: .externalPower,
      freezeLimit: .seconds(20))
    var handler = CoreHarness.delivered(request, conditions: [.powerSource(.external)])
    let given = handler.take(.conditions([.powerSource(.battery)]), at: 10)
    #expect(given.directives.first == "report frozen #1 because externalPower at most 20s")
    let caller = Caller(uid: 1000, isPrivileged: false)
    let reason = try handler.scheduler.shouldDefer(handler.run(1), caller: caller, at: handler.moment(11))
    #expect(reason?.code == .externalPower)
    let back = handler.take(.conditions([.powerSource(.external)]), at: 20)
    #expect(back.directives.first == "report thawed #1" && !back.contains { $0.hasPrefix("thaw") })
    handler.take(.conditions([.powerSource(.battery)]), at: 21)
    #expect(handler.take(.timer, at: 41).contains { $0.hasPrefix("warn #1 externalPower") })
  }

  @Test("What cannot be frozen is told to stop, and so is a run whose request does not ask for it")
  func cannot() {
    let told = "expire #1 externalPower in 5s"
    var plain = RunningRules.running(
      .command("a") { $0.requirements = .externalPower }, conditions: [.powerSource(.external)])
    #expect(plain.take(.conditions([.powerSource(.battery)]), at: 10).directives.first == told)
    var refused = Self.running()
    refused.take(.conditions([.powerSource(.battery)]), at: 10)
    let given = refused.take(.freezeFailed(refused.run(1), message: "no cgroup"), at: 11)
    #expect(given.directives.prefix(2) == ["thaw #1", told])
    #expect(refused.scheduler.activeRuns.first?.stopReason?.message.hasSuffix("frozen: no cgroup") == true)
    // It may have been thawed or have ended meanwhile.
    #expect(refused.take(.freezeFailed(refused.run(1), message: "late"), at: 12) == [])
  }

  @Test("A run that ends while it stands still is recorded as it ended")
  func ends() {
    var core = Self.running()
    core.take(.conditions([.powerSource(.battery)]), at: 10)
    let given = core.take(.runEnded(core.run(1), .status(0)), at: 20)
    #expect(given.first == "put #1 a completed success exit 0 0s…20s")
  }

  /// The run works, the disk is full, and the daemon has told the run to stop and dies. The power goes.
  private static func told(isDiskFull: Bool) -> CoreHarness {
    var core = running()
    if isDiskFull { core.take(.storeFailed(cause: "full"), at: 9) }
    let given = core.take(.call(.simulateExpiration(identifier: "a")), at: 10)
    #expect(given.directives.first == "expire #1 simulated in 5s")
    #expect(given.contains { $0.hasPrefix("put #1") } != isDiskFull)
    return core.restarted()
  }

  @Test("What a daemon before told to stop is told again and never frozen, whatever it lacks")
  func toldBefore() {
    var next = Self.told(isDiskFull: false)
    let given = next.start(at: 11, with: [.powerSource(.battery)], surviving: [next.run(1)])
    #expect(given.directives.prefix(2) == ["thaw #1", "expire #1 simulated in 5s"])
    #expect(!given.contains("freeze #1"))
    #expect(!next.take(.conditions([.network(.none)]), at: 12).contains("freeze #1"))
    #expect(next.take(.timer, at: 16).directives.first == "kill #1")
  }

  @Test("What a full disk has kept nobody from knowing is frozen, and is thawed before it is told to stop")
  func toldUnrecorded() {
    var next = Self.told(isDiskFull: true)
    let given = next.start(at: 11, with: [.powerSource(.battery)], surviving: [next.run(1)])
    #expect(given.directives.prefix(2) == ["thaw #1", "freeze #1"])
    // A service manager does not freeze what it is stopping.
    let ends: [(event: Event, at: Double, told: String)] = [
      (.freezeFailed(next.run(1), message: "it is being stopped"), 11, "externalPower"),
      (.cancel("a"), 12, "cancelled"), (.timer, 111, "externalPower"),
    ]
    for end in ends {
      var core = next
      #expect(
        core.take(end.event, at: end.at).directives.prefix(2) == ["thaw #1", "expire #1 \(end.told) in 5s"])
    }
    #expect(next.take(.conditions([.powerSource(.external)]), at: 20).directives.first == "thaw #1")
  }

  @Test(
    "What has no time left is not frozen: it is told to stop, as it may have been while the disk was full")
  func timeIsUp() {
    var core = Self.running()
    core.take(.storeFailed(cause: "full"), at: 9)
    #expect(core.take(.timer, at: 30).directives.first == "expire #1 runtimeLimit in 5s")
    var next = core.restarted()
    let given = next.start(at: 31, with: [.powerSource(.battery)], surviving: [next.run(1)])
    #expect(given.directives.prefix(2) == ["thaw #1", "expire #1 externalPower in 5s"])
    #expect(!given.contains("freeze #1"))
  }

  @Test(
    "Nobody is left standing still: a daemon that hands over thaws, and one that finds a run thaws it too")
  func handedOver() {
    var core = Self.running()
    core.take(.conditions([.powerSource(.battery)]), at: 10)
    core.at(20, .handOver, gives: ["thaw #1", "ready to exit"])
    var next = core.restarted()
    let given = next.start(at: 21, with: [.powerSource(.battery)], surviving: [core.run(1)])
    #expect(given.directives.prefix(2) == ["thaw #1", "freeze #1"])
  }
}
