import Testing

@testable import SchedulerCore

@Suite("Manifests that come and go")
struct ManifestReloadTests {
  static let mail = TaskRequest.handled("mail.sync")

  @Test("What is pending when its manifest goes waits and says so, though its program is still connected")
  func pending() {
    var core = CoreHarness.connected("mail.sync")
    core.take(.submit(.handled("mail.sync") { $0.earliestBegin = .at(60) }), at: 0)
    core.take(.configurationChanged(.plain), at: 1)
    core.at(60, .timer, gives: ["report held 1 mail.sync waits for noHandler", "arm never"])
    #expect(core.reasons("mail.sync", at: 60) == ["noHandler"])
    core.at(61, .call(.simulateLaunch(identifier: "mail.sync")), gives: ["reply unavailable"])
    core.at(
      62, .configurationChanged(.served),
      gives: [
        "put 1 mail.sync from 60s in #1", "put #1 mail.sync", "deliver #1 mail.sync for 30s and 5s to c1",
        "report launching #1",
      ])
  }

  @Test("A run goes on when its manifest goes; its process ends when it has nothing more to do")
  func running() {
    var core = CoreHarness.started(Self.mail)
    core.take(.configurationChanged(.plain), at: 1)
    core.at(
      2, .addIdentifiers(["mail.index"], to: core.registration(1)), gives: ["reply notPermitted mail.index"])
    core.at(
      3, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync completed success 0s…3s", "put use mail refreshed 0s owes 3s at 3s", "delete 1",
        "report ended #1 completed", "reply done",
        "arm point 33s",
      ])
    core.at(33, .timer, gives: ["expire p1 idleApplication in 5s", "arm point 38s"])
  }

  @Test("A program that was started for a manifest that went cannot register: its run could not be launched")
  func starting() {
    var core = LaunchOnDemandTests.starting()
    core.take(.configurationChanged(.plain), at: 1)
    core.at(
      2, .register("mail.sync", on: 1, process: core.process(1)), gives: ["reply notPermitted mail.sync"])
    core.at(
      20, .timer,
      gives: [
        "kill p1", "report failing mail launchFailed pause 10s",
        "put #1 mail.sync launchFailed because launchFailed 0s…20s",
        "put 1 mail.sync attempt 2 not before 50s", "report ended #1 launchFailed next 50s", "arm point 50s",
      ])
  }

  @Test("An identifier that became another application's is not delivered to the one that had registered it")
  func moved() {
    var core = CoreHarness.connected("mail.sync")
    let moved = SchedulerConfiguration.served.with {
      $0.applications = [Application(name: "post", permittedIdentifiers: [IdentifierPattern("mail.*")])]
    }
    core.take(.configurationChanged(moved), at: 1)
    core.at(
      2, .submit(Self.mail),
      gives: [
        "put 1 mail.sync with payload", "report submitted 1 mail.sync waiting", "put 1 mail.sync in #1",
        "put #1 mail.sync", "start p1 post", "report launching #1", "arm point 22s",
        "reply submitted 1 mail.sync launching",
      ])
    core.at(
      3, .register("mail.sync", on: 2, process: core.process(1)),
      gives: ["reply registered r2 post", "deliver #1 mail.sync for 30s and 5s to c2", "arm never"])
  }

  @Test(
    "A process whose run went to a program of the identifier's new application has nothing to do any more")
  func movedAway() {
    let moved = SchedulerConfiguration.served.with {
      $0.applications = [Application(name: "post", permittedIdentifiers: [IdentifierPattern("mail.*")])]
    }
    var awaited = LaunchOnDemandTests.starting()
    awaited.take(.configurationChanged(moved), at: 1)
    awaited.at(
      2, .register("mail.sync", on: 2),
      gives: ["reply registered r1 post", "deliver #1 mail.sync for 30s and 5s to c2", "arm point 32s"])
    var claimed = CoreHarness.started(Self.mail)
    claimed.take(.configurationChanged(moved), at: 1)
    claimed.at(2, .register("mail.sync", on: 2, runs: [claimed.run(1)]), gives: ["reply registered r2 post"])
    claimed.at(
      32, .timer,
      gives: [
        "warn #1 runtimeLimit in 5s on c2", "report expiring #1 because runtimeLimit in 5s",
        "put #1 mail.sync because runtimeLimit",
        "expire p1 idleApplication in 5s", "arm point 37s",
      ])
  }

  @Test("A manifest that no longer says how to start its program lets what is pending wait for a connection")
  func notStartable() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(.handled("mail.sync") { $0.earliestBegin = .at(60) }), at: 0)
    let closed = SchedulerConfiguration.served.with { $0.applications[0].isStartable = false }
    core.take(.configurationChanged(closed), at: 1)
    core.at(60, .timer, gives: ["report held 1 mail.sync waits for noHandler", "arm never"])
    #expect(core.reasons("mail.sync", at: 60) == ["noHandler"])
    core.at(
      61, .configurationChanged(.served),
      gives: [
        "put 1 mail.sync from 60s in #1", "put #1 mail.sync", "start p1 mail", "report launching #1",
        "arm point 81s",
      ])
  }
}
