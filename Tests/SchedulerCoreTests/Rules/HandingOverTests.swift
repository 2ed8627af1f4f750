import Testing

@testable import SchedulerCore

@Suite("Programs that go on without the daemon")
struct HandingOverTests {
  private static func running(_ change: (inout TaskRequest) -> Void = { _ in }) -> CoreHarness {
    RunningRules.running(
      .command("a", change), configuration: .plain.with { $0.programsAreUnits = true })
  }

  @Test("A daemon that hands over tells nobody to stop, starts nothing more, and may end at once")
  func leaves() {
    var core = Self.running()
    core.at(5, .handOver, gives: ["ready to exit"])
    core.at(6, .submit(.command("b")), gives: ["reply unavailable"])
    core.at(7, .handOver, gives: [])
  }

  @Test("A run that came to its end meanwhile is recorded as it went, whatever has been lost since")
  func ended() {
    for (exit, row) in [
      (Exit.status(0), "completed success exit 0 0s…40s"),
      (.status(3), "completed failure exit 3 because exitStatus 0s…40s"),
      (.outOfMemory, "interrupted SIGKILL because outOfMemory 0s…40s"),
    ] {
      var core = Self.running { $0.requirements = .externalPower }.restarted()
      // It is long over its limit of 30 s as well.
      core.take(.conditions([.powerSource(.battery)]), at: 100)
      let end = ProgramEnd(exit: exit, ended: .at(40))
      let given = core.take(.started(sameBoot: true, surviving: [], ended: [core.run(1): end]), at: 100)
      #expect(given.first?.hasPrefix("put #1 a \(row)") == true, "\(given)")
      #expect(!given.contains { $0.hasPrefix("expire") })
    }
  }

  @Test("A date that cannot be is not believed")
  func datedWrong() {
    for (date, row) in [(-50.0, "0s…0s"), (500, "0s…100s")] {
      var core = Self.running().restarted()
      let end = ProgramEnd(exit: .status(0), ended: .at(date))
      let given = core.take(.started(sameBoot: true, surviving: [], ended: [core.run(1): end]), at: 100)
      #expect(given.first == "put #1 a completed success exit 0 \(row)", "\(given)")
    }
  }

  @Test("What it was told before the daemon went away is why it ended, or what it is told again")
  func told() {
    var core = Self.running()
    core.take(.call(.simulateExpiration(identifier: "a"), uid: 1000), at: 5)
    var alive = core.restarted()
    #expect(
      alive.start(at: 7, surviving: [core.run(1)]).directives.prefix(2) == [
        "thaw #1", "expire #1 simulated in 5s",
      ])
    for (exit, outcome) in [(Exit.signal("SIGTERM"), "expired"), (.signal("SIGKILL"), "killed")] {
      var dead = core.restarted()
      let end = ProgramEnd(exit: exit, ended: nil)
      let given = dead.take(.started(sameBoot: true, surviving: [], ended: [core.run(1): end]), at: 7)
      #expect(given.first?.hasPrefix("put #1 a \(outcome) ") == true, "\(given)")
    }
  }

  @Test("Existing units are started for whoever owns them only, and only where there is a service manager")
  func units() {
    let cases: [(UnitStarters, uid: UInt32, String)] = [
      (.nobody, 1000, "reply unavailable"), (.privileged, 1000, "reply permissionDenied"),
      (.privileged, 0, ""), (.owner, 1000, ""),
    ]
    for (starters, uid, answer) in cases {
      var core = CoreHarness(configuration: .plain.with { $0.unitStarters = starters })
      let submission = Submission(request: .command("a"), payload: [1], unit: "backup.service")
      let given = core.take(.call(.submit(submission), uid: uid), at: 0)
      if answer.isEmpty {
        #expect(given.contains { $0.hasPrefix("launch #1") }, "\(given)")
      } else {
        #expect(given.contains(answer), "\(given)")
      }
    }
  }

  @Test("A manifest's unit is started for whoever a request's would be, and what waits says why it is not")
  func manifestUnits() {
    let cases: [(UnitStarters, uid: UInt32, String?)] = [
      (.nobody, 1000, "this daemon has no service manager to start mail.service"),
      (
        .privileged, 1000,
        "the manifest of mail names mail.service, and units of the system are started for root only"
      ),
      (.privileged, 0, nil), (.owner, 1000, nil),
    ]
    for (starters, uid, obstacle) in cases {
      let rules = SchedulerConfiguration.served.with {
        $0.unitStarters = starters
        $0.applications[0].unit = "mail.service"
      }
      var core = CoreHarness(configuration: rules)
      let given = core.take(.submit(.handled("mail.sync"), uid: uid), at: 0)
      if let obstacle {
        #expect(given == ["reply notPermitted mail.sync"], "\(given)")
        // What was accepted before the manifest said so waits, whoever else may have it started.
        var earlier = CoreHarness(configuration: .served, conditions: [.powerSource(.battery)])
        earlier.take(.submit(.handled("mail.sync") { $0.requirements = .externalPower }, uid: uid), at: 0)
        earlier.take(.configurationChanged(rules), at: 1)
        earlier.take(.conditions([.powerSource(.external)]), at: 2)
        #expect(earlier.scheduler.runningCount == 0)
        let reason = earlier.explanation("mail.sync", uid: uid, at: 2)?.reasons.first
        #expect(reason?.code == .noHandler)
        #expect(reason?.message == "no program that handles it is running, and \(obstacle)")
        // Not even by hand.
        let asked = Call.simulateLaunch(identifier: "mail.sync")
        #expect(earlier.take(.call(asked, uid: uid), at: 3) == ["reply unavailable"])
      } else {
        #expect(given.contains { $0.hasPrefix("start p1 mail") }, "\(given)")
      }
    }
  }
}
