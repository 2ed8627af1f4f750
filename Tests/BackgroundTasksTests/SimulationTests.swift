import BackgroundTasks
import TestSupport
import Testing

/// What a debugger does on Apple's systems, from Swift, with the built daemon.
struct SimulationTests {
  private let scheduler: BGTaskScheduler
  private let daemon: DaemonProcess
  private static let identifier = "org.example.feeds.a"

  init() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "applications.d/feeds.conf", "[Application]\nPermittedIdentifiers=org.example.feeds.*\n")
    daemon = try DaemonProcess(folder: folder)
    scheduler = BGTaskScheduler(backend: DaemonBackend(path: daemon.socket))
    scheduler.applicationName = "feeds"
  }

  @Test("R60, R61: A launch and an expiration are simulated, and reach the handlers")
  func launchAndExpiration() async throws {
    let (launched, expired) = (Fact<String>(), Fact<String?>())
    let registered = scheduler.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
      task.expirationHandler = {
        expired.happens(task.expirationReason?.code)
        task.setTaskCompleted(success: false)
      }
      launched.happens(task.identifier)
    }
    #expect(registered)
    let request = BGProcessingTaskRequest(identifier: Self.identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 86_400)
    try scheduler.submit(request)
    try await scheduler.simulateLaunch(forTaskWithIdentifier: Self.identifier)
    #expect(await blocking { launched.wait() } == Self.identifier)
    #expect(await scheduler.pendingTaskRequests().isEmpty)
    try await scheduler.simulateExpiration(forTaskWithIdentifier: Self.identifier)
    #expect(await blocking { expired.wait() } == "simulated")
  }

  @Test("What does not wait is not launched, and what does not run does not expire")
  func nothingThere() async {
    let launch = await #expect(throws: BGTaskScheduler.Error.self) {
      try await scheduler.simulateLaunch(forTaskWithIdentifier: Self.identifier)
    }
    let expiration = await #expect(throws: BGTaskScheduler.Error.self) {
      try await scheduler.simulateExpiration(forTaskWithIdentifier: Self.identifier)
    }
    for error in [launch, expiration] {
      #expect(error?.code == .unavailable)
      #expect(error?.localizedDescription.contains(Self.identifier) == true)
    }
  }
}
