/// What a caller can ask for that changes something. Indirect, as the others that carry tasks: they are
/// large, and are handed on many times.
package indirect enum Call: Hashable, Sendable {
  /// Answered by ``Reply/submitted(_:)`` or ``Reply/failed(_:)``.
  case submit(Submission)
  /// Answered by ``Reply/batch(_:)``: one result a submission, in order.
  case submitBatch([Submission])
  /// Answered by ``Reply/done`` or ``Reply/cancelledDeclared(file:)``: the request is gone and the run, if
  /// there is one, was told to stop (R20).
  case cancel(identifier: String)
  /// Answered by ``Reply/cancelled(count:)``.
  case cancelAll
  /// What fits the scope does not start until that date or until it is resumed; what runs is told to stop
  /// when `stops`. Answered by ``Reply/paused(_:running:)``.
  case pause(PauseScope, until: WallTime?, stops: Bool)
  /// Ends the pause of that scope, or with nil all that are the caller's to end. Answered by
  /// ``Reply/resumed(_:)``.
  case resume(PauseScope?)
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
  /// Answered by ``Reply/asserting(remaining:grace:reason:)``. It lasts until ``Event/disconnected(_:)``.
  case beginAssertion(Assertion)
  /// The run reports its end (R41, R45). Answered by ``Reply/done``.
  case complete(RunID, success: Bool)
  /// What it says of a next attempt counts for transfers. Answered by ``Reply/done``.
  case reportProgress(RunID, Progress, next: NextAttempt? = nil)
  /// The first line of the run's handler runs. Answered by ``Reply/done``.
  case handlerBegan(RunID)
}

/// The answer to a call. It may be sent when the batch that it belongs to is on disk.
package indirect enum Reply: Hashable, Sendable {
  case submitted(TaskSnapshot)
  case batch([Result<TaskSnapshot, SchedulerError>])
  case done
  case cancelled(count: Int)
  /// It was cancelled, and its file still asks for it.
  case cancelledDeclared(file: String)
  /// So many runs of what is paused had begun.
  case paused(Pause, running: Int)
  /// These were in force until now.
  case resumed([Pause])
  case launched(RunID)
  case registered(name: String, application: String)
  case conditions(ConditionsSnapshot)
  /// It is told to end after so long (nil: when the machine goes), and has the grace for that. The reason is
  /// why the machine is about to go already, and does not wait for it.
  case asserting(remaining: TimeSpan?, grace: TimeSpan, reason: Reason?)
  case failed(SchedulerError)
}

/// Names the call that a reply belongs to. The shell makes them; the core only hands them back.
package struct ReplyToken: Hashable, Sendable {
  /// Unique among the calls that wait for a reply.
  package var value: UInt64

  /// The token with this number.
  package init(_ value: UInt64) { self.value = value }
}

/// Names a connection of a caller. The shell numbers them in the order in which they come, and uses no number
/// again.
package struct ConnectionID: Hashable, Comparable, Sendable {
  /// The number.
  package var value: UInt64

  /// The connection with this number.
  package init(_ value: UInt64) { self.value = value }

  /// Older first.
  package static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.value < right.value }
}

/// Who asks, as the kernel says (`SO_PEERCRED`).
package struct Caller: Hashable, Sendable {
  /// The user at the other end of the socket.
  package var uid: UInt32
  /// Root, or the user that the daemon itself runs as.
  package var isPrivileged: Bool

  /// A caller.
  package init(uid: UInt32, isPrivileged: Bool) {
    self.uid = uid
    self.isPrivileged = isPrivileged
  }
}
