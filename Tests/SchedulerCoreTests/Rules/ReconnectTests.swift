import Testing

@testable import SchedulerCore

@Suite("Applications across a restart of the daemon")
struct ReconnectTests {
  static let mail = TaskRequest.handled("mail.sync")

  @Test("A program that comes back and names its run keeps it, with its limit counted from its start")
  func claimed() {
    var core = CoreHarness.delivered(Self.mail).restarted()
    core.starts(at: 10, gives: ["arm point 20s"])
    #expect(core.scheduler.task("mail.sync", of: 1000)?.state == .launching)
    core.at(
      12, .register("mail.sync", on: 1, runs: [core.run(1)]),
      gives: ["reply registered r2 mail", "arm point 30s"])
    #expect(core.scheduler.task("mail.sync", of: 1000)?.state == .running)
    core.at(20, .timer, gives: ["arm point 30s"])
    core.at(
      25, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync completed success 0s…25s", "delete 1", "report ended #1 completed", "reply done",
        "arm never",
      ])
  }

  @Test("A program may be back before the daemon has looked at the machine")
  func claimedBeforeTheStart() {
    var core = CoreHarness.delivered(.handled("mail.sync") { $0.requirements = .externalPower }).restarted()
    core.at(9, .register("mail.sync", on: 1, runs: [core.run(1)]), gives: ["reply registered r2 mail"])
    core.starts(
      at: 10, with: [.powerSource(.battery)],
      gives: [
        "warn #1 externalPower in 5s on c1", "report expiring #1 because externalPower in 5s",
        "put #1 mail.sync because externalPower",
        "arm point 15s",
      ])
    core.at(
      11, .disconnected(1),
      gives: [
        "put #1 mail.sync expired because externalPower 0s…11s", "delete 1", "report ended #1 expired",
        "arm never",
      ])
  }

  @Test(
    "Who comes back and goes before the daemon has looked at the machine was interrupted, charged nothing"
  )
  func lostBeforeTheStart() {
    let configuration = SchedulerConfiguration.served.with { $0.runtimeBudgetPerHour = .minutes(20) }
    var core = CoreHarness.delivered(Self.mail, configuration: configuration).restarted()
    core.take(.register("mail.sync", on: 1, runs: [core.run(1)]), at: 9)
    core.at(
      9, .disconnected(1),
      gives: [
        "put #1 mail.sync interrupted because vanished 0s…9s", "put 1 mail.sync attempt 2 not before 39s",
        "report ended #1 interrupted next 39s",
      ])
    core.starts(at: 10, gives: ["arm point 39s"])
    core.take(.submit(.handled("mail.index")), at: 11)
    // Not the time since the machine was booted.
    #expect(core.scheduler.task("mail.index", of: 1000)?.state == .launching)
  }

  @Test(
    "A run that nobody comes back for was interrupted, and is tried again; a late claim is told so"
  )
  func neverClaimed() {
    var core = CoreHarness.delivered(Self.mail).restarted()
    core.start(at: 10)
    // Handling the identifier is not the same as working on the run.
    core.at(11, .register("mail.sync", on: 1), gives: ["reply registered r2 mail"])
    core.at(
      20, .timer,
      gives: [
        "put #1 mail.sync interrupted because daemonDied 0s…20s", "put 1 mail.sync attempt 2 not before 50s",
        "report ended #1 interrupted next 50s", "arm point 50s",
      ])
    core.at(
      21, .register("mail.sync", on: 2, runs: [core.run(1)]),
      gives: ["reply registered r3 mail", "warn #1 vanished in 5s on c2"])
  }

  @Test(
    "Claims of runs that are unknown, somebody else's, a command's, finished or not handled are told to stop")
  func falseClaims() {
    var core = CoreHarness.delivered(Self.mail)
    core.take(.submit(.command("c")), at: 0)
    core.take(.complete(core.run(1)), at: 1)
    core.take(.submit(Self.mail, uid: 1001), at: 1)
    core.take(.submit(.handled("mail.index")), at: 1)
    var next = core.restarted()
    next.start(at: 10, surviving: [core.run(2)])
    let claims = [
      RunID("00000000000000000000000000000000"), core.run(1), core.run(2), core.run(3), core.run(4),
    ]
    next.at(
      11, .register("mail.sync", on: 1, runs: claims),
      gives: [
        "reply registered r2 mail", "warn #5 vanished in 5s on c1", "warn #1 vanished in 5s on c1",
        "warn #2 vanished in 5s on c1", "warn #3 vanished in 5s on c1", "warn #4 vanished in 5s on c1",
      ])
    #expect(next.scheduler.task("c", of: 1000)?.state == .running)
    #expect(next.scheduler.activeRuns.count == 3)
  }

  @Test(
    "R20: what was cancelled while its program was away, before or after the restart, is told to it later"
  )
  func cancelled() {
    var before = CoreHarness.delivered(.handled("mail.sync") { $0.repeatEvery = .hours(1) })
    before.take(.cancel("mail.sync"), at: 5)
    var core = before.restarted()
    core.start(at: 10)
    core.at(
      11, .register("mail.sync", on: 1, runs: [core.run(1)]),
      gives: [
        "reply registered r2 mail", "warn #1 cancelled in 5s on c1",
        "report expiring #1 because cancelled in 5s", "put #1 mail.sync because cancelled", "arm point 16s",
      ])
    core.at(
      12, .complete(core.run(1), success: false),
      gives: [
        "put #1 mail.sync cancelled failure because cancelled 0s…12s", "delete 1",
        "report ended #1 cancelled", "reply done", "arm never",
      ])

    var after = CoreHarness.delivered(Self.mail).restarted()
    after.start(at: 10)
    after.at(11, .cancel("mail.sync"), gives: ["put #1 mail.sync because cancelled", "reply done"])
    after.at(11, .cancel("mail.sync"), gives: ["reply done"])
    #expect(
      (try? after.scheduler.shouldDefer(
        after.run(1), caller: Caller(uid: 1000, isPrivileged: false), at: after.moment(11)))??.code
        == .cancelled)
    var away = after
    after.at(
      12, .register("mail.sync", on: 1, runs: [after.run(1)]),
      gives: [
        "reply registered r2 mail", "warn #1 cancelled in 5s on c1",
        "report expiring #1 because cancelled in 5s", "put #1 mail.sync because cancelled", "arm point 17s",
      ])
    away.at(
      20, .timer,
      gives: [
        "put #1 mail.sync cancelled because cancelled 0s…20s", "delete 1", "report ended #1 cancelled",
        "arm never",
      ])
  }

  @Test("R20: what is cancelled before the daemon has looked at the machine stays so")
  func cancelledBeforeTheStart() {
    for isClaimed in [true, false] {
      var core = CoreHarness.delivered(.handled("mail.sync") { $0.repeatEvery = .hours(1) }).restarted()
      if isClaimed { core.take(.register("mail.sync", on: 1, runs: [core.run(1)]), at: 8) }
      core.take(.cancel("mail.sync"), at: 9)
      core.start(at: 10)
      core.take(.timer, at: isClaimed ? 15 : 20)
      #expect(core.scheduler.tasks(of: nil, prefix: "").isEmpty)
      #expect(core.store.runs[core.run(1)]?.outcome == .cancelled)
    }
  }

  @Test("A program that got done while the daemon was away says so when it is back, claim or not")
  func completedWhileAway() {
    for claims in [true, false] {
      var core = CoreHarness.delivered(Self.mail).restarted()
      core.start(at: 10)
      if claims { core.take(.register("mail.sync", on: 1, runs: [core.run(1)]), at: 11) }
      let lines = core.take(.complete(core.run(1)), at: 12)
      #expect(
        lines.prefix(4) == [
          "put #1 mail.sync completed success 0s…12s", "delete 1", "report ended #1 completed", "reply done",
        ])
      core.at(
        12, .register("mail.sync", on: 2, runs: [core.run(1)]),
        gives: ["reply registered \(claims ? "r3" : "r2") mail", "warn #1 vanished in 5s on c2"])
    }
  }

  @Test(
    "Who got done before the daemon has looked at the machine is taken at its word, and charged nothing"
  )
  func completedBeforeTheStart() {
    let configuration = SchedulerConfiguration.served.with { $0.runtimeBudgetPerHour = .minutes(20) }
    var core = CoreHarness.delivered(Self.mail, configuration: configuration).restarted()
    core.at(
      9, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync completed success 0s…9s", "delete 1", "report ended #1 completed", "reply done",
      ])
    core.starts(at: 10, gives: ["arm never"])
    core.take(.submit(.handled("mail.index")), at: 11)
    #expect(core.scheduler.task("mail.index", of: 1000)?.state == .launching)
  }

  @Test("A run that had no program yet when the daemon died is given up with the others, and tried again")
  func awaited() {
    var core = LaunchOnDemandTests.starting().restarted()
    core.start(at: 10)
    core.at(11, .register("mail.sync", on: 1), gives: ["reply registered r1 mail"])
    core.at(
      20, .timer,
      gives: [
        "put #1 mail.sync interrupted because daemonDied 0s…20s", "put 1 mail.sync attempt 2 not before 50s",
        "report ended #1 interrupted next 50s", "arm point 50s",
      ])
  }

  @Test("A program that did not stop in time while the daemon was away is told so as soon as it is back")
  func overdue() {
    var core = CoreHarness.delivered(Self.mail).restarted()
    core.start(at: 100)
    core.at(
      101, .register("mail.sync", on: 1, runs: [core.run(1)]),
      gives: [
        "reply registered r2 mail", "warn #1 runtimeLimit in 5s on c1",
        "report expiring #1 because runtimeLimit in 5s", "put #1 mail.sync because runtimeLimit",
        "arm point 106s",
      ])
    core.at(
      106, .timer,
      gives: [
        "report killing #1", "put #1 mail.sync killed because runtimeLimit 0s…106s", "delete 1",
        "report ended #1 killed", "arm never",
      ])
  }

  @Test("After a boot nobody comes back")
  func boot() {
    var core = CoreHarness.delivered(Self.mail).restarted()
    core.starts(
      at: 10, sameBoot: false,
      gives: [
        "put #1 mail.sync interrupted because daemonDied 0s…10s", "put 1 mail.sync attempt 2 not before 40s",
        "report ended #1 interrupted next 40s", "arm point 40s",
      ])
  }

  @Test("R38: a program that came back and then dies was interrupted")
  func diesLater() {
    var core = CoreHarness.delivered(Self.mail).restarted()
    core.start(at: 10)
    core.take(.register("mail.sync", on: 1, runs: [core.run(1)]), at: 11)
    core.at(
      12, .disconnected(1),
      gives: [
        "put #1 mail.sync interrupted because vanished 0s…12s", "put 1 mail.sync attempt 2 not before 42s",
        "report ended #1 interrupted next 42s", "arm point 42s",
      ])
  }

  @Test("A program may come back with another connection while the first still lives: the run moves to it")
  func claimedAnew() {
    var core = CoreHarness.delivered(Self.mail)
    core.at(1, .register("mail.sync", on: 2, runs: [core.run(1)]), gives: ["reply registered r2 mail"])
    core.at(2, .disconnected(1), gives: [])
    core.at(
      30, .timer,
      gives: [
        "warn #1 runtimeLimit in 5s on c2", "report expiring #1 because runtimeLimit in 5s",
        "put #1 mail.sync because runtimeLimit", "arm point 35s",
      ])
    // A warning that it may not have heard is repeated, with what is left of the grace.
    core.at(
      32, .register("mail.sync", on: 3, runs: [core.run(1)]),
      gives: ["reply registered r3 mail", "warn #1 runtimeLimit in 3s on c3"])
    core.at(
      35, .timer,
      gives: [
        "report killing #1", "put #1 mail.sync killed because runtimeLimit 0s…35s", "delete 1",
        "report ended #1 killed", "arm never",
      ])
  }

  @Test("R41: a run that was killed with its process cannot be claimed back to life")
  func claimOfKilled() {
    var core = CoreHarness.started(Self.mail)
    core.take(.timer, at: 30)
    core.take(.timer, at: 35)
    core.at(
      35, .register("mail.sync", on: 2, runs: [core.run(1)]),
      gives: ["reply registered r2 mail", "warn #1 vanished in 5s on c2"])
    core.at(
      36, .runEnded(core.process(1), .signal("SIGKILL")),
      gives: ["put #1 mail.sync killed because runtimeLimit 0s…36s", "delete 1", "report ended #1 killed"])
  }

  @Test(
    "A manifest that went while the daemon was away: its run is given up, and its task waits for a manifest")
  func manifestGone() {
    var core = CoreHarness.delivered(Self.mail).restarted(.plain)
    core.start(at: 10)
    core.at(11, .register("mail.sync", on: 1, runs: [core.run(1)]), gives: ["reply notPermitted mail.sync"])
    core.take(.timer, at: 20)
    core.at(50, .timer, gives: ["report held 1 mail.sync waits for noHandler", "arm never"])
    #expect(core.reasons("mail.sync", at: 50) == ["noHandler"])
    core.take(.register("mail.sync", on: 1), at: 51)
    core.take(.configurationChanged(.served), at: 52)
    #expect(core.scheduler.task("mail.sync", of: 1000)?.state == .launching)
  }
}
