import Testing

@testable import SchedulerCore

@Suite("The disk takes nothing")
struct StoreFailureTests {
  /// One run that works, one task that could start as soon as there is room, one that waits for a date.
  static func busy() -> CoreHarness {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.command("a") { $0.retry = Retry() }), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    core.take(.submit(.command("b")), at: 0)
    core.take(.submit(.command("c") { $0.earliestBegin = .at(60) }), at: 0)
    return core
  }

  @Test("rollBack restores everything: what is known, and what follows from the next events")
  func rollBack() {
    let run = Self.busy().run(1)
    let batches: [[Event]] = [
      [.submit(.command("d"))], [.submit(.command("b")), .submit(.command("c"))], [.cancel("b")],
      [.cancel("a")],
      [.call(.cancelAll)], [.runEnded(run, .status(0))], [.runEnded(run, .status(1)), .timer],
      [.launchFailed(run, message: "", isPassing: false)], [.call(.simulateLaunch(identifier: "c"))],
      [.call(.simulateExpiration(identifier: "a"))], [.call(.complete(run, success: false))],
      [.call(.reportProgress(run, Progress(completedUnitCount: 1, totalUnitCount: 2)))],
      [.conditions([.powerSource(.battery), .batteryPercent(3)])],
      [.configurationChanged(SchedulerConfiguration.eager)],
      [
        .configurationChanged(.plain.with { $0.maximumConcurrentRunsPerUser = 1 }),
        .runEnded(run, .status(0)),
      ],
      [.shutdown], [.resumed], [.clockChanged],
    ]
    for batch in batches {
      let core = Self.busy()
      let untouched = core.scheduler
      var scheduler = core.scheduler
      for event in batch { _ = scheduler.handle(event, at: core.moment(90)) }
      scheduler.rollBack()
      #expect(scheduler.portrait == untouched.portrait, "after \(batch)")
      var twin = untouched
      for event in [Event.timer, .runEnded(run, .status(75)), .submit(.command("e")), .timer] {
        #expect(scheduler.handle(event, at: core.moment(91)) == twin.handle(event, at: core.moment(91)))
      }
    }
  }

  @Test("What was seen in a batch that is taken back was not: what has held for long enough still has")
  func heldFor() throws {
    var core = CoreHarness(conditions: [.flag(.idle, true)])
    core.take(.submit(try .command("a", "idle for 30s", while: "idle for 30s")), at: 0)
    core.take(.timer, at: 31)
    core.take(.runStarted(core.run(1)), at: 31)
    var scheduler = core.scheduler
    let seen = scheduler.handle(.conditions([.flag(.idle, false)]), at: core.moment(40))
    #expect(seen.directives.contains { if case .expire = $0 { true } else { false } })
    scheduler.rollBack()
    let failed = scheduler.handle(.storeFailed(cause: "full"), at: core.moment(40))
    #expect(!failed.directives.contains { if case .expire = $0 { true } else { false } })
  }

  /// A run with a process, one that waits for another process, an application in use and one that fails to
  /// start.
  static func served() -> CoreHarness {
    var core = CoreHarness.started(.handled("mail.sync"))
    core.take(.submit(.handled("mail.later") { $0.earliestBegin = .at(80) }), at: 0)
    core.take(.submit(.handled("photos.scan"), uid: 1001), at: 85)
    core.take(.submit(.handled("photos.scan")), at: 0)
    core.take(.launchFailed(core.process(3), message: "", isPassing: false), at: 1)
    core.take(.isNow(.active, "mail", on: 7, uid: 1002), at: 2)
    return core
  }

  @Test("rollBack restores registrations, processes, applications in use and failed starts")
  func rollBackApplications() {
    let core = Self.served()
    let (first, second) = (core.process(1), core.process(2))
    let batches: [[Event]] = [
      [.register("mail.a", "mail.later", on: 2)],
      [.register("photos.scan", on: 2, uid: 1001, process: second)],
      [.register("photos.scan", on: 2, runs: [core.run(1)])],
      [.addIdentifiers(["mail.sync", "mail.a", "mail.b"], to: core.registration(1)), .disconnected(1)],
      [.disconnected(1)], [.disconnected(7)], [.isNow(.background, "mail", on: 7, uid: 1002)],
      [.isNow(.active, "mail", on: 1), .timer], [.runEnded(first, .unknown)],
      [.runEnded(second, .status(1)), .disconnected(1), .runEnded(first, .unknown), .timer],
      [.launchFailed(second, message: "", isPassing: true)], [.complete(core.run(1)), .timer],
      [.cancel("photos.scan", uid: 1001), .timer], [.configurationChanged(.plain), .timer],
      [
        .register("mail.later", on: 1), .register("mail.later", on: 3, runs: [core.run(1)]), .disconnected(3),
      ],
    ]
    for batch in batches {
      let untouched = core.scheduler
      var scheduler = core.scheduler
      for event in batch { _ = scheduler.handle(event, at: core.moment(90)) }
      #expect(scheduler.portrait != untouched.portrait)
      scheduler.rollBack()
      #expect(scheduler.portrait == untouched.portrait, "after \(batch)")
      var twin = untouched
      for event in batch + [.timer] {
        #expect(scheduler.handle(event, at: core.moment(91)) == twin.handle(event, at: core.moment(91)))
      }
    }
  }

  @Test(
    "While the disk takes nothing programs come and go, recorded runs are delivered, and ends are kept"
  )
  func applications() {
    var core = LaunchOnDemandTests.starting()
    core.take(.storeFailed(cause: "full"), at: 1)
    core.at(
      2, .register("mail.sync", on: 1, process: core.process(1)),
      gives: ["reply registered r1 mail", "deliver #1 mail.sync for 30s and 5s to c1", "arm never"])
    // Only the promise cannot be made: a crash before the disk works again would forget it.
    core.at(
      3, .complete(core.run(1)), gives: ["reply unavailable", "arm point 33s"])
    core.at(4, .complete(core.run(1)), gives: ["reply noSuchRun #1"])
    core.at(4, .disconnected(1), gives: [])
    core.at(
      9, .storeRecovered,
      gives: [
        "report store recovered", "put #1 mail.sync completed success 0s…3s", "delete 1",
        "report ended #1 completed", "arm point 33s",
      ])
  }

  @Test(
    "Requests are refused, runs are stopped, ends are kept, nothing is launched; then it recovers"
  )
  func failure() {
    var core = Self.busy()
    core.fail(.submit(.command("d")), at: 1)
    core.at(
      1, .storeFailed(cause: "No space left on device"),
      gives: ["report store failed: No space left on device"])
    core.at(1, .submit(.command("d")), gives: ["reply unavailable"])
    core.at(1, .submitBatch([.command("d"), .command("e")]), gives: ["reply unavailable, unavailable"])
    core.at(2, .cancel("b"), gives: ["reply unavailable"])
    core.at(2, .call(.simulateLaunch(identifier: "c")), gives: ["reply unavailable"])
    core.at(2, .call(.complete(core.run(1), success: true)), gives: ["reply unavailable"])
    #expect(core.reasons("b", at: 2) == ["storeUnavailable", "concurrency"])
    core.at(3, .runEnded(core.run(1), .status(1)), gives: ["arm date 60s"])
    #expect(core.scheduler.runningCount == 0)
    #expect(core.reasons("a", at: 3) == ["storeUnavailable"])
    core.at(4, .runEnded(core.run(1), .status(0)), gives: [])
    core.at(5, .cancel("a"), gives: ["reply unavailable"])
    core.at(60, .timer, gives: ["arm never"])
    core.at(
      61, .storeRecovered,
      gives: [
        "report store recovered", "put #1 a completed failure exit 1 because exitStatus 0s…3s",
        "put 1 a attempt 2 not before 33s", "report ended #1 completed next 33s",
        "put 1 a attempt 2 not before 33s in #2", "put #2 a attempt 2",
        "launch #2 a for 30s and 5s", "report launching #2", "arm never",
      ])
    core.at(61, .storeRecovered, gives: [])
  }

  @Test(
    "Cancelling a run stops it though no restart would know of it: the run may be what fills the disk"
  )
  func cancelRun() {
    for call in [Call.cancel(identifier: "a"), .cancelAll] {
      var core = Self.busy()
      core.take(.storeFailed(cause: "full"), at: 1)
      core.at(
        1, .call(call),
        gives: [
          "expire #1 cancelled in 5s", "report expiring #1 because cancelled in 5s",
          "reply unavailable", "arm date 60s point 6s",
        ])
      #expect(core.scheduler.task("b", of: 1000)?.state == .waiting)
      core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 2)
      let recovered = core.take(.storeRecovered, at: 3)
      #expect(recovered.directives.first == "report store recovered")
      #expect(
        recovered.changes.starts(with: ["put #1 a cancelled SIGTERM because cancelled 0s…2s", "delete 1"]))
    }
  }

  @Test(
    "Deadlines that pass while the disk is full are taken in when it works again, and wake nobody meanwhile")
  func deadlines() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    for (name, policy) in [("drop", DeadlinePolicy.drop), ("run", .run), ("wait", .wait)] {
      core.take(
        .submit(
          .command(name) {
            $0.requirements = .externalPower
            $0.deadline = .at(60)
            $0.onDeadline = policy
          }), at: 0)
    }
    core.at(1, .storeFailed(cause: "full"), gives: ["report store failed: full", "arm never"])
    core.at(90, .timer, gives: ["arm never"])
    core.at(
      91, .storeRecovered,
      gives: [
        "report store recovered", "put #1 drop missed because externalPower 91s…91s", "delete 1",
        "report ended #1 missed", "put 2 run until 60s overdue", "report overdue 2 run",
        "put 3 wait until 60s overdue", "report overdue 3 wait waits for externalPower",
        "put 2 run until 60s overdue in #2", "put #2 run", "launch #2 run for 30s and 5s",
        "report launching #2",
        "arm never",
      ])
  }

  @Test("When the first commit fails after the disk seemed to work, what ended is still known and not lost")
  func notYet() {
    var core = Self.busy()
    core.take(.storeFailed(cause: "full"), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    let before = core.scheduler.portrait
    core.fail(.storeRecovered, at: 3)
    #expect(core.scheduler.portrait == before)
    #expect(core.scheduler.storeFailure == "full")
    core.at(
      4, .storeRecovered,
      gives: [
        "report store recovered", "put #1 a completed success exit 0 0s…2s", "delete 1",
        "report ended #1 completed", "put 2 b in #2", "put #2 b", "launch #2 b for 30s and 5s",
        "report launching #2", "arm date 60s",
      ])
  }

  @Test("What ended while the disk took nothing is recorded in that order, each as of its own moment")
  func order() {
    var core = CoreHarness()
    for name in ["a", "b", "c"] {
      core.take(.submit(.command(name)), at: 0)
      core.take(.runStarted(core.scheduler.activeRuns.last?.id ?? RunID("none")), at: 0)
    }
    core.take(.storeFailed(cause: "full"), at: 1)
    core.take(.runEnded(core.run(3), .status(0)), at: 2)
    core.take(.runEnded(core.run(1), .status(0)), at: 3)
    // The other works on, and is told to stop although nothing can be recorded.
    core.at(
      30, .timer,
      gives: [
        "expire #2 runtimeLimit in 5s", "report expiring #2 because runtimeLimit in 5s", "arm point 35s",
      ])
    core.at(
      31, .storeRecovered,
      gives: [
        "report store recovered", "put #2 b because runtimeLimit",
        "put #3 c completed success exit 0 0s…2s", "delete 3", "report ended #3 completed",
        "put #1 a completed success exit 0 0s…3s", "delete 1", "report ended #1 completed",
        "arm point 35s",
      ])
  }

  @Test("A daemon that is told to end while the disk takes nothing does not wait for records")
  func shutdown() {
    var core = Self.busy()
    core.take(.storeFailed(cause: "full"), at: 1)
    core.take(.shutdown, at: 2)
    core.at(3, .runEnded(core.run(1), .status(0)), gives: ["ready to exit", "arm date 60s"])
  }

  @Test("A second failure with another cause is reported, the same one is not")
  func causes() {
    var core = CoreHarness()
    core.take(.storeFailed(cause: "full"), at: 0)
    core.at(1, .storeFailed(cause: "full"), gives: [])
    core.at(2, .storeFailed(cause: "I/O error"), gives: ["report store failed: I/O error"])
    #expect(core.scheduler.storeFailure == "I/O error")
  }
}
