import Testing

@testable import SchedulerCore

@Suite("Running")
struct RunningRules {
  /// A run of task `a` that works since moment 0.
  static func running(
    _ request: TaskRequest, configuration: SchedulerConfiguration = .plain, conditions: [ConditionChange] = []
  ) -> CoreHarness {
    var core = CoreHarness(configuration: configuration, conditions: conditions)
    core.take(.submit(request), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    return core
  }

  @Test("R30: a refresh is told to stop after 30 s, counted from when its program runs")
  func r30() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    core.at(4, .runStarted(core.run(1)), gives: ["report running #1", "arm point 34s"])
    core.at(33, .timer, gives: ["arm point 34s"])
    core.at(
      34, .timer,
      gives: [
        "expire #1 runtimeLimit in 5s", "report expiring #1 because runtimeLimit in 5s",
        "put #1 a because runtimeLimit", "arm point 39s",
      ])
  }

  @Test(
    "R31: processing has ten minutes, or what it asks for up to the limit; it wants an idle machine"
  )
  func r31() {
    let cases: [(request: TaskRequest, limit: String)] = [
      (.processing("a"), "600s"), (.processing("a") { $0.runtimeLimit = .hours(2) }, "7200s"),
      (.processing("a") { $0.runtimeLimit = .seconds(1) }, "1s"),
      (.command("a") { $0.runtimeLimit = .minutes(2) }, "120s"),
    ]
    for (request, limit) in cases {
      var core = CoreHarness(conditions: [.flag(.idle, true)])
      core.at(
        0, .submit(request),
        gives: [
          "put 1 a with payload", "report submitted 1 a waiting", "put 1 a in #1", "put #1 a",
          "launch #1 a for \(limit) and 5s", "report launching #1", "reply submitted 1 a launching",
        ])
    }
    for (requiresIdle, byDefault, reasons) in [
      (nil, true, ["idle"]), (nil, false, []), (false, true, []), (true, false, ["idle"]),
    ] as [(Bool?, Bool, [String])] {
      let configuration = SchedulerConfiguration.plain.with { $0.processingRequiresIdle = byDefault }
      var core = CoreHarness(configuration: configuration, conditions: [.flag(.idle, false)])
      core.take(.submit(.processing("a") { $0.requiresIdle = requiresIdle }), at: 0)
      #expect(core.reasons("a", at: 0) == reasons)
    }
  }

  @Test("R31: processing is told to stop when the person comes back")
  func r31Idle() {
    var core = Self.running(.processing("a"), conditions: [.flag(.idle, true)])
    core.at(
      9, .conditions([.flag(.idle, false)]),
      gives: [
        "expire #1 idle in 5s", "report expiring #1 because idle in 5s", "put #1 a because idle",
        "report conditions unmet idle", "arm point 14s",
      ])
  }

  /// Every requirement with a state of the machine that meets it and one that does not.
  static let requirements:
    [(requirement: Requirements, code: String, met: [ConditionChange], unmet: [ConditionChange])] = [
      (.network, "network", [.network(.metered)], [.network(.none)]),
      (.unmeteredNetwork, "unmeteredNetwork", [.network(.unmetered)], [.network(.metered)]),
      (.externalPower, "externalPower", [.powerSource(.external)], [.powerSource(.battery)]),
      (.idle, "idle", [.flag(.idle, true)], [.flag(.idle, false)]),
      (
        .batteryNotLow, "batteryNotLow", [.powerSource(.battery), .batteryPercent(21)],
        [.powerSource(.battery), .batteryPercent(20)]
      ),
      (.storageNotLow, "storageNotLow", [.flag(.storageLow, false)], [.flag(.storageLow, true)]),
    ]

  @Test("R32: each requirement keeps a task waiting, stops its run when it is lost, and unknown never blocks")
  func r32() {
    for (requirement, code, met, unmet) in Self.requirements {
      // Continued work is asked nothing by the rules of its kind, so that the requirement shows alone.
      let request = TaskRequest.continued("a") {
        $0.requirements = requirement
        $0.requiresIdle = requirement == .idle
      }
      // Looking again is another rule.
      var core = CoreHarness(configuration: .plain.with { $0.recheck = .zero }, conditions: unmet)
      core.at(
        0, .submit(request),
        gives: [
          "put 1 a with payload", "report submitted 1 a waiting waits for \(code)",
          "reply submitted 1 a waiting",
        ])
      let after = core.take(.conditions(met), at: 1)
      #expect(after.changes == ["put 1 a in #1", "put #1 a"])
      // The first reports the conditions; the same state may fail another requirement.
      #expect(after.directives.dropFirst() == ["launch #1 a for 86400s and 5s", "report launching #1"])
      core.take(.runStarted(core.run(1)), at: 1)
      let lost = core.take(.conditions(unmet), at: 2)
      #expect(lost.directives.first == "expire #1 \(code) in 5s")

      var unknown = CoreHarness()
      unknown.take(.submit(request), at: 0)
      #expect(unknown.scheduler.runningCount == 1, "\(code)")
    }
  }

  @Test("R32: network is not asked to be unmetered, and no network is not unmetered")
  func r32Network() {
    for (network, reasons) in [
      (NetworkAccess.none, ["unmeteredNetwork"]), (.metered, ["unmeteredNetwork"]), (.unmetered, []),
      (.unknown, []),
    ] {
      var core = CoreHarness(conditions: [.network(network)])
      core.take(.submit(.command("a") { $0.requirements = .unmeteredNetwork }), at: 0)
      #expect(core.reasons("a", at: 0) == reasons)
    }
  }

  @Test(
    "R32: a program that stops for a lost requirement starts anew when it is back, unless it wants no retry")
  func r32Outcome() {
    for (retry, after) in [
      (nil, "put 1 a attempt 2 excused 1 not before 3s"),
      (Retry(maximumAttempts: 1), "put 1 a attempt 2 excused 1 not before 3s"),
      (Retry(backoff: .none), "delete 1"),
    ] as [(Retry?, String)] {
      var core = Self.running(
        .command("a") {
          $0.requirements = .externalPower
          $0.retry = retry
        })
      core.take(.conditions([.powerSource(.battery)]), at: 2)
      let ended = core.take(.runEnded(core.run(1), .status(1)), at: 3)
      #expect(ended.prefix(2) == ["put #1 a expired failure exit 1 because externalPower 0s…3s", after])
    }
  }

  @Test("R32: a program is stopped for a lost requirement as often as that goes, and runs when it is back")
  func r32Again() {
    var core = Self.running(.command("a") { $0.requirements = .externalPower })
    for round in 1...30 {
      let second = Double(round) * 100
      core.take(.conditions([.powerSource(.battery)]), at: second)
      core.take(.runEnded(core.run(round), .signal("SIGTERM")), at: second + 1)
      #expect(core.reasons("a", at: second + 2) == ["externalPower"])
      let back = core.take(.conditions([.powerSource(.external)]), at: second + 3)
      #expect(back.contains { $0.hasPrefix("launch #\(round + 1) a") })
      core.take(.runStarted(core.run(round + 1)), at: second + 4)
    }
    #expect(core.take(.runEnded(core.run(31), .status(0)), at: 4000).contains("report ended #31 completed"))
    #expect(core.scheduler.pendingCount == 0)
  }

  @Test("R32, R44: an application that stops for a lost requirement submits again when it wants to")
  func r32Applications() {
    var core = CoreHarness.delivered(.handled("mail.sync") { $0.requirements = .externalPower })
    core.take(.conditions([.powerSource(.battery)]), at: 2)
    core.take(.complete(core.run(1), success: false), at: 3)
    #expect(core.scheduler.pendingCount == 0)
  }

  @Test(
    "R35: work that can wait stops at a low battery and in low power mode; what a person started does not")
  func r35() {
    let states: [(code: String, changes: [ConditionChange])] = [
      ("batteryNotLow", [.powerSource(.battery), .batteryPercent(20)]),
      ("lowPowerMode", [.flag(.lowPowerMode, true)]),
      ("thermalPressure", [.flag(.thermalPressure, true)]),
      ("memoryPressure", [.flag(.memoryPressure, true)]),
    ]
    for (code, changes) in states {
      for kind in Kind.allCases {
        var core = Self.running(.command("a") { $0.kind = kind })
        core.take(.conditions(changes), at: 2)
        core.take(.submit(.command("b") { $0.kind = kind }), at: 3)
        let isStopped = core.scheduler.task("a", of: 1000)?.state == .expiring
        #expect(isStopped == kind.isDiscretionary, "\(code) \(kind)")
        #expect(core.reasons("b", at: 3) == (kind.isDiscretionary ? [code] : []))
      }
    }
  }

  @Test("R35: a battery is low at and below the administrator's percentage, and never on external power")
  func r35Percent() {
    for (percent, source, reasons) in [
      (31, PowerSource.battery, []), (30, .battery, ["batteryNotLow"]), (30, .external, []),
      (nil, .battery, []),
      (30, .unknown, []),
    ] as [(Int?, PowerSource, [String])] {
      var core = CoreHarness(
        configuration: .plain.with { $0.lowBatteryPercent = 30 },
        conditions: [.powerSource(source), .batteryPercent(percent)])
      core.take(.submit(.command("a")), at: 0)
      #expect(core.reasons("a", at: 0) == reasons)
    }
  }

  @Test(
    "R31, R35: busy processors and disks keep quiet work from starting, and do not stop what may be the cause"
  )
  func pressure() {
    for (code, on, off) in [
      ("cpuPressure", ConditionChange.flag(.cpuPressure, true), ConditionChange.flag(.cpuPressure, false)),
      ("ioPressure", .flag(.ioPressure, true), .flag(.ioPressure, false)),
    ] {
      var core = CoreHarness(conditions: [on])
      core.take(.submit(.processing("a")), at: 0)
      core.take(.submit(.processing("b") { $0.requiresIdle = false }), at: 0)
      #expect(core.reasons("a", at: 0) == [code])
      #expect(core.scheduler.task("b", of: 1000)?.state == .launching)
      core.take(.conditions([off]), at: 1)
      core.take(.runStarted(core.run(2)), at: 1)
      core.at(2, .conditions([on]), gives: ["report conditions unmet \(code)"])
      #expect(core.scheduler.task("a", of: 1000)?.state == .running)
    }
  }

  @Test(
    "R38: a program that dies by a signal nobody sent was interrupted: tried again with back-off, bounded"
  )
  func r38() {
    var core = Self.running(.command("a") { $0.retry = Retry(initial: .seconds(2), maximumAttempts: 2) })
    core.at(
      5, .runEnded(core.run(1), .signal("SIGSEGV")),
      gives: [
        "put #1 a interrupted SIGSEGV because signal 0s…5s", "put 1 a attempt 2 not before 7s",
        "report ended #1 interrupted next 7s", "arm point 7s",
      ])
    core.at(
      7, .timer,
      gives: [
        "put 1 a attempt 2 not before 7s in #2", "put #2 a attempt 2", "launch #2 a for 30s and 5s",
        "report launching #2", "arm never",
      ])
    core.at(
      8, .runEnded(core.run(2), .unknown),
      gives: [
        "put #2 a attempt 2 interrupted because vanished 7s…8s", "report gave up #2 after 2", "delete 1",
        "report ended #2 interrupted",
      ])
  }

  @Test("R40: a run is told the reason once, whatever else comes up before it ends")
  func r40() {
    var core = Self.running(.command("a") { $0.requirements = .externalPower })
    core.at(
      3, .conditions([.powerSource(.battery)]),
      gives: [
        "expire #1 externalPower in 5s", "report expiring #1 because externalPower in 5s",
        "put #1 a because externalPower",
        "report conditions unmet externalPower", "arm point 8s",
      ])
    core.at(
      4, .conditions([.flag(.lowPowerMode, true)]),
      gives: ["report conditions unmet externalPower lowPowerMode"])
    core.at(
      5, .conditions([.powerSource(.external), .flag(.lowPowerMode, false)]), gives: ["report conditions"])
    core.at(
      6, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a expired success exit 0 because externalPower 0s…6s", "delete 1",
        "report ended #1 expired", "arm never",
      ])
  }

  @Test("R41: a run that does not stop within its grace is killed, and its outcome says so")
  func r41() {
    var core = Self.running(.command("a"), configuration: .plain.with { $0.expirationGrace = .seconds(2) })
    core.take(.timer, at: 30)
    core.at(31, .timer, gives: ["arm point 32s"])
    core.at(32, .timer, gives: ["kill #1", "report killing #1", "arm never"])
    core.at(
      33, .runEnded(core.run(1), .signal("SIGKILL")),
      gives: ["put #1 a killed SIGKILL because runtimeLimit 0s…33s", "delete 1", "report ended #1 killed"])
  }

  @Test("R41: without any grace a run is told to stop and killed at once")
  func r41NoGrace() {
    var core = Self.running(.command("a"), configuration: .plain.with { $0.expirationGrace = .zero })
    core.at(
      30, .timer,
      gives: [
        "expire #1 runtimeLimit in 0s", "report expiring #1 because runtimeLimit in 0s",
        "put #1 a because runtimeLimit", "kill #1",
        "report killing #1", "arm never",
      ])
  }

  @Test("R42: a run that expired and ended without a word is not a success")
  func r42() {
    var core = Self.running(.command("a"))
    core.take(.timer, at: 30)
    core.at(
      31, .runEnded(core.run(1), .unknown),
      gives: [
        "put #1 a expired because runtimeLimit 0s…31s", "delete 1", "report ended #1 expired", "arm never",
      ])
  }

  @Test(
    "R44: what reports failure is done with, unless the request carries retry or the program exits with 75"
  )
  func r44() {
    for (retry, exit, after) in [
      (nil, 1, "delete 1"), (nil, 75, "put 1 a attempt 2 not before 35s"),
      (Retry(initial: .seconds(7)), 1, "put 1 a attempt 2 not before 12s"),
      (Retry(initial: .seconds(7)), 75, "put 1 a attempt 2 not before 12s"),
    ] as [(Retry?, Int32, String)] {
      var core = Self.running(.command("a") { $0.retry = retry })
      let ended = core.take(.runEnded(core.run(1), .status(exit)), at: 5)
      #expect(ended.dropFirst().first == after)
    }
    var core = Self.running(.command("a") { $0.retry = Retry(initial: .seconds(7)) })
    core.take(.call(.complete(core.run(1), success: false)), at: 1)
    core.at(
      5, .runEnded(core.run(1), .status(0)),
      gives: [
        "put #1 a completed failure exit 0 0s…5s", "put 1 a attempt 2 not before 12s",
        "report ended #1 completed next 12s", "arm point 12s",
      ])
  }

  @Test("R45: the first report of a run's end counts, the second is logged; others may not report")
  func r45() {
    var core = Self.running(.command("a"))
    core.at(
      1, .call(.complete(core.run(1), success: true), uid: 1001), gives: ["reply noSuchRun #1"])
    core.at(1, .call(.complete(core.run(1), success: true)), gives: ["put #1 a success", "reply done"])
    core.at(
      2, .call(.complete(core.run(1), success: true)), gives: ["report completed twice #1", "reply done"])
    // Whoever says the contrary is told that it does not count.
    core.at(
      2, .call(.complete(core.run(1), success: false)),
      gives: ["report completed twice #1", "reply invalid success"])
    core.at(
      3, .runEnded(core.run(1), .status(3)),
      gives: [
        "put #1 a completed success exit 3 0s…3s", "delete 1", "report ended #1 completed", "arm never",
      ])
    core.at(4, .call(.complete(core.run(1), success: true)), gives: ["reply noSuchRun #1"])
  }

  @Test(
    "A program that could not be started: recorded with the cause, tried again only when the request says so")
  func launchFailed() {
    for (request, lines) in [
      (
        TaskRequest.command("a"),
        ["put #1 a launchFailed because launchFailed 0s…1s", "delete 1", "report ended #1 launchFailed"]
      ),
      (
        .command("a") { $0.retry = Retry(backoff: .none, maximumAttempts: 1) },
        [
          "put #1 a launchFailed because launchFailed 0s…1s", "report gave up #1 after 1", "delete 1",
          "report ended #1 launchFailed",
        ]
      ),
      (
        .command("a") { $0.retry = Retry() },
        [
          "put #1 a launchFailed because launchFailed 0s…1s", "put 1 a attempt 2 not before 31s",
          "report ended #1 launchFailed next 31s", "arm point 31s",
        ]
      ),
    ] {
      var core = CoreHarness()
      core.take(.submit(request), at: 0)
      core.at(
        1, .launchFailed(core.run(1), message: "No such file or directory", isPassing: false), gives: lines)
    }
  }

  @Test("What an executor says of runs that nobody knows, or says twice, changes nothing")
  func strangers() {
    var core = Self.running(.command("a"))
    let stranger = RunID("00000000000000000000000000000000")
    for event in [
      Event.runStarted(core.run(1)), .runStarted(stranger), .runEnded(stranger, .status(0)),
      .launchFailed(stranger, message: "", isPassing: false),
    ] {
      core.at(1, event, gives: [])
    }
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    core.at(3, .runEnded(core.run(1), .status(1)), gives: [])
  }

  @Test("A cancelled run that is expiring already, or killed, ends as cancelled")
  func cancelledLate() {
    for killed in [false, true] {
      var core = Self.running(.command("a") { $0.retry = Retry() })
      core.take(.timer, at: 30)
      if killed { core.take(.timer, at: 35) }
      core.at(
        35, .cancel("a"),
        gives: killed
          ? ["put #1 a because cancelled", "reply done"]
          : [
            "put #1 a because cancelled", "reply done", "kill #1", "report killing #1", "arm never",
          ])
      core.at(
        36, .runEnded(core.run(1), .signal("SIGKILL")),
        gives: [
          "put #1 a cancelled SIGKILL because cancelled 0s…36s", "delete 1", "report ended #1 cancelled",
        ])
    }
  }

  @Test("shouldDefer tells a run what it was told, or what it will be told when a loss has settled")
  func shouldDefer() throws {
    let caller = Caller(uid: 1000, isPrivileged: false)
    var core = Self.running(
      .command("a") { $0.requirements = .externalPower }, configuration: SchedulerConfiguration.eager)
    let run = core.run(1)
    #expect(try core.scheduler.shouldDefer(run, caller: caller, at: core.moment(30)) == nil)
    core.take(.conditions([.powerSource(.battery)]), at: 1)
    #expect(core.scheduler.task("a", of: 1000)?.state == .running)
    #expect(try core.scheduler.shouldDefer(run, caller: caller, at: core.moment(30))?.code == .externalPower)
    core.take(.conditions([.powerSource(.external)]), at: 2)
    #expect(try core.scheduler.shouldDefer(run, caller: caller, at: core.moment(30)) == nil)
    core.take(.timer, at: 30)
    #expect(try core.scheduler.shouldDefer(run, caller: caller, at: core.moment(30))?.code == .runtimeLimit)
    #expect(throws: SchedulerError.noSuchRun(run)) {
      try core.scheduler.shouldDefer(
        run, caller: Caller(uid: 1, isPrivileged: false), at: core.moment(30))
    }
  }
}
