import Testing

@testable import SchedulerCore

@Suite("Delivery")
struct DeliveryRules {
  static let mail = TaskRequest.handled("mail.sync")

  @Test("R18, R41: a request is delivered once; Complete ends its run, and nothing is delivered again")
  func r18() {
    for success in [true, false] {
      var core = CoreHarness.connected("mail.sync")
      core.at(
        0, .submit(Self.mail),
        gives: [
          "put 1 mail.sync with payload", "report submitted 1 mail.sync waiting", "put 1 mail.sync in #1",
          "put #1 mail.sync", "deliver #1 mail.sync for 30s and 5s to c1", "report launching #1",
          "reply submitted 1 mail.sync launching",
        ])
      core.take(.runStarted(core.run(1)), at: 0)
      core.at(
        9, .complete(core.run(1), success: success),
        gives: [
          "put #1 mail.sync completed \(success ? "success" : "failure") 0s…9s", "delete 1",
          "report ended #1 completed", "reply done", "arm never",
        ])
      core.at(10, .register("mail.sync", on: 2), gives: ["reply registered r2 mail"])
      core.at(11, .disconnected(1), gives: [])
    }
  }

  @Test("R18: who completes before the executor has said that it was delivered has completed it")
  func completedEarly() {
    var core = CoreHarness.connected("mail.sync")
    core.take(.submit(Self.mail), at: 0)
    core.at(
      0, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync completed success 0s…0s", "delete 1", "report ended #1 completed", "reply done",
      ])
    core.at(0, .runStarted(core.run(1)), gives: [])
  }

  @Test("R20: a run that no program has yet is cancelled at once; its process is not needed any more")
  func r20Awaited() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(Self.mail), at: 0)
    core.at(
      3, .cancel("mail.sync"),
      gives: [
        "put #1 mail.sync cancelled because cancelled 0s…3s", "delete 1", "report ended #1 cancelled",
        "reply done", "arm point 33s",
      ])
    core.at(4, .register("mail.sync", on: 1, process: core.process(1)), gives: ["reply registered r1 mail"])
  }

  @Test("R20: a delivered run is told to stop with the reason, and ends as cancelled however it ends")
  func r20Delivered() {
    for event in [0, 1, 2] {
      var core = CoreHarness.delivered(.handled("mail.sync") { $0.repeatEvery = .hours(1) })
      core.at(
        3, .cancel("mail.sync"),
        gives: [
          "warn #1 cancelled in 5s on c1", "report expiring #1 because cancelled in 5s",
          "put #1 mail.sync because cancelled", "reply done", "arm point 8s",
        ])
      // It completes, goes away, or does nothing.
      let last = [Event.complete(core.run(1), success: false), .disconnected(1), .timer][event]
      let lines = core.take(last, at: 8)
      #expect(lines.first { $0.hasPrefix("put #1") }?.contains("cancelled") == true, "\(lines)")
      #expect(core.scheduler.runningCount == 0 && core.store.tasks.isEmpty)
    }
  }

  @Test("R21: a task whose program is being started is launching, then running, and not pending")
  func r21() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(Self.mail), at: 0)
    #expect(core.scheduler.pendingCount == 0)
    #expect(core.scheduler.task("mail.sync", of: 1000)?.state == .launching)
    core.take(.register("mail.sync", on: 1), at: 1)
    #expect(core.scheduler.task("mail.sync", of: 1000)?.state == .launching)
    core.take(.runStarted(core.run(1)), at: 1)
    #expect(core.scheduler.task("mail.sync", of: 1000)?.state == .running)
    core.take(.timer, at: 31)
    #expect(core.scheduler.task("mail.sync", of: 1000)?.state == .expiring)
  }

  @Test("R33: tasks that are due together share one start of the program, each with a limit of its own")
  func r33() {
    var core = CoreHarness(configuration: .served)
    let requests = [Self.mail, .handled("mail.index") { $0.runtimeLimit = .seconds(20) }]
    core.at(
      0, .submitBatch(requests),
      gives: [
        "put 1 mail.sync with payload", "report submitted 1 mail.sync waiting",
        "put 2 mail.index with payload", "report submitted 2 mail.index waiting", "put 1 mail.sync in #1",
        "put #1 mail.sync", "start p1 mail", "report launching #1", "put 2 mail.index in #2",
        "put #2 mail.index", "report launching #2", "arm point 20s",
        "reply 1 mail.sync launching, 2 mail.index launching",
      ])
    core.at(
      2, .register("mail.sync", "mail.index", on: 1, process: core.process(1)),
      gives: [
        "reply registered r1 mail", "deliver #1 mail.sync for 30s and 5s to c1",
        "deliver #2 mail.index for 20s and 5s to c1", "arm never",
      ])
    core.take(.runStarted(core.run(1)), at: 2)
    core.at(3, .runStarted(core.run(2)), gives: ["report running #2", "arm point 23s"])
    core.at(
      23, .timer,
      gives: [
        "warn #2 runtimeLimit in 5s on c1", "report expiring #2 because runtimeLimit in 5s",
        "put #2 mail.index because runtimeLimit", "arm point 28s",
      ])
    core.at(
      24, .complete(core.run(2)),
      gives: [
        "put #2 mail.index expired success because runtimeLimit 0s…24s", "delete 2",
        "report ended #2 expired", "reply done", "arm point 32s",
      ])
    core.at(
      32, .timer,
      gives: [
        "warn #1 runtimeLimit in 5s on c1", "report expiring #1 because runtimeLimit in 5s",
        "put #1 mail.sync because runtimeLimit", "arm point 37s",
      ])
  }

  @Test("R34: a program that goes on without a word keeps its run until its time is up")
  func r34() {
    var core = CoreHarness.delivered(Self.mail)
    core.at(29, .timer, gives: ["arm point 30s"])
    core.at(
      30, .timer,
      gives: [
        "warn #1 runtimeLimit in 5s on c1", "report expiring #1 because runtimeLimit in 5s",
        "put #1 mail.sync because runtimeLimit", "arm point 35s",
      ])
  }

  @Test(
    "R37: a budget is charged for the time at the program, not for the start of it nor for starts that failed"
  )
  func r37() {
    let configuration = SchedulerConfiguration.served.with {
      $0.runtimeBudgetPerHour = .seconds(100)
      $0.launchRetry = .seconds(1)
    }
    var core = CoreHarness(configuration: configuration)
    core.take(.submit(.handled("mail.sync") { $0.retry = Retry(backoff: .linear, initial: .zero) }), at: 0)
    core.take(.timer, at: 20)
    core.take(.runEnded(core.process(1), .signal("SIGKILL")), at: 20)
    core.take(.timer, at: 21)
    core.take(.register("mail.sync", "mail.index", on: 1, process: core.process(2)), at: 31)
    core.take(.runStarted(core.run(2)), at: 31)
    core.take(.complete(core.run(2)), at: 41)
    core.take(.submit(.handled("mail.index") { $0.runtimeLimit = .seconds(90) }), at: 41)
    // 10 s were used, so it may begin.
    #expect(core.scheduler.runningCount == 1)
    core.take(.complete(core.run(3)), at: 41 + 83)
    core.take(.submit(.handled("mail.index")), at: 125)
    #expect(core.reasons("mail.index", at: 125) == ["budget"])
  }

  @Test("R37: a refresh that is delivered keeps its distance from the one before")
  func r37Spacing() {
    var core = CoreHarness.delivered(
      Self.mail, configuration: .served.with { $0.refreshSpacing = .minutes(5) })
    core.take(.complete(core.run(1)), at: 1)
    core.at(
      2, .submit(Self.mail),
      gives: [
        "put 2 mail.sync with payload", "report submitted 2 mail.sync waiting waits for spacing",
        "arm point 300s", "reply submitted 2 mail.sync waiting",
      ])
    core.at(
      300, .timer,
      gives: [
        "put use mail refreshed 300s", "put 2 mail.sync in #2", "put #2 mail.sync",
        "deliver #2 mail.sync for 30s and 5s to c1",
        "report launching #2", "arm never",
      ])
  }

  @Test("R38: a connection that is lost interrupts its run, which is tried again with back-off, bounded")
  func r38() {
    var core = CoreHarness.delivered(
      .handled("mail.sync") { $0.retry = Retry(initial: .seconds(2), maximumAttempts: 2) })
    core.at(
      5, .disconnected(1),
      gives: [
        "put #1 mail.sync interrupted because vanished 0s…5s", "put 1 mail.sync attempt 2 not before 7s",
        "report ended #1 interrupted next 7s", "arm point 7s",
      ])
    core.at(6, .disconnected(1), gives: [])
    core.take(.register("mail.sync", on: 2), at: 6)
    core.at(
      7, .timer,
      gives: [
        "put 1 mail.sync attempt 2 not before 7s in #2", "put #2 mail.sync attempt 2",
        "deliver #2 mail.sync for 30s and 5s to c2", "report launching #2", "arm never",
      ])
    core.at(
      8, .disconnected(2),
      gives: [
        "put #2 mail.sync attempt 2 interrupted because vanished 7s…8s", "report gave up #2 after 2",
        "delete 1", "report ended #2 interrupted",
      ])
  }

  @Test(
    "R38: a process of ours that dies interrupts its runs once: its end or its connection's is seen first"
  )
  func r38Process() {
    for isProcessFirst in [true, false] {
      var core = CoreHarness.started(Self.mail)
      let end = Event.runEnded(core.process(1), .signal("SIGSEGV"))
      let events = isProcessFirst ? [end, .disconnected(1)] : [.disconnected(1), end]
      let first = core.take(events[0], at: 5)
      #expect(
        first == [
          "put #1 mail.sync interrupted because vanished 0s…5s", "put 1 mail.sync attempt 2 not before 35s",
          "report ended #1 interrupted next 35s", "arm point 35s",
        ])
      core.at(5, events[1], gives: [])
      #expect(core.scheduler.tables.processes.isEmpty && core.scheduler.tables.registrations.isEmpty)
    }
  }

  @Test("R40: the reason comes with the warning: a loss, the limit, a cancellation, a simulation")
  func r40() {
    let cases: [(Event, Double, String)] = [
      (.conditions([.powerSource(.battery)]), 3, "externalPower"), (.timer, 30, "runtimeLimit"),
      (.cancel("mail.sync"), 3, "cancelled"),
      (.call(.simulateExpiration(identifier: "mail.sync")), 3, "simulated"),
      (.conditions([.flag(.lowPowerMode, true)]), 3, "lowPowerMode"),
    ]
    for (event, moment, code) in cases {
      var core = CoreHarness.delivered(.handled("mail.sync") { $0.requirements = .externalPower })
      let lines = core.take(event, at: moment)
      #expect(lines.directives.first == "warn #1 \(code) in 5s on c1")
      #expect(lines.contains("report expiring #1 because \(code) in 5s"))
      // Once, whatever else comes up.
      #expect(!core.take(.conditions([.network(.none)]), at: moment + 1).contains { $0.hasPrefix("warn") })
      let ended = core.take(.complete(core.run(1), success: false), at: moment + 2)
      let outcome = code == "cancelled" ? "cancelled" : "expired"
      #expect(ended.first?.contains("\(outcome) failure because \(code)") == true)
    }
  }

  @Test(
    "R41: a process of ours that does not stop in its grace is killed with its runs, which are tried again"
  )
  func r41() {
    var core = CoreHarness.started(.handled("mail.sync") { $0.retry = Retry() })
    core.take(.addIdentifiers(["mail.index"], to: core.registration(1)), at: 1)
    core.take(.submit(.handled("mail.index")), at: 20)
    core.take(.runStarted(core.run(2)), at: 20)
    core.at(
      30, .timer,
      gives: [
        "warn #1 runtimeLimit in 5s on c1", "report expiring #1 because runtimeLimit in 5s",
        "put #1 mail.sync because runtimeLimit", "arm point 35s",
      ])
    core.at(35, .timer, gives: ["kill p1", "report killing #1", "arm point 50s"])
    core.at(
      36, .runEnded(core.process(1), .signal("SIGKILL")),
      gives: [
        "put #1 mail.sync killed because runtimeLimit 0s…36s", "put 1 mail.sync attempt 2 not before 66s",
        "report ended #1 killed next 66s", "put #2 mail.index interrupted because vanished 20s…36s",
        "put 2 mail.index attempt 2 not before 66s", "report ended #2 interrupted next 66s", "arm point 66s",
      ])
    core.at(36, .disconnected(1), gives: [])
  }

  @Test(
    "R41: a process that was not ours loses the run and lives on; what it says of the run later is refused")
  func r41Foreign() {
    var core = CoreHarness.delivered(Self.mail)
    core.take(.timer, at: 30)
    core.at(
      35, .timer,
      gives: [
        "report killing #1", "put #1 mail.sync killed because runtimeLimit 0s…35s", "delete 1",
        "report ended #1 killed", "arm never",
      ])
    core.at(36, .complete(core.run(1)), gives: ["reply noSuchRun #1"])
    core.at(
      36, .call(.reportProgress(core.run(1), Progress(completedUnitCount: 1, totalUnitCount: 2))),
      gives: ["reply noSuchRun #1"])
    // It is still the one that handles the identifier.
    core.at(
      37, .submit(Self.mail),
      gives: [
        "put 2 mail.sync with payload", "report submitted 2 mail.sync waiting", "put 2 mail.sync in #2",
        "put #2 mail.sync", "deliver #2 mail.sync for 30s and 5s to c1", "report launching #2",
        "reply submitted 2 mail.sync launching",
      ])
  }

  @Test("R41: a run that completes between the kill and the end of its process was killed, and is ended once")
  func r41Late() {
    var core = CoreHarness.started(Self.mail)
    core.take(.timer, at: 30)
    core.take(.timer, at: 35)
    core.at(
      36, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync killed success because runtimeLimit 0s…36s", "delete 1", "report ended #1 killed",
        "reply done",
      ])
    core.at(36, .runEnded(core.process(1), .signal("SIGKILL")), gives: [])
  }

  @Test("R44: failure that is reported is not tried again, unless the request says so")
  func r44() {
    for (retry, after) in [
      (nil, "delete 1"), (Retry(initial: .seconds(7)), "put 1 mail.sync attempt 2 not before 12s"),
    ]
      as [(Retry?, String)]
    {
      var core = CoreHarness.delivered(.handled("mail.sync") { $0.retry = retry })
      #expect(core.take(.complete(core.run(1), success: false), at: 5).dropFirst().first == after)
    }
  }

  @Test(
    "R45: the first report of a delivered run's end counts; for the second and for others there is no run"
  )
  func r45() {
    var core = CoreHarness.delivered(Self.mail)
    core.at(1, .complete(core.run(1), success: false, uid: 1001), gives: ["reply noSuchRun #1"])
    core.at(
      2, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync completed success 0s…2s", "delete 1", "report ended #1 completed", "reply done",
        "arm never",
      ])
    core.at(3, .complete(core.run(1), success: false), gives: ["reply noSuchRun #1"])
  }

  @Test(
    "Two programs that handle an identifier: the newest gets the launch, the older the next when that goes"
  )
  func twoConnections() {
    var core = CoreHarness.connected("mail.sync")
    core.take(.register("mail.sync", on: 3), at: 0)
    // The number says which is newer, not the order in which they register.
    core.take(.register("mail.sync", on: 2), at: 0)
    core.take(.register("mail.sync", on: 9, uid: 1001), at: 0)
    core.take(.submit(.handled("mail.sync") { $0.retry = Retry(backoff: .linear, initial: .zero) }), at: 1)
    core.take(.runStarted(core.run(1)), at: 1)
    core.at(2, .disconnected(2), gives: [])
    core.at(
      3, .disconnected(3),
      gives: [
        "put #1 mail.sync interrupted because vanished 1s…3s", "put 1 mail.sync attempt 2 not before 3s",
        "report ended #1 interrupted next 3s", "put 1 mail.sync attempt 2 not before 3s in #2",
        "put #2 mail.sync attempt 2", "deliver #2 mail.sync for 30s and 5s to c1", "report launching #2",
        "arm never",
      ])
    core.take(.runStarted(core.run(2)), at: 3)
    // A newer one does not take a run from the older.
    core.at(4, .register("mail.sync", on: 4), gives: ["reply registered r5 mail"])
    core.at(
      5, .disconnected(1),
      gives: [
        "put #2 mail.sync attempt 2 interrupted because vanished 3s…5s",
        "put 1 mail.sync attempt 3 not before 5s", "report ended #2 interrupted next 5s",
        "put 1 mail.sync attempt 3 not before 5s in #3", "put #3 mail.sync attempt 3",
        "deliver #3 mail.sync for 30s and 5s to c4", "report launching #3", "arm never",
      ])
  }

  @Test("What is submitted while a delivered run of it goes on is delivered after it")
  func behind() {
    var core = CoreHarness.delivered(Self.mail)
    core.take(.submit(Self.mail), at: 1)
    #expect(core.reasons("mail.sync", at: 1) == ["alreadyRunning"])
    core.at(
      5, .complete(core.run(1)),
      gives: [
        "put #1 mail.sync completed success 0s…5s", "delete 1", "report ended #1 completed", "reply done",
        "put 2 mail.sync in #2", "put #2 mail.sync", "deliver #2 mail.sync for 30s and 5s to c1",
        "report launching #2", "arm never",
      ])
  }

  @Test("A run whose conditions are lost while its program starts is put off, and was not its launch")
  func lostWhileAwaited() {
    var core = CoreHarness(configuration: .served, conditions: [.powerSource(.external)])
    core.take(.submit(.handled("mail.sync") { $0.requirements = .externalPower }), at: 0)
    core.at(
      3, .conditions([.powerSource(.battery)]),
      gives: [
        "put #1 mail.sync interrupted because externalPower 0s…3s",
        "put 1 mail.sync attempt 2 not before 33s", "report ended #1 interrupted next 33s",
        "report conditions unmet externalPower", "arm point 33s",
      ])
  }

  @Test("A delivery that cannot be made because its request is gone ends the run")
  func undeliverable() {
    var core = CoreHarness.connected("mail.sync")
    core.take(.submit(Self.mail), at: 0)
    core.at(
      0, .launchFailed(core.run(1), message: "gone", isPassing: false),
      gives: [
        "put #1 mail.sync launchFailed because launchFailed 0s…0s",
        "put 1 mail.sync attempt 2 not before 30s", "report ended #1 launchFailed next 30s", "arm point 30s",
      ])
  }
}
