import BackgroundTasks
import Dispatch
import Glibc
import LinuxSystem
import Synchronization

/// The time from a task's date to the first line of its handler, in a program that is connected.
final class HandlerLatency: Sendable {
  /// The identifiers that the manifest of this program has to permit.
  static let permittedIdentifiers = "io.bgtaskd.bench.*"
  /// The tasks' names, each used once: launches of one name keep a distance (R37).
  private static let pattern = "io.bgtaskd.bench.handler.*"
  private let count = Mutex(0)
  private let handled = DispatchSemaphore(value: 0)
  private let beganUSec = Mutex<Int64>(0)

  /// Registers the handler with the daemon.
  /// - Throws: ``BenchmarkError`` when the daemon does not take it.
  init(_ daemon: MeasuredDaemon) throws(BenchmarkError) {
    setenv("BGTASKD_SOCKET", daemon.socket, 1)
    let isPermitted = BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.pattern, using: nil) {
      [self] task in
      let now = SystemClock.wallUSec
      beganUSec.withLock { $0 = now }
      task.setTaskCompleted(success: true)
      handled.signal()
    }
    guard isPermitted else { throw .server("\(Self.pattern) cannot be registered") }
  }

  /// Submits a task that is due soon, and waits for its handler.
  /// - Returns: The time from its date until the handler began, in microseconds.
  func measure() throws -> Int64 {
    let date = DueProgram.nextDate
    let number = count.withLock { count in
      count += 1
      return count
    }
    let request = BGProcessingTaskRequest(identifier: Self.pattern.dropLast() + "\(number)")
    request.earliestBeginDate = Date(timeIntervalSince1970: Double(date) / 1_000_000)
    try BGTaskScheduler.shared.submit(request)
    guard handled.wait(timeout: .now() + .seconds(20)) == .success else {
      throw BenchmarkError.server("the handler was not called for 20 s")
    }
    return beganUSec.withLock { $0 } - date
  }
}
