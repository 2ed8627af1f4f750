import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Many applications")
struct ManyApplicationsTests {
  private static let applications = 1_000
  private static let identifiersEach = 10

  @Test("1,000 connected applications with 10,000 identifiers get what is due, and cost what they are")
  func thousand() throws {
    // Two connections each, at both ends, and what other tests have open meanwhile.
    if let obstacle = DescriptorRoom.obstacle(to: 4 * Self.applications) { return leaveOut(obstacle) }
    var manifests: [String: String] = [:]
    for number in 0..<Self.applications {
      manifests["app\(number)"] = "PermittedIdentifiers=org.example.app\(number).*"
    }
    let daemon = try DaemonProcess.withApplications(
      manifests, "[Server]\nConnectionsMax=4000\nConnectionsMaxPerUser=4000\n")
    let before = try ProcessUsage(of: daemon.pid)
    let programs = try (0..<Self.applications).map { number in
      try ConnectedApplication(
        daemon, (0..<Self.identifiersEach).map { "org.example.app\(number).task\($0)" })
    }
    let after = try ProcessUsage(of: daemon.pid)
    let client = try daemon.client()
    let requests = (0..<Self.applications).map { number in
      Wire.TaskRequest(identifier: "org.example.app\(number).task\(number % 10)", kind: .refresh)
    }
    #expect(try client.submitBatch(requests).allSatisfy { $0.error == nil })
    // Each gets its own, four at a time, in the order in which they were submitted.
    for (number, program) in programs.enumerated() {
      let launch = try program.launch()
      #expect(launch.task.request.identifier == requests[number].identifier)
      try program.complete(launch.runId)
    }
    let runs = try client.runs(limit: Self.applications)
    #expect(runs.count == Self.applications)
    #expect(runs.allSatisfy { $0.outcome == .completed && $0.success == true })
    // Two connections each: one that registers and one for calls.
    let each = (after.residentBytes - before.residentBytes) / Self.applications
    print(
      "bgtaskd, debug: \(before.residentBytes / 1024) KiB with 1,000 manifests, "
        + "\(after.residentBytes / 1024) KiB "
        + "with 1,000 applications connected, \(each) bytes each")
    #expect(each < 64 << 10)
  }
}
