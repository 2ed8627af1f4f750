import ConditionSyntax
import Testing

@testable import SchedulerCore

/// What a request says of the machine in its own words.
@Suite("When and while: expressions over conditions")
struct ExpressionTests {
  @Test("A task that waits for a name in any field of names starts when that name comes, and not before")
  func names() throws {
    for condition in NamedCondition.allCases {
      let field = condition.row.field
      var core = CoreHarness(
        configuration: .plain.with { $0.settling = .zero },
        conditions: [.network(.unmetered), .names(field, [])])
      try core.submit("a", "\(condition.rawValue) \"home\"", at: 0)
      core.take(.conditions([.names(field, ["other"])]), at: 1)
      #expect(core.state("a") == .waiting, "\(condition)")
      core.take(.conditions([.names(field, ["home", "other"])]), at: 2)
      #expect(core.state("a") == .launching, "\(condition)")
    }
  }

  @Test("A change that lets an expression hold is told to those who follow the conditions as well")
  func told() throws {
    var core = CoreHarness(
      configuration: .plain.with { $0.settling = .zero },
      conditions: [.network(.unmetered), .names(.networkNames, [])])
    core.take(.submit(try .command("a", "network \"home\"")), at: 0)
    let directives = core.directives(.conditions([.names(.networkNames, ["home"])]), at: 1)
    #expect(directives.contains { if case .report(.conditions) = $0 { true } else { false } })
  }

  @Test("A task starts when its expression holds, each condition as long as it must")
  func start() throws {
    var core = CoreHarness(
      conditions: [
        .powerSource(.battery), .network(.metered), .names(.networkNames, []), .flag(.idle, false),
      ])
    let text = #"external-power and (unmetered or network "Home") and idle for 10min"#
    try core.submit("a", text, at: 0)
    #expect(core.state("a") == .waiting)
    core.take(.conditions([.powerSource(.external)]), at: 10)
    core.take(.conditions([.names(.networkNames, ["Home", "eth0"])]), at: 20)
    #expect(core.reasons("a", at: 20) == ["when"])
    core.at(
      30, .conditions([.flag(.idle, true)]),
      gives: ["report conditions unmet unmeteredNetwork", "arm point 630s"])
    #expect(core.explanation("a", at: 30)?.forecast == .at(630))
    core.take(.conditions([.flag(.idle, false)]), at: 100)
    core.take(.conditions([.flag(.idle, true)]), at: 101)
    core.take(.timer, at: 630)
    #expect(core.state("a") == .waiting)
    core.take(.timer, at: 701)
    #expect(core.state("a") == .launching)
  }

  @Test("What must not have held for some time may hold for less, at the start and while it runs")
  func notForSomeTime() throws {
    var core = CoreHarness(conditions: [.flag(.idle, false), .flag(.vpn, true)])
    core.take(.conditions([.flag(.idle, true)]), at: 10)
    core.take(.submit(try .command("a", "not idle for 10min") { $0.runtimeLimit = .hours(1) }), at: 20)
    core.take(.runStarted(core.run(1)), at: 20)
    // Something else changes, and all runs are looked at.
    core.take(.conditions([.powerSource(.battery)]), at: 30)
    #expect(core.state("a") == .running)
    let lines = core.take(.timer, at: 610)
    #expect(lines.contains { $0.hasPrefix("expire #1 when") })
  }

  @Test("What runs is stopped by whatever event finds first that what it trusts in is lost")
  func foundFirst() throws {
    // It is 22:13:20.
    var core = CoreHarness()
    let window = "between 22:00 and 23:00"
    core.take(.submit(try .command("a", window, while: window)), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    // The clock is set, which nobody has said yet.
    core.stepWall(by: 3600)
    let lines = core.take(.submit(try .command("b", window)), at: 1)
    #expect(lines.contains { $0.hasPrefix("expire #1 when") })
  }

  @Test("A clock that was set back, of which nobody has said anything yet, is noticed whoever looked last")
  func setBackUnsaid() throws {
    // It is 22:13:20.
    var core = CoreHarness(conditions: [.flag(.vpn, false)])
    core.take(.submit(try .command("first", "vpn")), at: 0)
    core.stepWall(by: 3600)
    core.take(.submit(try .command("a", "vpn and between 23:00 and 23:30")), at: 1)
    core.stepWall(by: -1800)
    let window = core.explanation("a", at: 2)?.expression.first { $0.text.hasPrefix("between") }
    #expect(window?.state == .lacks)
  }

  @Test("A clock that is set moves a time of day against what must hold for some time, either way")
  func clockAndHold() throws {
    // It is 22:13:20.
    var core = CoreHarness(conditions: [.flag(.vpn, false)])
    core.take(.submit(try .command("a", "vpn for 10min and between 22:00 and 22:20")), at: 0)
    core.take(.conditions([.flag(.vpn, true)]), at: 10)
    #expect(core.scheduler.volatile.armed?.monotonic == nil)
    core.stepWall(by: -600)
    core.take(.clockChanged, at: 60)
    #expect(core.scheduler.volatile.armed?.monotonic == .at(610))
    core.stepWall(by: 600)
    core.take(.clockChanged, at: 70)
    #expect(core.scheduler.volatile.armed?.monotonic == nil)
    core.stepWall(by: -600)
    core.take(.clockChanged, at: 80)
    core.take(.timer, at: 610)
    #expect(core.state("a") == .launching)
  }

  @Test("Nobody is woken for the date of an expression while a run of its group keeps the task from starting")
  func busyGroup() throws {
    var core = CoreHarness(conditions: [.flag(.vpn, false)])
    core.take(.submit(.command("runs") { $0.order.group = "g" }), at: 0)
    core.take(.submit(try .command("behind", "vpn for 10min") { $0.order.group = "g" }), at: 0)
    core.take(.conditions([.flag(.vpn, true)]), at: 10)
    #expect(core.scheduler.volatile.armed?.monotonic == nil)
    core.take(.runEnded(core.run(1), .status(0)), at: 20)
    #expect(core.scheduler.volatile.armed?.monotonic == .at(610))
    core.take(.submit(.command("runs") { $0.order.group = "g" }), at: 30)
    #expect(core.scheduler.volatile.armed?.monotonic == nil)
  }

  /// By the daemon's own rules: what changes has to settle.
  private static func settling() -> CoreHarness {
    CoreHarness(
      configuration: SchedulerConfiguration.eager, conditions: [.powerSource(.external), .flag(.vpn, false)])
  }

  @Test("Rules that ask for less settling count at once for what settles already, as they do for flags")
  func rules() throws {
    var core = Self.settling()
    try core.submit("a", "vpn", at: 10)
    core.take(.conditions([.flag(.vpn, true)]), at: 20)
    #expect(core.state("a") == .waiting)
    core.take(.configurationChanged(SchedulerConfiguration.eager.with { $0.settling = .zero }), at: 21)
    #expect(core.state("a") == .launching)
  }

  @Test("What another expression knows of a condition already is known of it for a new one too")
  func known() throws {
    var core = Self.settling()
    try core.submit("a", "external-power and vpn", at: 10)
    core.take(.conditions([.powerSource(.battery)]), at: 1000)
    core.take(.conditions([.powerSource(.external)]), at: 1001)
    // Nothing is reported that it waits for, as it does not.
    core.at(
      1002, .submit(try .command("b", "external-power")),
      gives: [
        "put 2 b with payload", "put 2 b in #1", "put #1 b", "report submitted 2 b waiting",
        "launch #1 b for 36000s and 5s", "report launching #1", "reply submitted 2 b launching",
      ])
  }

  @Test("What was given up in a period that was missed is asked for again in the next")
  func relaxedPeriod() throws {
    var core = CoreHarness(conditions: [.flag(.idle, false), .flag(.vpn, false)])
    try core.submit("a", "idle and vpn", relax: "after 1h without idle", at: 0) {
      // No date holds it back, so nothing but its words do.
      $0.kind = .continued
      $0.repeatEvery = .days(1)
      $0.deadline = .at(7200)
      $0.onDeadline = .drop
    }
    core.take(.timer, at: 3600)
    #expect(core.explanation("a", at: 3600)?.expression.map(\.text) == ["vpn"])
    core.take(.timer, at: 7200)
    core.take(.conditions([.flag(.vpn, true)]), at: 7300)
    #expect(core.state("a") == .waiting)
    #expect(core.reasons("a", at: 7300) == ["when"])
  }

  @Test("What was given up is asked for again as soon as the clock is set back, whoever says so first")
  func relaxedTooEarly() throws {
    var core = CoreHarness(conditions: [.flag(.idle, false), .flag(.vpn, false)])
    try core.submit("a", "idle and vpn", relax: "after 1h without vpn", at: 0) { $0.kind = .continued }
    core.take(.timer, at: 3600)
    #expect(core.reasons("a", at: 3600) == ["when"])
    core.stepWall(by: -7200)
    core.take(.conditions([.flag(.idle, true)]), at: 3601)
    #expect(core.state("a") == .waiting)
    #expect(core.explanation("a", at: 3601)?.expression.map(\.text) == ["all of", "idle", "vpn"])
  }

  @Test("What is asked for again after that, and holds, is started at once")
  func relaxedTooEarlyAndHolds() throws {
    var core = CoreHarness(conditions: [.flag(.idle, false), .flag(.vpn, false)])
    try core.submit("a", "idle and vpn", relax: "after 1h without vpn", at: 0) { $0.kind = .continued }
    core.take(.timer, at: 3600)
    core.stepWall(by: -7200)
    core.take(.conditions([.flag(.idle, true), .flag(.vpn, true)]), at: 3601)
    #expect(core.state("a") == .launching)
  }

  @Test(
    "What a time of day says is explained by the clock as it is, before anybody has said that it was set back"
  )
  func setBack() throws {
    var core = CoreHarness()
    // 1,700,000,000 is 22:13:20 UTC.
    try core.submit("a", "between 03:00 and 04:00", at: 0)
    core.stepWall(by: -67_000)
    #expect(core.explanation("a", at: 1)?.canProceed == true)
    core.take(.timer, at: 1)
    #expect(core.state("a") == .launching)
  }

  @Test("R32: what has settled while nobody had to be woken has settled")
  func settlesUnseen() throws {
    var core = CoreHarness(
      configuration: SchedulerConfiguration.eager, conditions: [.powerSource(.battery), .flag(.vpn, false)])
    try core.submit("a", "external-power and vpn", at: 10)
    core.take(.conditions([.powerSource(.external)]), at: 20)
    core.take(.conditions([.flag(.vpn, true)]), at: 94)
    // A flap, long after it has settled.
    core.take(.conditions([.powerSource(.battery)]), at: 95)
    core.take(.conditions([.powerSource(.external)]), at: 96)
    core.take(.timer, at: 99)
    #expect(core.state("a") == .launching)
  }

  @Test("R32: a flap of a condition neither starts nor stops anything, in an expression as in a flag")
  func flaps() throws {
    var core = CoreHarness(
      configuration: SchedulerConfiguration.eager, conditions: [.powerSource(.external), .flag(.vpn, true)])
    try core.submit("a", "vpn", at: 10)
    core.startProgram(at: 10)
    core.take(.conditions([.flag(.vpn, false)]), at: 20)
    #expect(
      try core.scheduler.shouldDefer(
        core.scheduler.activeRuns[0].id, caller: Caller(uid: 1000, isPrivileged: false), at: core.moment(20))
        != nil)
    core.take(.conditions([.flag(.vpn, true)]), at: 24)
    core.take(.timer, at: 25)
    #expect(core.state("a") == .running)
    core.take(.conditions([.flag(.vpn, false)]), at: 30)
    try core.submit("b", "vpn", at: 30)
    core.take(.timer, at: 35)
    #expect(core.state("a") == .expiring)
    #expect(core.scheduler.activeRuns[0].stopReason?.code == .when)
    core.take(.conditions([.flag(.vpn, true)]), at: 40)
    core.take(.conditions([.flag(.vpn, false)]), at: 44)
    core.take(.timer, at: 45)
    #expect(core.state("b") == .waiting)
    core.take(.conditions([.flag(.vpn, true)]), at: 50)
    core.take(.timer, at: 55)
    #expect(core.state("b") == .launching)
  }

  @Test(
    "IdleHoldSec= and ActivityHoldSec= say how long idleness and activity must last, in flags and in words")
  func idleHolds() throws {
    let configuration = SchedulerConfiguration.plain.with {
      $0.idleHold = .seconds(60)
      $0.activityHold = .seconds(30)
    }
    var core = CoreHarness(configuration: configuration, conditions: [.flag(.idle, false)])
    try core.submit("words", "idle", at: 0)
    core.take(
      .submit(
        .command("flag") {
          $0.requirements = .idle; $0.requiresIdle = true; $0.runtimeLimit = .hours(1)
        }), at: 0)
    core.take(.conditions([.flag(.idle, true)]), at: 10)
    core.take(.timer, at: 69)
    #expect(core.state("words") == .waiting && core.state("flag") == .waiting)
    core.take(.timer, at: 70)
    #expect(core.state("words") == .launching && core.state("flag") == .launching)
    for run in core.scheduler.activeRuns { core.take(.runStarted(run.id), at: 70) }
    core.take(.conditions([.flag(.idle, false)]), at: 100)
    core.take(.timer, at: 129)
    #expect(core.state("words") == .running && core.state("flag") == .running)
    core.take(.timer, at: 130)
    #expect(core.state("words") == .expiring && core.state("flag") == .expiring)
  }

  @Test(
    "Unknown holds nothing back, or everything, as the request or the configuration says; it stops no run")
  func unknown() throws {
    for (asked, configured, starts): (UnknownPolicy?, UnknownPolicy, Bool) in [
      (nil, .proceed, true), (nil, .wait, false), (.proceed, .wait, true), (.wait, .proceed, false),
    ] {
      for isFlag in [false, true] {
        var core = CoreHarness(configuration: .plain.with { $0.unknownConditions = configured })
        try core.submit("a", isFlag ? nil : "vpn", at: 0) {
          if isFlag { $0.requirements = .vpn }
          $0.unknownConditions = asked
        }
        #expect((core.state("a") == .launching) == starts, "\(String(describing: asked)) \(configured)")
        if !starts {
          #expect(core.reasons("a", at: 0) == ["unknownCondition"])
          core = core.restarted()
          core.start(at: 1)
          #expect(core.reasons("a", at: 1) == ["unknownCondition"])
          core.take(.conditions([.flag(.vpn, true)]), at: 2)
          #expect(core.state("a") == .launching)
        }
        core.startProgram(at: 3)
        core.take(.conditions([.flag(.vpn, nil)]), at: 4)
        core.take(.timer, at: 5)
        #expect(core.state("a") == .running)
        core.take(.conditions([.flag(.vpn, false)]), at: 6)
        #expect(core.state("a") == .expiring)
      }
    }
  }

  @Test("Not: what is not known is not taken for a no, where unknown waits")
  func not() throws {
    var core = CoreHarness(configuration: .plain.with { $0.unknownConditions = .wait })
    try core.submit("a", "not (locked or hot)", at: 0)
    core.take(.conditions([.flag(.locked, false)]), at: 1)
    #expect(core.reasons("a", at: 1) == ["unknownCondition"])
    core.take(.conditions([.flag(.thermalPressure, true)]), at: 2)
    #expect(core.reasons("a", at: 2) == ["thermalPressure", "when"])
    core.take(.conditions([.flag(.thermalPressure, false)]), at: 3)
    #expect(core.state("a") == .launching)
  }

  @Test("While: starts at 60 per cent, goes on down to 40, and begins again at 60")
  func hysteresis() throws {
    var core = CoreHarness(conditions: [.powerSource(.battery), .batteryPercent(59)])
    try core.submit("a", "battery >= 60", while: "battery >= 40", at: 0) { $0.retry = Retry() }
    #expect(core.state("a") == .waiting)
    core.take(.conditions([.batteryPercent(60)]), at: 1)
    core.startProgram(at: 1)
    for percent in (40..<60).reversed() {
      core.take(.conditions([.batteryPercent(percent)]), at: 2 + Double(60 - percent))
      #expect(core.state("a") == .running)
    }
    core.take(.conditions([.batteryPercent(39)]), at: 50)
    #expect(core.state("a") == .expiring)
    // The rules keep work that can wait from emptying the battery, whatever its request says.
    #expect(
      core.explanation("a", at: 50)?.expression.map(\.text)
        == ["battery more than 20%, or external power", "battery >= 40"])
  }

  @Test("Without while, what was asked of power, network and idleness must go on holding, and nothing else")
  func keptByDefault() throws {
    let zone = ZoneRules.utc
    // The test begins on Tuesday, 22:13:20 UTC.
    let text = "between 22:00 and 23:00 and on tue and not locked and (unmetered or vpn) and idle for 1min"
    for (change, isStopped): (ConditionChange, Bool) in [
      (.flag(.locked, true), false), (.network(.metered), false), (.network(.none), false),
      (.flag(.vpn, false), false), (.flag(.idle, false), true),
    ] {
      var core = CoreHarness(
        conditions: [.flag(.idle, true), .network(.unmetered), .flag(.vpn, true), .flag(.locked, false)])
      core.take(.zoneChanged(zone), at: 0)
      try core.submit("a", text, at: 61)
      core.startProgram(at: 61)
      core.take(.conditions([change]), at: 62)
      core.take(.timer, at: 63)
      core.take(.timer, at: 7200)
      #expect((core.state("a") == .expiring) == isStopped, "\(change)")
    }
    var both = CoreHarness(conditions: [.network(.unmetered), .flag(.vpn, true)])
    try both.submit("a", "unmetered or vpn", at: 0)
    both.startProgram(at: 0)
    both.take(.conditions([.network(.metered)]), at: 1)
    #expect(both.state("a") == .running)
    both.take(.conditions([.flag(.vpn, false)]), at: 2)
    #expect(both.state("a") == .expiring)
  }

  @Test(
    "A task that may stand still does so when what must go on holding is lost, and goes on when it is back")
  func freezing() throws {
    var core = CoreHarness(
      configuration: .plain.with { $0.programsAreUnits = true }, conditions: [.flag(.vpn, true)])
    try core.submit("a", nil, while: "vpn", at: 0) { $0.freezeLimit = .minutes(5) }
    core.startProgram(at: 0)
    #expect(core.take(.conditions([.flag(.vpn, false)]), at: 1).contains { $0.hasPrefix("freeze #1") })
    #expect(core.take(.conditions([.flag(.vpn, true)]), at: 2).contains { $0.hasPrefix("thaw #1") })
  }

  @Test("Relaxation: what was waited for long enough is not asked any more, in words and in flags")
  func relaxation() throws {
    var core = CoreHarness(conditions: [.flag(.idle, false), .network(.metered)])
    try core.submit(
      "a", "idle for 5min and unmetered", relax: "after 1d without idle; after 7d without unmetered", at: 0
    ) {
      $0.requiresIdle = true
      $0.requirements = [.idle, .unmeteredNetwork]
      $0.earliestBegin = .at(1000)
    }
    let day = 86_400.0
    core.take(.timer, at: 1000)
    #expect(core.reasons("a", at: 1000) == ["unmeteredNetwork", "idle", "when"])
    #expect(
      core.explanation("a", at: 1000)?.relaxations.map(\.from) == [.at(1000 + day), .at(1000 + 7 * day)])
    core = core.restarted()
    core.start(at: 2000, with: [.flag(.idle, false), .network(.metered)])
    core.at(1000 + day - 1, .timer, gives: ["arm date \(Int(1000 + day))s"])
    let steps = core.take(.timer, at: 1000 + day)
    #expect(steps.contains("arm date \(Int(1000 + 7 * day))s"), "\(steps)")
    #expect(core.reasons("a", at: 1000 + day) == ["unmeteredNetwork", "when"])
    #expect(core.explanation("a", at: 1000 + day)?.expression.map(\.text) == ["unmetered"])
    #expect(core.explanation("a", at: 1000 + day)?.relaxations.map(\.names) == [["unmetered"]])
    core.take(.timer, at: 1000 + 7 * day)
    #expect(core.state("a") == .launching)
  }

  @Test(
    "The forecast is a date before which nothing lets it start, whatever the machine does until then",
    arguments: [
      ("between 23:00 and 23:30", 2800), ("vpn and between 23:00 and 23:30", 2800),
      ("vpn or between 23:00 and 23:30", nil), ("(vpn and between 23:00 and 23:30) or idle for 10min", nil),
      ("not between 22:00 and 23:00 and (vpn or idle)", 2800), ("idle and vpn", nil),
    ] as [(String, Double?)])
  func earliest(text: String, seconds: Double?) throws {
    // 22:13:20, so 22:00 is over and 23:00 is 2,800 s away.
    var core = CoreHarness(conditions: [.flag(.vpn, false), .flag(.idle, false)])
    try core.submit("a", text, at: 0)
    #expect(core.state("a") == .waiting)
    #expect(core.explanation("a", at: 0)?.forecast == .at(seconds ?? 0))
  }

  @Test(
    "What time says is taken in when its time comes, in the machine's zone, and the wake-up is armed for it")
  func times() throws {
    // 1,700,000,000 is Tuesday, 2023-11-14 22:13:20 UTC.
    var core = CoreHarness()
    core.take(.zoneChanged(ZoneRules(firstOffset: 3600)), at: 0)
    core.at(
      0, .submit(try .command("a", "on wed and between 02:00 and 03:00")),
      gives: [
        "put 1 a with payload", "report submitted 1 a waiting waits for when", "arm date 10000s",
        "reply submitted 1 a waiting",
      ])
    // Berlin shows 23:13:20; midnight is 2,800 s away, 02:00 7,200 s later.
    #expect(core.explanation("a", at: 0)?.forecast == .at(10_000))
    core.take(.timer, at: 2800)
    #expect(core.state("a") == .waiting)
    core.take(.zoneChanged(.utc), at: 3000)
    #expect(core.explanation("a", at: 3000)?.forecast == .at(6400 + 7200))
    core.take(.timer, at: 6400)
    core.take(.timer, at: 13_600)
    #expect(core.state("a") == .launching)
  }

  @Test("The clock is set: what time says is looked at anew, forwards and backwards")
  func clock() throws {
    var core = CoreHarness()
    try core.submit("a", "between 03:00 and 04:00", at: 0)
    core.stepWall(by: 5 * 3600)
    core.take(.clockChanged, at: 1)
    #expect(core.state("a") == .launching)
    try core.submit("b", "between 22:00 and 23:00", at: 2)
    #expect(core.state("b") == .waiting)
    core.stepWall(by: -5 * 3600)
    core.take(.clockChanged, at: 3)
    #expect(core.state("b") == .launching)
  }

  @Test("A hold and a time of day together wake at the later of both, also when the clock is set meanwhile")
  func together() throws {
    // 22:13:20 UTC.
    var core = CoreHarness(conditions: [.flag(.idle, false)])
    try core.submit("a", "idle for 10min and between 22:20 and 23:00", at: 0)
    // 22:20 is 400 s away, and would come before the hold.
    #expect(core.take(.conditions([.flag(.idle, true)]), at: 100).contains("arm point 700s"))
    // Now it is 20:25, and the hold comes before the time of day.
    core.stepWall(by: -6000)
    #expect(core.take(.clockChanged, at: 200).contains("arm date 400s"))
    core.take(.timer, at: 700)
    #expect(core.state("a") == .waiting)
    core.take(.timer, at: 6400)
    #expect(core.state("a") == .launching)
  }

  @Test("What was taken back did not happen: an expression is followed as before")
  func rollback() throws {
    var core = CoreHarness(conditions: [.flag(.vpn, false)])
    core.fail(.submit(try .command("a", "vpn")), at: 0)
    try core.submit("b", "vpn", at: 1)
    core.fail(.cancel("b"), at: 2)
    core.take(.conditions([.flag(.vpn, true)]), at: 3)
    #expect(core.state("b") == .launching)
    core.take(.conditions([.flag(.locked, false)]), at: 4)
    try core.submit("c", "locked", at: 4)
    core.fail(.conditions([.flag(.locked, true)]), at: 5)
    core.take(.conditions([.flag(.locked, false)]), at: 6)
    #expect(core.state("c") == .waiting)
    core.take(.conditions([.flag(.locked, true)]), at: 7)
    #expect(core.state("c") == .launching)
  }

  @Test(
    "Explain says of every part whether it holds, what is so, since when, who says so, and when time ends it")
  func tree() throws {
    var core = CoreHarness(configuration: SchedulerConfiguration.eager, conditions: [.powerSource(.external)])
    var power = ConditionChange.powerSource(.battery)
    power.source = "upower"
    core.take(.conditions([power, .flag(.idle, true)]), at: 100)
    try core.submit("a", "external-power and (not hot or idle for 10min) and not idle", at: 103)
    let lines = core.explanation("a", at: 103)?.expression ?? []
    #expect(
      lines.map(\.text) == ["all of", "external-power", "one of", "not hot", "idle for 10min", "not idle"])
    #expect(lines.map(\.depth) == [0, 1, 1, 2, 2, 1])
    #expect(lines.map(\.state) == [.lacks, .lacks, .holds, .unknown, .settles, .lacks])
    #expect(lines[1].observed == "battery power" && lines[1].source == "upower" && lines[1].since == .at(100))
    #expect(lines[4].until == .at(700) && lines[4].observed == "yes")
    let reason = core.explanation("a", at: 103)?.reasons.first { $0.code == .when }
    #expect(reason?.message == #"it waits for "external-power" and "not idle""#)
    #expect(reason?.observed == "external-power: battery power; not idle: yes")
  }

  @Test("A change costs what it changes: ten thousand tasks wait on a thousand expressions, and one changes")
  func cost() throws {
    var core = CoreHarness(
      configuration: .plain.with { $0.maximumPendingPerUser = 100_000 },
      conditions: [.names(.networkNames, [])])
    for number in 0..<1000 {
      let wish = ConditionWish(when: try ConditionSyntax.parse("network \"n\(number)\""))
      let batch = (0..<10).map { index in TaskRequest.command("t\(number)-\(index)") { $0.wish = wish } }
      core.take(.submitBatch(batch), at: 0)
    }
    let before = core.scheduler.counters.tasksVisited
    core.take(.conditions([.names(.networkNames, ["n500"])]), at: 1)
    #expect(core.scheduler.runningCount == 4)
    #expect(core.scheduler.counters.tasksVisited - before < 100)
  }
}

extension CoreHarness {
  /// Hands in a command that says this of the machine.
  fileprivate mutating func submit(
    _ identifier: String, _ when: String?, while kept: String? = nil, relax: String? = nil,
    at seconds: Double, _ change: (inout TaskRequest) -> Void = { _ in }
  ) throws {
    take(.submit(try .command(identifier, when, while: kept, relax: relax, change)), at: seconds)
  }

  /// The run that began first has its program.
  fileprivate mutating func startProgram(at seconds: Double) {
    take(.runStarted(scheduler.activeRuns[0].id), at: seconds)
  }

  fileprivate func state(_ identifier: String) -> TaskState? { scheduler.task(identifier, of: 1000)?.state }
}
