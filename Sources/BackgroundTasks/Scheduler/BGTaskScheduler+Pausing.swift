public import Foundation
import SchedulerAPI
import SchedulerCore

/// Keeping tasks from starting.
extension BGTaskScheduler {
  /// Only on Linux: tasks of this user do not start, until a date or until they are resumed, over restarts of
  /// the program and of the machine. Deadlines pass as ever, and a pause of the same pattern takes the place
  /// of the first.
  /// - Parameters:
  ///   - identifiers: A task or, with `*` at the end, all that begin so.
  ///   - date: Until when; nil is until
  ///     ``resume(taskRequestsWithIdentifier:)``.
  ///   - stopping: What runs of it is told to stop, with the reason `paused`.
  /// - Throws: ``Error``; ``Error/unavailable`` also when the user has as many pauses as are allowed.
  nonisolated(nonsending) public func pause(
    taskRequestsWithIdentifier identifiers: String, until date: Date? = nil, stopping: Bool = false
  ) async throws {
    let pause = SchedulerMethod.Pause.Parameters(
      identifiers: identifiers, untilUSec: try Microseconds.of(date, field: "until"),
      stop: stopping ? true : nil)
    try await asking { session in try session.translatingErrors { try $0.pause(pause) } }
  }

  /// Only on Linux: what ``pause(taskRequestsWithIdentifier:until:stopping:)`` was told of with the same
  /// pattern may start again. Nothing happens where nothing is paused.
  /// - Throws: ``Error``.
  nonisolated(nonsending) public func resume(taskRequestsWithIdentifier identifiers: String) async throws {
    try await asking { session in try session.translatingErrors { try $0.resume(identifiers) } }
  }
}
