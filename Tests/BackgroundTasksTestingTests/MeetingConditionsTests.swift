import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("All requirements of an expression are met")
struct MeetingConditionsTests {
  typealias Conditions = SimulatedScheduler.Conditions

  /// A machine on which hardly anything holds.
  private static let bad: Conditions = {
    var conditions = Conditions()
    conditions.power = .battery
    conditions.batteryPercent = 50
    conditions.network = .none
    conditions.isIdle = false
    conditions.isOnVPN = false
    conditions.isCharging = true
    conditions.users = ["alice"]
    return conditions
  }()

  private static func changed(_ change: (inout Conditions) -> Void) -> Conditions {
    var conditions = bad
    change(&conditions)
    return conditions
  }

  @Test(
    "Of the ways in which it may hold one is taken that changes little",
    arguments: [
      (.externalPower, changed { $0.power = .external }), (!.externalPower || .hot, bad),
      (.network, changed { $0.network = .metered }), (.unmetered, changed { $0.network = .unmetered }),
      (
        .network("Home") && !.network("guests"),
        changed {
          $0.network = .metered
          $0.networkNames = ["Home"]
        }
      ),
      (.network && !.unmetered, changed { $0.network = .metered }),
      (.battery(atLeast: 60) && .battery(lessThan: 80), changed { $0.batteryPercent = 79 }),
      (.battery(atMost: 50), bad), (!.battery(atMost: 50), changed { $0.batteryPercent = 100 }),
      (.noUser, changed { $0.users = [] }), (.noUser("bob"), bad), (!.noUser, bad),
      (!.noUser("bob"), changed { $0.users = ["alice", "bob"] }),
      (.noUser("alice") && !.noUser, changed { $0.users = ["useralice"] }),
      (.notCharging && .vpn, changed { ($0.isCharging, $0.isOnVPN) = (false, true) }),
      (
        .locked && .lidClosed && .lowPower && .hot,
        changed {
          ($0.isLocked, $0.isLidClosed, $0.isLowPowerModeEnabled, $0.isHot) = (true, true, true, true)
        }
      ),
      (
        .cpuPressure && .memoryPressure && .ioPressure && .storageLow,
        changed {
          ($0.areProcessorsBusy, $0.isMemoryShort, $0.areDisksBusy, $0.isStorageLow) = (
            true, true, true, true
          )
        }
      ),
      (.exists("/x") || .vpn, bad), (!.exists("/x"), changed { $0.failingChecks = [.exists("/x")] }),
      // The first way contradicts the rest, and so does the third of another one.
      ((.hot || .vpn) && !.hot, changed { $0.isOnVPN = true }),
      (!(.vpn && .idle) && .vpn, changed { $0.isOnVPN = true }),
      (!(.idle || .locked) && (.locked || .idle || .vpn), changed { $0.isOnVPN = true }),
      // It is midnight on a Monday, so the time holds already, or never comes today.
      (.between("00:00", "01:00") || .vpn, bad), (.on(.tuesday) || .vpn, changed { $0.isOnVPN = true }),
      (!.between("22:00", "06:00") || .vpn, changed { $0.isOnVPN = true }),
    ] as [(BGTaskCondition, Conditions)])
  func meeting(condition: BGTaskCondition, expected: Conditions) throws {
    let simulated = try Self.waiting(for: condition)
    try simulated.setAllRequirementsMet(for: Identifier.refresh)
    #expect(simulated.conditions == expected, "\(condition)")
    // That a refresh does not begin on a hot machine is another matter.
    #expect(simulated.explain(Identifier.refresh)?.reasons.contains { $0.code == "when" } == false)
  }

  @Test(
    "Of what no machine meets, or not today, nothing is met",
    arguments: [
      .vpn && !.vpn, .battery(atLeast: 60) && .battery(atMost: 40), .noUser && !.noUser("bob"),
      .exists("/x") && !.exists("/x"), !.network && .network("Home"), .externalPower && !.externalPower,
      .on(.tuesday) && .vpn,
      (.vpn || .idle) && !(.vpn || .idle),
    ] as [BGTaskCondition])
  func impossible(condition: BGTaskCondition) throws {
    let simulated = try Self.waiting(for: condition)
    try simulated.setAllRequirementsMet(for: Identifier.refresh)
    #expect(simulated.conditions == Self.bad, "\(condition)")
    #expect(simulated.explain(Identifier.refresh)?.reasons.map(\.code) == ["when"])
  }

  /// A refresh on a bad machine, which asks for nothing but this.
  private static func waiting(for condition: BGTaskCondition) throws -> SimulatedScheduler {
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh], conditions: bad)
    simulated.scheduler.registerCompleting(Identifier.refresh)
    let request = BGAppRefreshTaskRequest(identifier: Identifier.refresh)
    request.when = condition
    try simulated.scheduler.submit(request)
    return simulated
  }

  @Test("What has to be asked holds unless the test says otherwise, and is asked again after a minute")
  func checks() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh])
    simulated.setConditions { $0.failingChecks = [.reachable("nas", port: 445)] }
    simulated.scheduler.registerCompleting(Identifier.refresh)
    let request = BGAppRefreshTaskRequest(identifier: Identifier.refresh)
    request.when = .reachable("nas", port: 445) && .exists("/media/backup")
    try simulated.scheduler.submit(request)
    try await simulated.advance(by: 59)
    #expect(simulated.history.isEmpty)
    simulated.setConditions { $0.failingChecks = [] }
    try await simulated.advance(by: 2)
    #expect(simulated.history.map(\.identifier) == [Identifier.refresh])
  }

  @Test("What must have held for a while needs that while, and flags are met besides")
  func whiles() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index], conditions: Self.bad)
    simulated.scheduler.registerCompleting(Identifier.index)
    try simulated.scheduler.submit(
      .index {
        $0.requiresExternalPower = true
        $0.when = .idle(for: .seconds(600)) && .locked
        $0.whileRunning = .network("Home")
        $0.relaxations = [.after(.seconds(1), without: .locked)]
      })
    try await simulated.advance(by: 60)
    try simulated.setAllRequirementsMet(for: Identifier.index)
    let met = simulated.conditions
    #expect(met.power == .external && met.isIdle == true && met.networkNames == ["Home"])
    // What was given up is not met any more.
    #expect(met.isLocked == false)
    try await simulated.advance(by: 3600)
    #expect(simulated.history.map(\.started) == [SimulatedScheduler.usualStart + 60 + 600])
  }

  @Test("An expression with more ways than anybody can count is met all the same, or given up soon")
  func manyWays() throws {
    let ways: BGTaskCondition = .vpn || .idle
    let simulated = try Self.waiting(
      for: (2...20).reduce(ways && !.vpn) { $0 && (.battery(atLeast: $1 + 50) || .network("\($1)")) }
        && !.idle)
    try simulated.setAllRequirementsMet(for: Identifier.refresh)
    #expect(simulated.conditions.isIdle == false && simulated.conditions.isOnVPN == false)
  }
}
