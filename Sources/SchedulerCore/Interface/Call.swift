/// What a caller can ask for that changes something.
public enum Call: Hashable, Sendable {
  /// Answered by ``Reply/submitted(_:)`` or ``Reply/failed(_:)``.
  case submit(Submission)
  /// Answered by ``Reply/batch(_:)``: one result a submission, in order.
  case submitBatch([Submission])
  /// Answered by ``Reply/done``: the request is gone and the run, if there is one, was told to stop (R20).
  case cancel(identifier: String)
  /// Answered by ``Reply/cancelled(count:)``.
  case cancelAll
  /// R60. Answered by ``Reply/launched(_:)``.
  case simulateLaunch(identifier: String)
  /// R61. Answered by ``Reply/done``.
  case simulateExpiration(identifier: String)
  /// Sets the fields, after giving all of them back to the sources when `clear`. Answered by
  /// ``Reply/conditions(_:)``.
  case simulateConditions([ConditionChange], clear: Bool)
  /// The run reports its end (R41, R45). Answered by ``Reply/done``.
  case complete(RunID, success: Bool)
  /// Answered by ``Reply/done``.
  case reportProgress(RunID, Progress)
}
