import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("What a request asks in its own words")
struct ConditionTests {
  private let simulated = SimulatedScheduler(permitting: [Identifier.index])

  @Test("A task waits for a network of a name and for a while of idleness, and runs when both hold")
  func networkAndIdleness() async throws {
    simulated.setConditions(atOnce: true) { $0.isIdle = false }
    let count = Counter()
    simulated.scheduler.registerCompleting(Identifier.index, count: count)
    try simulated.scheduler.submit(
      .index {
        $0.requiresIdle = false
        $0.when = .network("Home") && .idle(for: .seconds(600))
      })
    try await simulated.advance(by: 3600)
    #expect(count.value == 0)
    let explanation = try #require(simulated.explain(Identifier.index))
    #expect(explanation.reasons.map(\.code) == ["when"])
    #expect(
      explanation.parts == [
        .init(depth: 0, text: "all of", state: .lacks),
        .init(
          depth: 1, text: #"network "Home""#, state: .lacks, observed: "no name",
          since: SimulatedScheduler.usualStart),
        .init(
          depth: 1, text: "idle for 10min", state: .lacks, observed: "no",
          since: SimulatedScheduler.usualStart),
      ])
    simulated.setConditions {
      $0.networkNames = ["Home", "guests"]
      $0.isIdle = true
    }
    let isIdleSince = simulated.now
    try await simulated.advance(by: 599)
    #expect(count.value == 0)
    let settling = simulated.explain(Identifier.index)?.parts.last
    #expect(settling?.state == .settles && settling?.until == isIdleSince + 600)
    try await simulated.advance(by: 3600)
    #expect(simulated.history.map(\.started) == [isIdleSince + 600])
  }

  @Test("Times of day and days are those of the machine's time zone, which can be moved")
  func timeZone() async throws {
    #expect(simulated.timeZone == .gmt)
    simulated.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    simulated.scheduler.registerCompleting(Identifier.index)
    let start = SimulatedScheduler.usualStart
    // It is Monday, 01:00 in Berlin.
    try simulated.scheduler.submit(.index { $0.when = .between("22:00", "00:30") && .on(.monday) })
    try await simulated.advance(by: 24 * 3600)
    #expect(simulated.history.map(\.started) == [start + 21 * 3600])
    // In summer the same time of day comes an hour earlier.
    try await simulated.advance(to: start + 180 * 86_400)
    try simulated.scheduler.submit(.index { $0.when = .between("22:00", "00:30") })
    try await simulated.advance(by: 24 * 3600)
    #expect(simulated.history.last?.started == start + 180 * 86_400 + 20 * 3600)
    // Somebody travels, and the zone outlives a restart.
    try simulated.scheduler.submit(.index { $0.when = .between("12:00", "13:00") })
    simulated.timeZone = try #require(TimeZone(secondsFromGMT: -3600))
    simulated.restart()
    try await simulated.advance(by: 24 * 3600)
    #expect(simulated.history.last?.started == start + 181 * 86_400 + 13 * 3600)
  }

  @Test("What whileRunning asks is lost, and the run is told to stop; when alone would have let it go on")
  func whileRunning() async throws {
    for isKept in [false, true] {
      let simulated = SimulatedScheduler(permitting: [Identifier.index])
      let tasks = simulated.scheduler.registerHolding(Identifier.index)
      try simulated.scheduler.submit(
        .index {
          $0.when = .locked || .noUser
          if isKept { $0.whileRunning = .locked || .noUser }
        })
      try await simulated.advance(by: 0, waitingFor: .handler)
      simulated.setConditions(atOnce: true) { $0.users = ["alice"] }
      try await simulated.advance(by: 60, waitingFor: .handler)
      #expect(simulated.history.map(\.outcome) == (isKept ? [.expired] : []))
      if isKept { #expect(simulated.history.first?.reason?.code == "when") }
      tasks.last?.setTaskCompleted(success: true)
    }
  }

  @Test("What is given up with time is, at its date and not before")
  func relaxation() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index], clock: .simulated)
    simulated.scheduler.registerCompleting(Identifier.index)
    try simulated.scheduler.submit(
      .index {
        $0.earliestBeginDate = simulated.now + 3600
        $0.when = .network("Home")
        $0.relaxations = [.after(.seconds(86_400), without: .network)]
      })
    let date = SimulatedScheduler.usualStart + 3600 + 86_400
    #expect(simulated.explain(Identifier.index)?.relaxations == [.init(date: date, without: [.network])])
    try await simulated.advance(by: 7 * 86_400)
    #expect(simulated.history.map(\.started) == [date])
  }

  @Test("What nobody reports holds nothing back, or lets a task wait where it or the configuration says so")
  func unknown() async throws {
    for (own, ofAll, runs) in [
      (nil, .proceed, true), (nil, .wait, false), (.proceed, .wait, true), (.wait, .proceed, false),
    ] as [(BGTaskRequest.UnknownPolicy?, BGTaskRequest.UnknownPolicy, Bool)] {
      var configuration = SimulatedScheduler.Configuration()
      configuration.unknownConditions = ofAll
      let simulated = SimulatedScheduler(permitting: [Identifier.index], configuration: configuration)
      simulated.setConditions(atOnce: true) { $0.isLocked = nil }
      simulated.scheduler.registerCompleting(Identifier.index)
      try simulated.scheduler.submit(
        .index {
          $0.when = .locked
          $0.unknownConditions = own
        })
      try await simulated.advance(by: 60)
      #expect(simulated.history.isEmpty != runs)
      if !runs {
        #expect(simulated.explain(Identifier.index)?.reasons.map(\.code) == ["unknownCondition"])
        try simulated.setAllRequirementsMet(for: Identifier.index)
        try await simulated.advance(by: 0)
        #expect(simulated.history.count == 1 && simulated.conditions.isLocked == true)
      }
    }
  }

  @Test("What a pending request asks is given back as it was, also after a reboot")
  func pending() async throws {
    simulated.scheduler.registerCompleting(Identifier.index)
    let request = BGTaskRequest.index {
      $0.earliestBeginDate = Date(timeIntervalSinceNow: 86_400)
      $0.when = .network("Home") || .between("22:00", "06:00") && !.hot
      $0.whileRunning = .battery(atLeast: 40)
      $0.relaxations = [.after(.seconds(60), without: .between, .hot)]
      $0.unknownConditions = .wait
    }
    try simulated.scheduler.submit(request)
    for isRebooted in [false, true] {
      if isRebooted {
        simulated.reboot()
        simulated.scheduler.registerCompleting(Identifier.index)
      }
      let found = try #require(await simulated.scheduler.pendingTaskRequests().first)
      #expect(found.when == request.when && found.whileRunning == request.whileRunning)
      #expect(found.relaxations == request.relaxations && found.unknownConditions == .wait)
    }
    let explanation = try await simulated.scheduler.explain(identifier: Identifier.index)
    #expect(explanation.parts.count == simulated.explain(Identifier.index)?.parts.count)
    // The application gets its own clock's dates.
    let distance = try #require(explanation.relaxations.first).date.timeIntervalSinceNow
    #expect((86_000...86_460).contains(distance))
  }

  @Test("A wrong expression is refused with the column, and the log has it")
  func refused() {
    simulated.scheduler.registerCompleting(Identifier.index)
    let error = #expect(throws: BGTaskScheduler.Error.self) {
      try simulated.scheduler.submit(.index { $0.when = .battery(atLeast: 101) })
    }
    #expect(error?.code == .notPermitted)
    #expect(error?.localizedDescription.contains("column 12: found \"101\"") == true)
    #expect(simulated.logText.contains("column 12"))
  }
}
