import Testing

@testable import SchedulerCore

@Suite("Submission")
struct SubmissionRules {
  static let applications = SchedulerConfiguration.plain.with {
    $0.applications = [
      Application(
        name: "mail", permittedIdentifiers: [IdentifierPattern("org.mail.fetch")], kinds: [.refresh]),
      Application(name: "photos", permittedIdentifiers: [IdentifierPattern("org.photos.*")]),
    ]
    $0.refreshSpacing = .zero
    $0.runtimeBudgetPerHour = .zero
  }

  /// A request that an application handles.
  static func handled(_ identifier: String, _ kind: Kind, from date: WallTime? = nil) -> TaskRequest {
    TaskRequest(identifier: identifier, kind: kind, target: .application, earliestBegin: date)
  }

  @Test("R3, R12: an identifier that no manifest permits needs a command")
  func r3() {
    var core = CoreHarness(configuration: Self.applications)
    core.at(0, .submit(Self.handled("org.other", .refresh)), gives: ["reply notPermitted org.other"])
    core.at(
      0, .submit(Self.handled("org.mail.fetch", .processing)), gives: ["reply notPermitted org.mail.fetch"])
    core.at(
      0, .submit(Self.handled("org.mail.fetch", .refresh)),
      gives: [
        "put 1 org.mail.fetch with payload", "report submitted 1 org.mail.fetch waiting",
        "put 1 org.mail.fetch in #1", "put #1 org.mail.fetch",
        "start p1 mail", "report launching #1", "arm point 20s",
        "reply submitted 1 org.mail.fetch launching",
      ])
    core.at(
      0, .submit(.command("org.other")),
      gives: [
        "put 2 org.other with payload", "report submitted 2 org.other waiting", "put 2 org.other in #2",
        "put #2 org.other", "launch #2 org.other for 30s and 5s", "report launching #2",
        "reply submitted 2 org.other launching",
      ])
  }

  @Test("R5: a pattern permits every identifier below it and not its own stem")
  func r5() {
    let pattern = IdentifierPattern("org.photos.*")
    #expect(pattern.permits("org.photos.export"))
    #expect(pattern.permits("org.photos.export.raw"))
    for other in ["org.photos", "org.photos.", "org.photosx.export", "org.photos.*".dropLast(3).description] {
      #expect(!pattern.permits(other))
    }
    #expect(!IdentifierPattern("org.photos").permits("org.photos.export"))
    #expect(!IdentifierPattern("*").permits("anything"))
  }

  @Test("R10: a pending identifier is replaced, kept or refused, as the request says")
  func r10() {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.earliestBegin = .at(60) }), at: 0)
    core.at(
      1,
      .submit(
        .command("a") {
          $0.earliestBegin = .at(90)
          $0.onConflict = .keep
        }), gives: ["reply submitted 1 a waiting"])
    core.at(
      2,
      .submit(
        .command("a") {
          $0.earliestBegin = .at(90)
          $0.onConflict = .fail
        }), gives: ["reply alreadyPending a"])
    core.at(
      3, .submit(.command("a") { $0.earliestBegin = .at(90) }),
      gives: [
        "delete 1", "put 2 a from 90s with payload",
        "report submitted 2 a waiting replacing waits for earliestBegin",
        "arm date 90s", "reply submitted 2 a waiting",
      ])
    core.at(
      4, .submit(.command("a") { $0.earliestBegin = .at(70) }, uid: 1001),
      gives: [
        "put 3 a@1001 from 70s with payload", "report submitted 3 a@1001 waiting waits for earliestBegin",
        "arm date 70s", "reply submitted 3 a@1001 waiting",
      ])
  }

  @Test(
    "R10: what is submitted while a run of its identifier goes on follows it, and takes its retry's place")
  func r10BehindARun() {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.retry = Retry() }), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    core.at(
      5, .submit(.command("a")),
      gives: [
        "put 2 a with payload", "report submitted 2 a waiting waits for alreadyRunning",
        "reply submitted 2 a waiting",
      ])
    core.at(
      6, .runEnded(core.run(1), .status(1)),
      gives: [
        "put #1 a completed failure exit 1 because exitStatus 0s…6s", "delete 1", "report ended #1 completed",
        "put 2 a in #2", "put #2 a", "launch #2 a for 30s and 5s", "report launching #2", "arm never",
      ])
  }

  @Test("R11: one refresh and ten processing requests of an application may be pending, for each user")
  func r11() {
    var core = CoreHarness(configuration: Self.applications)
    core.take(.submit(Self.handled("org.photos.0", .refresh, from: .at(60))), at: 0)
    core.at(
      1, .submit(Self.handled("org.photos.1", .refresh, from: .at(60))),
      gives: ["reply tooMany org.photos.1 limit 1"])
    core.at(
      1, .submit(Self.handled("org.photos.0", .refresh, from: .at(90))),
      gives: [
        "delete 1", "put 2 org.photos.0 from 90s with payload",
        "report submitted 2 org.photos.0 waiting replacing waits for earliestBegin", "arm date 90s",
        "reply submitted 2 org.photos.0 waiting",
      ])
    core.at(
      1, .submit(Self.handled("org.photos.0", .refresh, from: .at(90)), uid: 1001),
      gives: [
        "put 3 org.photos.0@1001 from 90s with payload",
        "report submitted 3 org.photos.0@1001 waiting waits for earliestBegin",
        "reply submitted 3 org.photos.0@1001 waiting",
      ])
    for number in 1...10 {
      let request = Self.handled("org.photos.p\(number)", .processing, from: .at(60))
      core.take(.submit(request), at: 2)
    }
    core.at(
      3, .submit(Self.handled("org.photos.p11", .processing, from: .at(60))),
      gives: ["reply tooMany org.photos.p11 limit 10"])
  }

  @Test("R11: commands are counted for each user; what replaces a request needs no room of its own")
  func r11Commands() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumPendingPerUser = 2 })
    func later(_ identifier: String) -> TaskRequest { .command(identifier) { $0.earliestBegin = .at(60) } }
    core.at(
      0, .submitBatch([later("a"), later("b"), later("c"), later("a")]),
      gives: [
        "put 1 a from 60s with payload", "report submitted 1 a waiting waits for earliestBegin",
        "put 2 b from 60s with payload", "report submitted 2 b waiting waits for earliestBegin", "delete 1",
        "put 3 a from 60s with payload", "report submitted 3 a waiting replacing waits for earliestBegin",
        "arm date 60s", "reply 1 a waiting, 2 b waiting, tooMany c limit 2, 3 a waiting",
      ])
    core.at(
      1, .cancel("b"), gives: ["delete 2", "report cancelled 2 b", "reply done"])
    core.at(
      2, .submit(later("c")),
      gives: [
        "put 4 c from 60s with payload", "report submitted 4 c waiting waits for earliestBegin",
        "reply submitted 4 c waiting",
      ])
  }

  @Test("R12: errors name the field and the rule")
  func r12() {
    var core = CoreHarness()
    core.at(
      0, .submit(.command("a") { $0.runtimeLimit = .hours(25) }),
      gives: ["reply invalid runtimeLimitDurationUSec"])
    core.at(
      0,
      .submit(
        .command("a") {
          $0.earliestBegin = .at(60)
          $0.deadline = .at(59)
        }), gives: ["reply invalid deadlineUSec"])
  }

  @Test(
    "R13: a kind that is switched off is refused, and what was accepted before waits until it is on again")
  func r13() {
    let off = SchedulerConfiguration.plain.with { $0.disabledKinds = [.refresh] }
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.earliestBegin = .at(60) }), at: 0)
    core.at(1, .configurationChanged(off), gives: [])
    core.at(2, .submit(.command("b")), gives: ["reply unavailable"])
    core.at(60, .timer, gives: ["report held 1 a waits for kindDisabled", "arm never"])
    #expect(core.reasons("a", at: 61) == ["kindDisabled"])
    core.at(
      62, .configurationChanged(.plain),
      gives: ["put 1 a from 60s in #1", "put #1 a", "launch #1 a for 30s and 5s", "report launching #1"])
  }

  @Test("R13: where programs can run as one user only, others' are refused, unless they have started them")
  func r13CommandUser() {
    var core = CoreHarness(configuration: Self.applications.with { $0.onlyCommandUser = 1000 })
    core.at(0, .submit(.command("a"), uid: 1001), gives: ["reply unavailable"])
    core.take(.submit(.command("a")), at: 0)
    let fetch = Event.submit(Self.handled("org.mail.fetch", .refresh), uid: 1001)
    core.at(0, fetch, gives: ["reply notPermitted org.mail.fetch"])
    core.take(.register("org.mail.fetch", on: 1, uid: 1001), at: 0)
    core.take(fetch, at: 0)
    #expect(core.scheduler.runningCount == 2)
  }

  @Test("R15: a permitted identifier is accepted though no handler is connected: its manifest starts one")
  func r15() {
    var core = CoreHarness(configuration: Self.applications)
    core.at(
      0, .submit(Self.handled("org.photos.export", .continued)),
      gives: [
        "put 1 org.photos.export with payload", "report submitted 1 org.photos.export waiting",
        "put 1 org.photos.export in #1", "put #1 org.photos.export",
        "start p1 photos", "report launching #1", "arm point 20s",
        "reply submitted 1 org.photos.export launching",
      ])
  }

  @Test("R17: never before its date, and at it when nothing else stands in the way")
  func r17() {
    var core = CoreHarness()
    core.at(
      0, .submit(.command("a") { $0.earliestBegin = .at(60) }),
      gives: [
        "put 1 a from 60s with payload", "report submitted 1 a waiting waits for earliestBegin",
        "arm date 60s",
        "reply submitted 1 a waiting",
      ])
    core.at(59.999999, .timer, gives: ["arm date 60s"])
    core.at(
      60, .timer,
      gives: [
        "put 1 a from 60s in #1", "put #1 a", "launch #1 a for 30s and 5s", "report launching #1",
        "arm never",
      ])
  }

  @Test("R18: a request gives one launch, whatever its program says of its success")
  func r18() {
    for (exit, line) in [
      (Exit.status(0), "success exit 0"), (.status(1), "failure exit 1 because exitStatus"),
    ] {
      var core = CoreHarness()
      core.take(.submit(.command("a")), at: 0)
      core.take(.runStarted(core.run(1)), at: 0)
      core.at(
        5, .runEnded(core.run(1), exit),
        gives: ["put #1 a completed \(line) 0s…5s", "delete 1", "report ended #1 completed", "arm never"])
      core.at(6, .timer, gives: ["arm never"])
    }
  }

  @Test("R18: an expired run is not tried again, though its program ended with a failure")
  func r18Expired() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    core.take(.timer, at: 30)
    core.at(
      31, .runEnded(core.run(1), .signal("SIGTERM")),
      gives: [
        "put #1 a expired SIGTERM because runtimeLimit 0s…31s", "delete 1", "report ended #1 expired",
        "arm never",
      ]
    )
  }

  @Test("R19: what is pending is pending after a restart, with its dates")
  func r19() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    core.take(.submit(.command("a") { $0.earliestBegin = .at(60) }), at: 0)
    core.take(.submit(.processing("b") { $0.requirements = .externalPower }), at: 0)
    var restarted = core.restarted()
    restarted.starts(at: 10, with: [.powerSource(.battery)], gives: ["arm date 60s"])
    #expect(restarted.reasons("b", at: 10) == ["externalPower"])
    #expect(restarted.store == core.store)
    restarted.at(
      60, .timer,
      gives: [
        "put 1 a from 60s in #1", "put #1 a", "launch #1 a for 30s and 5s", "report launching #1",
        "arm never",
      ])
  }

  @Test("R20: cancel ends what waits and tells what runs to stop; it is recorded before it is done")
  func r20() {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.repeatEvery = .hours(1) }), at: 0)
    core.take(.submit(.command("b") { $0.earliestBegin = .at(60) }), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    core.at(1, .cancel("c"), gives: ["reply noSuchTask c"])
    core.at(1, .cancel("a", uid: 1001), gives: ["reply noSuchTask a"])
    core.at(
      1, .cancel("b"), gives: ["delete 2", "report cancelled 2 b", "reply done", "arm point 30s"])
    core.at(
      2, .cancel("a"),
      gives: [
        "expire #1 cancelled in 5s", "report expiring #1 because cancelled in 5s",
        "put #1 a because cancelled",
        "reply done", "arm point 7s",
      ])
    core.at(2, .cancel("a"), gives: ["reply done"])
    core.at(
      3, .runEnded(core.run(1), .signal("SIGTERM")),
      gives: [
        "put #1 a cancelled SIGTERM because cancelled 0s…3s", "delete 1", "report ended #1 cancelled",
        "arm never",
      ])
  }

  @Test("R20: cancel takes both what runs and what waits behind it")
  func r20Both() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    core.take(.submit(.command("a")), at: 0)
    core.at(
      1, .cancel("a"),
      gives: [
        "delete 2", "report cancelled 2 a", "expire #1 cancelled in 5s",
        "report expiring #1 because cancelled in 5s", "put #1 a because cancelled", "reply done",
        "arm point 6s",
      ])
  }

  @Test("R20: cancelAll ends the caller's tasks and nobody else's")
  func r20All() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    core.take(.submit(.command("b") { $0.earliestBegin = .at(60) }), at: 0)
    core.take(.submit(.command("c") { $0.earliestBegin = .at(60) }, uid: 1001), at: 0)
    core.at(
      1, .call(.cancelAll),
      gives: [
        "expire #1 cancelled in 5s", "report expiring #1 because cancelled in 5s",
        "put #1 a because cancelled",
        "delete 2", "report cancelled 2 b", "reply cancelled 2", "arm date 60s point 6s",
      ])
    #expect(core.scheduler.tasks(of: nil, prefix: "").map(\.task.key.identifier) == ["a", "c"])
  }

  @Test("R21: a task that was launched is not pending any more, and is listed with its state")
  func r21() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    #expect(core.scheduler.pendingCount == 0)
    #expect(core.scheduler.runningCount == 1)
    #expect(core.scheduler.task("a", of: 1000)?.state == .launching)
    core.take(.runStarted(core.run(1)), at: 0)
    #expect(core.scheduler.task("a", of: 1000)?.state == .running)
    core.take(.timer, at: 30)
    #expect(core.scheduler.task("a", of: 1000)?.state == .expiring)
    #expect(core.scheduler.task("a", of: 1001) == nil)
    core.take(.runEnded(core.run(1), .status(0)), at: 31)
    #expect(core.scheduler.task("a", of: 1000) == nil)
  }

  @Test("R10: a repeating task that runs is pending: keep keeps its series, fail refuses, replace follows it")
  func runningSeries() {
    let series = TaskRequest.command("a") { $0.repeatEvery = .hours(1) }
    var core = CoreHarness()
    core.take(.submit(series), at: 0)
    core.at(
      1, .submit(.command("a") { $0.onConflict = .keep }), gives: ["reply submitted 1 a launching"])
    core.at(2, .submit(.command("a") { $0.onConflict = .fail }), gives: ["reply alreadyPending a"])
    core.take(.runEnded(core.run(1), .status(0)), at: 3)
    #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(3600))
    // One that its owner has ended is not pending, and neither is one that runs once.
    core.take(.timer, at: 3600)
    core.take(.cancel("a"), at: 3601)
    core.take(.submit(.command("a") { $0.onConflict = .fail }), at: 3602)
    #expect(core.scheduler.pendingCount == 1)
    var once = CoreHarness()
    once.take(.submit(.command("a")), at: 0)
    once.take(.submit(.command("a") { $0.onConflict = .keep }), at: 1)
    #expect(once.scheduler.pendingCount == 1)
  }
}
