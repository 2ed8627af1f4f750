import SchedulerAPI
import TestSupport
import Testing

@Suite("Simulated conditions")
struct SimulationTests {
  /// What is simulated, what a task asks for, and the reason why it waits.
  private static let cases: [([String: String], @Sendable (inout Wire.TaskRequest) -> Void, String)] = [
    (["powerSource": "battery"], { $0.requiresExternalPower = true }, "externalPower"),
    (["network": "none"], { $0.requiresNetworkConnectivity = true }, "network"),
    (["network": "metered"], { $0.requiresUnmeteredNetwork = true }, "unmeteredNetwork"),
    (["idle": "no"], { $0.requiresIdle = true }, "idle"),
    (["powerSource": "battery", "batteryPercent": "20"], { _ in }, "batteryNotLow"),
    (["storageLow": "yes"], { $0.requiresStorageNotLow = true }, "storageNotLow"),
    (["lowPowerMode": "yes"], { _ in }, "lowPowerMode"),
    (["thermalPressure": "true"], { _ in }, "thermalPressure"),
    (["memoryPressure": "true"], { _ in }, "memoryPressure"),
    (["cpuPressure": "yes"], { $0.requiresIdle = true }, "cpuPressure"),
    (["ioPressure": "yes"], { $0.requiresIdle = true }, "ioPressure"),
  ]

  @Test("Each field keeps a task that needs it from running, by its own reason, until it is given back")
  func fields() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    for (number, (conditions, needs, code)) in Self.cases.enumerated() {
      let identifier = "task-\(number)-\(code)"
      let simulated = try client.simulateConditions(conditions)
      #expect(simulated.unmet?.contains(code) == true, "\(code)")
      try client.submit(.shell(identifier).with(needs))
      #expect(try client.explain(identifier).reasons.map(\.code) == [code])
      #expect(try client.tasks(identifierPrefix: identifier).first?.reason?.code == code)
      try daemon.calmDown()
      #expect(try daemon.waitForEnd(of: identifier)?.success == true, "\(code)")
    }
  }

  @Test("Explain lists every reason, not only the first")
  func everyReason() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    try client.simulateConditions(["powerSource": "battery", "network": "none", "idle": "no"])
    try client.submit(
      .later("a").with {
        $0.requiresExternalPower = true
        $0.requiresNetworkConnectivity = true
        $0.requiresIdle = true
      })
    let explanation = try client.explain("a")
    #expect(Set(explanation.reasons.map(\.code)) == ["earliestBegin", "externalPower", "network", "idle"])
    #expect(
      explanation.reasons.allSatisfy { !$0.message.isEmpty && $0.required != nil && $0.observed != nil })
  }

  @Test("A simulation sets the named fields, leaves the others, and is taken back as a whole")
  func simulatedFields() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.client()
    let real = try client.getConditions()
    #expect(real.simulated == [])
    let first = try client.simulateConditions(["idle": "no"])
    #expect(first.simulated == ["idle"])
    #expect(first.idle == false)
    let second = try client.simulateConditions(["powerSource": "battery", "batteryPercent": "7"])
    #expect(second.simulated == ["powerSource", "batteryPercent", "idle"])
    #expect(second.batteryPercent == 7)
    #expect(second.network == real.network)
    // Clearing comes before setting, so one call starts over.
    let third = try client.simulateConditions(["network": "metered"], clear: true)
    #expect(third.simulated == ["network"])
    let last = try client.simulateConditions([:], clear: true)
    #expect(last.simulated == [])
    #expect(last.powerSource == real.powerSource)
    #expect(last.idle == real.idle)
  }

  @Test("Without AllowSimulation= nothing is simulated, and the error says so")
  func disabled() throws {
    let daemon = try DaemonProcess(configuration: "")
    let client = try daemon.client()
    #expect(throws: SchedulerInterfaceError.simulationDisabled) {
      try client.simulateConditions(["powerSource": "battery"])
    }
    #expect(try client.getConditions().simulated == [])
  }
}
