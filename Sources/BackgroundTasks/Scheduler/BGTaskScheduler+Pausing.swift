public import Foundation
import SchedulerAPI
import SchedulerCore

/// Pausing and resuming tasks.
extension BGTaskScheduler {
  /// Only on Linux: keeps tasks of this user from starting until a date or until they are resumed, over
  /// restarts of the program and of the machine. Deadlines pass as ever, and a pause of the same pattern
  /// takes the place of the first.
  /// - Parameters:
  ///   - identifiers: A task or, with `*` at the end, all whose identifiers begin so.
  ///   - date: The end of the pause; nil is the call of ``resume(taskRequestsWithIdentifier:)``.
  ///   - stopping: Whether running tasks of the pattern are told to stop, with the reason `paused`.
  /// - Throws: ``Error``; ``Error/unavailable`` also when the user has as many pauses as are allowed.
  nonisolated(nonsending) public func pause(
    taskRequestsWithIdentifier identifiers: String, until date: Date? = nil, stopping: Bool = false
  ) async throws {
    let pause = SchedulerMethod.Pause.Parameters(
      identifiers: identifiers, untilUSec: try Microseconds.of(date, field: "until"),
      stop: stopping ? true : nil)
    try await asking { session in try session.translatingErrors { try $0.pause(pause) } }
  }

  /// Only on Linux: ends the pause of the same pattern, so that its tasks may start again. Does nothing where
  /// nothing is paused.
  /// - Throws: ``Error``.
  nonisolated(nonsending) public func resume(taskRequestsWithIdentifier identifiers: String) async throws {
    try await asking { session in try session.translatingErrors { try $0.resume(identifiers) } }
  }
}
