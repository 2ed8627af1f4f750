import BackgroundTasks
import BackgroundTasksTesting
import XCTest

/// The synchronous forms, as synchronous tests have them: on the main thread.
final class XCTestTests: XCTestCase {
  func testHandlersOnTheMainQueueAreCalledWhileTheMainThreadWaits() throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh])
    let count = Counter()
    let scheduler = simulated.scheduler
    scheduler.register(forTaskWithIdentifier: Identifier.refresh, using: .main) { [weak scheduler] task in
      dispatchPrecondition(condition: .onQueue(.main))
      if let scheduler { try? RefreshTests.submitRefresh(to: scheduler, after: 3600) }
      count.add()
      Task { @MainActor in task.setTaskCompleted(success: true) }
    }
    try RefreshTests.submitRefresh(to: scheduler, after: 3600)
    try simulated.advance(by: 24 * 3600)
    XCTAssertEqual(count.value, 24)
    XCTAssertEqual(simulated.history.compactMap(\.success).count, 24)
  }

  func testTheSynchronousFormsOfTheOtherVerbs() throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index], hangTimeout: 0.05)
    simulated.scheduler.register(forTaskWithIdentifier: Identifier.index, using: nil) { task in
      task.expirationHandler = { task.setTaskCompleted(success: false) }
    }
    try simulated.scheduler.submit(.index { $0.earliestBeginDate = Date(timeIntervalSinceNow: 3600) })
    try simulated.simulateLaunch(Identifier.index, waitingFor: .handler)
    XCTAssertThrowsError(try simulated.advance(to: simulated.now + 1))
    try simulated.simulateExpiration(Identifier.index)
    XCTAssertEqual(simulated.history.map(\.outcome), [.expired])
  }
}
