import Testing

@testable import SchedulerCore

@Suite("Spacing and budgets of applications")
struct ApplicationTests {
  static let configuration = SchedulerConfiguration.plain.with {
    $0.applications = [
      Application(name: "mail", permittedIdentifiers: [IdentifierPattern("mail.*")]),
      Application(name: "photos", permittedIdentifiers: [IdentifierPattern("photos.*")]),
    ]
    $0.processingRuntime = .hours(2)
    $0.maximumPendingRefreshPerApplication = 9
    $0.maximumConcurrentRuns = 9
  }

  /// Its programs are connected, for two users.
  static func connected(
    configuration: SchedulerConfiguration = configuration, conditions: [ConditionChange] = []
  ) -> CoreHarness {
    var core = CoreHarness(configuration: configuration, conditions: conditions)
    let mail = ["mail.a", "mail.b", "mail.c", "mail.p", "mail.q", "mail.r"]
    for (number, identifiers) in [mail, ["photos.a", "photos.q"]].enumerated() {
      for uid in [UInt32(1000), 1001] {
        let connection = ConnectionID(UInt64(uid) * 10 + UInt64(number))
        let request = RegistrationRequest(connection: connection, application: "", identifiers: identifiers)
        core.take(.call(.register(request), uid: uid), at: 0)
      }
    }
    return core
  }

  static func handled(_ identifier: String, _ kind: Kind = .refresh) -> Event {
    .submit(SubmissionRules.handled(identifier, kind))
  }

  @Test(
    "R37: refresh launches of one application keep a distance; others, other users and commands do not"
  )
  func spacing() {
    var core = Self.connected()
    core.take(Self.handled("mail.a"), at: 0)
    core.at(
      60, Self.handled("mail.b"),
      gives: [
        "put 2 mail.b with payload", "report submitted 2 mail.b waiting waits for spacing", "arm point 300s",
        "reply submitted 2 mail.b waiting",
      ])
    for (event, count) in [
      (Self.handled("photos.a"), 2), (.submit(SubmissionRules.handled("mail.b", .refresh), uid: 1001), 3),
      (.submit(.command("c")), 4), (Self.handled("mail.p", .processing), 5),
    ] {
      core.take(event, at: 61)
      #expect(core.scheduler.runningCount == count)
    }
    #expect(core.explanation("mail.b", at: 62)?.forecast == .at(300))
    core.take(.timer, at: 300)
    #expect(core.scheduler.task("mail.b", of: 1000)?.state == .launching)
  }

  @Test("R37: of refreshes that become due together only one is launched, the others after the distance")
  func spacingTogether() {
    var core = Self.connected(conditions: [.flag(.lowPowerMode, true)])
    for name in ["mail.a", "mail.b", "mail.c"] { core.take(Self.handled(name), at: 0) }
    core.take(.conditions([.flag(.lowPowerMode, false)]), at: 10)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["mail.a"])
    core.take(.timer, at: 310)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["mail.a", "mail.b"])
    core.take(.timer, at: 610)
    #expect(core.scheduler.activeRuns.count == 3)
  }

  @Test(
    "R37: what was behind a task that keeps its distance is the next, before what is less urgent elsewhere"
  )
  func behindSpacing() {
    var core = Self.connected(
      configuration: Self.configuration.with { $0.maximumConcurrentRuns = 2 },
      conditions: [.flag(.lowPowerMode, true)])
    for (index, request) in [
      SubmissionRules.handled("mail.a", .refresh), SubmissionRules.handled("mail.b", .refresh),
      .command("c"), .command("d") { $0.requirements = .storageNotLow },
    ].enumerated() {
      var request = request
      request.deadline = .at(1000 + Double(index))
      core.take(.submit(request), at: 0)
    }
    core.take(.conditions([.flag(.lowPowerMode, false)]), at: 10)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["mail.a", "c"])
  }

  @Test("R37: an application that used up its budget waits until a tenth of it has come back")
  func budget() {
    var core = Self.connected()
    core.take(Self.handled("mail.p", .processing), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 1300)  // 20 min an hour are allowed
    core.take(Self.handled("mail.q", .processing), at: 1300)
    #expect(core.reasons("mail.q", at: 1300) == ["budget"])
    // It owes 1300 s, may owe 1080 s, and a third of a second melts each second.
    #expect(core.explanation("mail.q", at: 1300)?.forecast == .at(1300 + 220 * 3))
    core.take(Self.handled("mail.r", .continued), at: 1300)
    core.take(Self.handled("photos.q", .processing), at: 1300)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["mail.r", "photos.q"])
    core.take(.timer, at: 1300 + 659)
    #expect(core.scheduler.task("mail.q", of: 1000)?.state == .waiting)
    core.take(.timer, at: 1300 + 660.000001)
    #expect(core.scheduler.task("mail.q", of: 1000)?.state == .launching)
  }

  @Test("R37: a reload that lifts spacing or budget lets go what waits for them")
  func reload() {
    var core = Self.connected()
    core.take(Self.handled("mail.a"), at: 0)
    core.take(Self.handled("mail.b"), at: 1)
    core.at(
      2, .configurationChanged(Self.configuration.with { $0.refreshSpacing = .zero }),
      gives: [
        "put 2 mail.b in #2", "put #2 mail.b", "deliver #2 mail.b for 30s and 5s to c10000",
        "report launching #2", "arm never",
      ])
  }

  @Test("R37: run time without a budget is not held against an application that gets one later")
  func budgetSwitchedOn() {
    var core = Self.connected(configuration: Self.configuration.with { $0.runtimeBudgetPerHour = .zero })
    core.take(Self.handled("mail.p", .processing), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 7000)
    core.take(.configurationChanged(Self.configuration), at: 7000)
    core.take(Self.handled("mail.q", .processing), at: 7000)
    #expect(core.scheduler.runningCount == 1)
  }
}
