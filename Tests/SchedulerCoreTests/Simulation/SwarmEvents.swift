@testable import SchedulerCore

extension Swarm {
  mutating func nextEvent() -> Event {
    if isGoOnDue, chance(70) {
      isGoOnDue = false
      return .goOn
    }
    if let answer = answerToCheck() { return answer }
    if let event = paths.nextEvent(at: now) { return event }
    // Programs of applications do several things for each of their tasks.
    if sorts.contains(.application) {
      if chance(50) { return nextApplicationEvent() }
      if chance(20) { return submission() }
    }
    let sort = SwarmSort.allCases.filter { sorts.contains($0) }.randomElement(using: &random)
    switch sort {
    case .submit: return submission()
    case .cancel:
      if let event = pauseOrResume() { return event }
      return chance(5) ? .call(.cancelAll, uid: user()) : .cancel(identifier(), uid: user())
    case .report:
      let run = programs.randomElement(using: &random)?.run.id ?? RunID("none")
      let progress = Progress(completedUnitCount: 1, totalUnitCount: 2)
      return .call(
        chance(50) ? .complete(run, success: chance(50)) : .reportProgress(run, progress),
        uid: chance(50) ? 0 : 10)
    case .simulateLaunch: return .call(.simulateLaunch(identifier: identifier()), uid: user())
    case .simulateExpiration: return .call(.simulateExpiration(identifier: identifier()), uid: user())
    case .simulateConditions:
      return .call(.simulateConditions(randomConditions(), clear: chance(40)), uid: chance(80) ? 0 : user())
    case .conditions: return zoneChange() ?? inquiry() ?? .conditions(reportedConditions())
    case .application: return nextApplicationEvent()
    case .clockStep:
      let years = chance(10) ? TimeSpan.hours(24 * 365) : .hours(3)
      stepWall(by: TimeSpan(uSec: Int64.random(in: -years.uSec...years.uSec, using: &random)))
      return .clockChanged
    case .suspend:
      suspend(for: .seconds(Int64.random(in: 0...100_000, using: &random)))
      return .resumed
    case .reload: return .configurationChanged(randomConfiguration())
    case .declare: return declaration()
    case .storeFailure: return isDiskFull && chance(30) ? .storeRecovered : nextProgramEvent()
    case .shutdown: return chance(3) ? .shutdown : .timer
    case .departure: return nextDeparture()
    case .program, .crash, nil: return nextProgramEvent()
    }
  }

  mutating func user() -> UInt32 { UInt32.random(in: 10...12, using: &random) }

  private mutating func identifier() -> String { "t\(Int.random(in: 0..<6, using: &random))" }

  private mutating func submission() -> Event {
    let requests = (0..<(chance(20) ? 4 : 1)).map { _ in randomRequest() }
    let event: Event =
      requests.count == 1 ? .submit(requests[0], uid: user()) : .submitBatch(requests, uid: user())
    return leases.lend(to: event, at: now)
  }

  mutating func length(upTo seconds: Int64) -> TimeSpan {
    .seconds(Int64.random(in: 0...seconds, using: &random))
  }

  mutating func randomRequest() -> TaskRequest {
    var request = TaskRequest.command(identifier())
    request.kind = Kind.allCases.randomElement(using: &random) ?? .refresh
    request.target = chance(sorts.contains(.application) ? 60 : 20) ? .application : .command
    if request.kind == .transfer {
      request.target = .command
      request.transfer = TransferRule(
        host: chance(70) ? "one:443" : "two:443",
        priority: TransferPriority.allCases.randomElement(using: &random) ?? .normal,
        isDiscretionary: chance(40), session: chance(50) ? identifier() : nil)
    }
    let isHandled = request.target == .application && sorts.contains(.application)
    if isHandled, chance(80) {
      request.identifier = ["t0", "t1", "t2"].randomElement(using: &random) ?? "t0"
    }
    if chance(isHandled ? 15 : 50) {
      request.earliestBegin = now.wall + length(upTo: chance(50) ? 60 : 86_400)
    }
    if chance(30) { request.deadline = (request.earliestBegin ?? now.wall) + length(upTo: 7200) }
    request.onDeadline = DeadlinePolicy.allCases.randomElement(using: &random) ?? .wait
    for requirement in Requirements.each.prefix(6) where requirement != .idle && chance(15) {
      request.requirements.insert(requirement)
    }
    request.requiresIdle = [nil, nil, true, false].randomElement(using: &random) ?? nil
    if chance(30) { request.runtimeLimit = .seconds(1) + length(upTo: 7200) }
    if chance(30) { request.repeatEvery = .seconds(1) + length(upTo: chance(30) ? 60 : 40_000) }
    if chance(30) { request.tolerance = length(upTo: 3600) }
    if chance(40) {
      request.retry = Retry(
        backoff: Backoff.allCases.randomElement(using: &random) ?? .none, initial: length(upTo: 100),
        maximum: length(upTo: 10_000), maximumAttempts: Int.random(in: 1...4, using: &random))
    }
    request.preventsSleep = chance(30)
    request.sleepsThrough = [nil, true, false].randomElement(using: &random) ?? nil
    request.onConflict = ConflictPolicy.allCases.randomElement(using: &random) ?? .replace
    if chance(20) { request.freezeLimit = .seconds(Int64.random(in: 1...600, using: &random)) }
    judgement.speak(of: &request)
    request.strategy = chance(30) ? .fail : .queue
    speak(of: &request)
    return request
  }

  mutating func randomConditions() -> [ConditionChange] {
    let flag: Bool? = [nil, true, false, false].randomElement(using: &random) ?? nil
    let all: [ConditionChange] = [
      .powerSource(PowerSource.allCases.randomElement(using: &random) ?? .unknown),
      .batteryPercent([nil, 5, 20, 21, 100].randomElement(using: &random) ?? nil),
      .network(NetworkAccess.allCases.randomElement(using: &random) ?? .unknown),
      .flag(.idle, flag), .flag(.lowPowerMode, flag), .flag(.thermalPressure, flag),
      .flag(.cpuPressure, flag), .flag(.memoryPressure, flag),
      .flag(.ioPressure, flag), .flag(.storageLow, flag),
    ]
    return all.filter { _ in chance(20) } + wordlessConditions()
  }

  mutating func randomConfiguration() -> SchedulerConfiguration {
    .plain.with {
      speak(of: &$0)
      memory.bound(&$0)
      leases.speak(of: &$0)
      $0.settling = [.zero, .seconds(1), .seconds(5)].randomElement(using: &random) ?? .zero
      judgement.speak(of: &$0)
      $0.maximumConcurrentRuns = Int.random(in: 1...7, using: &random)
      $0.maximumConcurrentRunsOfKind = chance(40) ? [.processing: 1, .refresh: 2] : [:]
      $0.maximumTransfersPerHost = Int.random(in: 1...3, using: &random)
      $0.maximumConcurrentRunsPerUser = chance(40) ? Int.random(in: 1...2, using: &random) : nil
      $0.maximumExtraRunsPerUser = Int.random(in: 0...2, using: &random)
      $0.servesManyUsers = chance(50)
      $0.maximumPendingPerUser = Int.random(in: 3...20, using: &random)
      $0.expirationGrace = length(upTo: 5)
      $0.allowsSimulation = chance(80)
      $0.allowsSleepPrevention = chance(80)
      $0.disabledKinds = chance(10) ? [.refresh] : []
      $0.refreshSpacing = length(upTo: 300)
      $0.processingSpacing = chance(30) ? length(upTo: 300) : .zero
      $0.runtimeBudgetPerHour = chance(30) ? .zero : length(upTo: 1200)
      $0.applications = [
        Application(name: "one", permittedIdentifiers: [IdentifierPattern("t0"), IdentifierPattern("t1")]),
        Application(
          name: chance(90) ? "two" : "other",
          permittedIdentifiers: [IdentifierPattern(chance(80) ? "t2" : "t3")], isStartable: chance(70)),
      ]
      $0.launchTimeout = .seconds(1) + length(upTo: 30)
      $0.launchRetry = .seconds(1) + length(upTo: 20)
      $0.reconnect = length(upTo: 20)
      $0.programsAreUnits = areUnits
      $0.applicationIdle = length(upTo: chance(30) ? 0 : 60)
    }
  }
}
