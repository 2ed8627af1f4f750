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

  /// Here, because nothing else runs beside it.
  func testAWeekPassesInMilliseconds() throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh])
    let count = Counter()
    XCTAssertTrue(RefreshTests.registerRefresh(on: simulated.scheduler, every: 4 * 3600, count: count))
    try RefreshTests.submitRefresh(to: simulated.scheduler, after: 4 * 3600)
    let took = try ContinuousClock().measure { try simulated.advance(by: 7 * 24 * 3600) }
    XCTAssertEqual(count.value, 42)
    // About 50 ms, in a debug build on a quiet machine.
    XCTAssertLessThan(took, .seconds(2))
  }

  func testTheSynchronousFormsOfTheOtherVerbs() throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.index], hangTimeout: 0.3)
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
