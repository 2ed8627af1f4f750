import BackgroundTasks
import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("The requests of an application are those of all its processes")
struct PendingRequestsTests {
  static let manifests = [
    "feeds": "PermittedIdentifiers=org.example.feeds.*", "mail": "PermittedIdentifiers=org.example.mail",
  ]

  private static func daemon() throws -> DaemonProcess {
    let folder = try TemporaryFolder()
    for (name, text) in manifests {
      try folder.write("applications.d/\(name).conf", "[Application]\n\(text)\nExec=/bin/true\n")
    }
    return try DaemonProcess(folder: folder, configuration: DaemonProcess.quick)
  }

  /// A request that waits for tomorrow.
  private static func submit(_ identifier: String) throws {
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 86400)
    try BGTaskScheduler.shared.submit(request)
  }

  @Test(
    "R20, R21: A process sees and cancels what an earlier one submitted, and nothing of other programs"
  )
  func twoProcesses() async throws {
    let daemon = try Self.daemon()
    let client = try daemon.client()
    try client.submit(
      Wire.TaskRequest(
        identifier: "org.example.feeds-command", kind: .processing,
        earliestBeginUSec: Int64(Date(timeIntervalSinceNow: 86400).timeIntervalSince1970 * 1_000_000),
        command: .init(argv: ["/bin/true"])))
    let socket = daemon.socket
    await #expect(processExitsWith: .success) { [socket = socket as String] in
      setenv("BGTASKD_SOCKET", socket, 1)
      for name in ["org.example.feeds.one", "org.example.feeds.two"] { try Self.submit(name) }
    }
    await #expect(processExitsWith: .success) { [socket = socket as String] in
      setenv("BGTASKD_SOCKET", socket, 1)
      try Self.submit("org.example.mail")
    }
    // One that registers a pattern for tasks that it did not submit, one that submits, one that says who it
    // is.
    await #expect(processExitsWith: .success) { [socket = socket as String] in
      setenv("BGTASKD_SOCKET", socket, 1)
      #expect(
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.feeds.sync.*", using: nil) { _ in
        })
      let pending = await BGTaskScheduler.shared.pendingTaskRequests()
      #expect(pending.map(\.identifier) == ["org.example.feeds.one", "org.example.feeds.two"])
      try Self.submit("org.example.feeds.three")
      #expect(await BGTaskScheduler.shared.pendingTaskRequests().count == 3)
    }
    await #expect(processExitsWith: .success) { [socket = socket as String] in
      setenv("BGTASKD_SOCKET", socket, 1)
      #expect(await BGTaskScheduler.shared.pendingTaskRequests().isEmpty)
      BGTaskScheduler.shared.applicationName = "feeds"
      #expect(await BGTaskScheduler.shared.pendingTaskRequests().count == 3)
      BGTaskScheduler.shared.cancelAllTaskRequests()
      #expect(await BGTaskScheduler.shared.pendingTaskRequests().isEmpty)
    }
    #expect(
      try client.tasks().map(\.request.identifier) == ["org.example.feeds-command", "org.example.mail"])
    #expect(try client.tasks().map(\.application) == [nil, "mail"])
  }
}
