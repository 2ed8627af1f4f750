import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("Work that waits for the machine")
struct ProcessingTests {
  @Test("R31, R32: a processing task waits for power and for nobody to use the machine, and Explain says so")
  func requirements() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    simulated.setConditions(atOnce: true) {
      $0.power = .battery
      $0.isIdle = false
    }
    let count = Counter()
    simulated.scheduler.registerCompleting(Identifier.index, count: count)
    try simulated.scheduler.submit(.index { $0.requiresExternalPower = true })
    try await simulated.advance(by: 3600)
    #expect(count.value == 0)
    #expect(simulated.explain(Identifier.index)?.reasons.map(\.code) == ["externalPower", "idle"])
    #expect(simulated.pending.first?.reason?.code == "externalPower")
    simulated.setConditions { $0.power = .external }
    try await simulated.advance(by: 3600)
    #expect(count.value == 0)
    #expect(simulated.explain(Identifier.index)?.reasons.map(\.code) == ["idle"])
    simulated.setConditions { $0.isIdle = true }
    let isIdleSince = simulated.now
    try await simulated.advance(by: 3600)
    #expect(count.value == 1)
    // What comes back has to last for the settling time before it counts.
    #expect(simulated.history.map(\.started) == [isIdleSince.addingTimeInterval(5)])
  }

  @Test("All requirements are met at once, for every task or for what one task waits for")
  func allRequirementsMet() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.*"])
    let count = Counter()
    for name in ["org.example.power", "org.example.network"] {
      simulated.scheduler.registerCompleting(name, count: count)
    }
    simulated.setConditions(atOnce: true) {
      $0.power = .battery
      $0.network = .none
    }
    let power = BGProcessingTaskRequest(identifier: "org.example.power")
    power.requiresExternalPower = true
    let network = BGProcessingTaskRequest(identifier: "org.example.network")
    network.requiresNetworkConnectivity = true
    for request in [power, network] { try simulated.scheduler.submit(request) }
    try simulated.setAllRequirementsMet(for: "org.example.network")
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.identifier) == ["org.example.network"])
    #expect(simulated.conditions.network == .metered && simulated.conditions.power == .battery)
    simulated.setAllRequirementsMet()
    try await simulated.advance(by: 0)
    #expect(simulated.history.count == 2 && simulated.pending.isEmpty)
    #expect(simulated.conditions == .allRequirementsMet)
    #expect(throws: SimulationError.self) { try simulated.setAllRequirementsMet(for: "org.example.power") }
  }

  @Test("R40: power is lost, the run is told why, saves what it has and goes on with the rest next time")
  func partialProgress() async throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index])
    let worker = IndexingWorker(scheduler: simulated.scheduler, itemCount: 10)
    #expect(worker.register())
    try worker.submit()
    try await simulated.advance(by: 0, waitingFor: .handler)
    for _ in 0..<4 { worker.workOnOneItem() }
    simulated.setConditions { $0.power = .battery }
    try await simulated.advance(by: 4, waitingFor: .handler)
    #expect(simulated.running.count == 1, "a flap does not stop work (R32)")
    try await simulated.advance(by: 1, waitingFor: .handler)
    #expect(worker.done == 4)
    #expect(worker.reasons == ["externalPower"])
    let first = try #require(simulated.history.first)
    #expect(first.outcome == .expired && first.success == false && first.reason?.code == "externalPower")
    #expect(first.ended == SimulatedScheduler.usualStart.addingTimeInterval(5))
    // It had submitted itself again, and waits for power.
    try await simulated.advance(by: 3600)
    #expect(simulated.running.isEmpty && simulated.pending.first?.reason?.code == "externalPower")
    simulated.setConditions { $0.power = .external }
    try await simulated.advance(by: 10, waitingFor: .handler)
    #expect(simulated.running.count == 1)
    for _ in 0..<6 { worker.workOnOneItem() }
    try await simulated.advance(by: 0)
    #expect(worker.done == 10)
    #expect(simulated.history.map(\.outcome) == [.expired, .completed])
    #expect(simulated.pending.isEmpty)
  }
}
