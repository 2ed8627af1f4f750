/// What a caller can ask for that changes something.
package enum Call: Hashable, Sendable {
  /// Answered by ``Reply/submitted(_:)`` or ``Reply/failed(_:)``.
  case submit(Submission)
  /// Answered by ``Reply/batch(_:)``: one result a submission, in order.
  case submitBatch([Submission])
  /// Answered by ``Reply/done`` or ``Reply/cancelledDeclared(file:)``: the request is gone and the run, if
  /// there is one, was told to stop (R20).
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
  /// Answered by ``Reply/registered(name:application:)``; launches follow it (R1 to R3).
  case register(RegistrationRequest)
  /// The registration of this name handles these as well. Answered by ``Reply/done``.
  case addIdentifiers([String], registration: String)
  /// R36, for as long as the connection lives. Answered by ``Reply/done``.
  case setApplicationState(ApplicationState, application: String, connection: ConnectionID)
  /// The run reports its end (R41, R45). Answered by ``Reply/done``.
  case complete(RunID, success: Bool)
  /// Answered by ``Reply/done``.
  case reportProgress(RunID, Progress)
}
