/// A call that changes the scheduler's state. Indirect, like the other types that carry tasks: they are
/// large, and are handed on many times.
package indirect enum Call: Hashable, Sendable {
  /// Answered by ``Reply/submitted(_:)`` or ``Reply/failed(_:)``.
  case submit(Submission)
  /// Answered by ``Reply/batch(_:)``: one result a submission, in order.
  case submitBatch([Submission])
  /// Answered by ``Reply/done`` or ``Reply/cancelledDeclared(file:)``: the request is gone and the run, if
  /// there is one, was told to stop (R20).
  case cancel(identifier: String)
  /// Lengthens or shortens the lease of a task (R97). Answered by ``Reply/done``.
  case renewLease(identifier: String, until: BootTime)
  /// Answered by ``Reply/cancelled(count:)``.
  case cancelAll
  /// Tasks in the scope do not start until that date or until a resume; runs of them are told to stop when
  /// `stops`. Answered by ``Reply/paused(_:running:)``.
  case pause(PauseScope, until: WallTime?, stops: Bool)
  /// Ends the pause of that scope, or with `nil` all pauses that the caller may end. Answered by
  /// ``Reply/resumed(_:)``.
  case resume(PauseScope?)
  /// Deletes the record of conditions. Answered by ``Reply/done``.
  case forgetRecord
  /// Starts a pending task now (R60). Answered by ``Reply/launched(_:)``.
  case simulateLaunch(identifier: String)
  /// Tells a run to stop as if its time were up (R61). Answered by ``Reply/done``.
  case simulateExpiration(identifier: String)
  /// Sets the fields, after giving all of them back to the sources when `clear`. Answered by
  /// ``Reply/conditions(_:)``.
  case simulateConditions([ConditionChange], clear: Bool)
  /// Answered by ``Reply/registered(name:application:)``; launches follow it (R1 to R3).
  case register(RegistrationRequest)
  /// The registration of this name handles these identifiers as well. Answered by ``Reply/done``.
  case addIdentifiers([String], registration: String)
  /// The application has this state for as long as the connection lives (R36). Answered by ``Reply/done``.
  case setApplicationState(ApplicationState, application: String, connection: ConnectionID)
  /// Lasts until ``Event/disconnected(_:)``. Answered by ``Reply/asserting(remaining:grace:reason:)``.
  case beginAssertion(Assertion)
  /// The run reports its end (R41, R45). Answered by ``Reply/done``.
  case complete(RunID, success: Bool)
  /// The run reports its progress; `next` counts for transfers. Answered by ``Reply/done``.
  case reportProgress(RunID, Progress, next: NextAttempt? = nil)
  /// The run has saved its work, and the next one goes on from there. Answered by ``Reply/done``.
  case checkpoint(RunID)
  /// The first line of the run's handler runs. Answered by ``Reply/done``.
  case handlerBegan(RunID)
}

/// The answer to a call. It may be sent when the batch that it belongs to is on disk.
package indirect enum Reply: Hashable, Sendable {
  case submitted(TaskSnapshot)
  case batch([Result<TaskSnapshot, SchedulerError>])
  case done
  case cancelled(count: Int)
  /// The task was cancelled, and its file still asks for it.
  case cancelledDeclared(file: String)
  /// The pause, and the number of runs in its scope that had begun.
  case paused(Pause, running: Int)
  /// The pauses that were in force until now.
  case resumed([Pause])
  case launched(RunID)
  case registered(name: String, application: String)
  case conditions(ConditionsSnapshot)
  /// The program is told to end after `remaining` (`nil`: when the machine sleeps or shuts down), and has
  /// `grace` for that. The reason says why the machine is about to go already, and does not wait for it.
  case asserting(remaining: TimeSpan?, grace: TimeSpan, reason: Reason?)
  case failed(SchedulerError)
}

/// The name of the call that a reply belongs to. The shell makes it; the core only hands it back.
package struct ReplyToken: Hashable, Sendable {
  /// Unique among the calls that wait for a reply.
  package var value: UInt64

  package init(_ value: UInt64) { self.value = value }
}

/// The name of a caller's connection. The shell numbers connections in the order in which they come, and uses
/// no number again.
package struct ConnectionID: Hashable, Comparable, Sendable {
  package var value: UInt64

  package init(_ value: UInt64) { self.value = value }

  /// Orders older connections first.
  package static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.value < right.value }
}

/// The caller, as the kernel identifies it (`SO_PEERCRED`), or the user for whom it may act.
package struct Caller: Hashable, Sendable {
  /// The user whose tasks the call is about.
  package var uid: UInt32
  /// Whether the user is root, or the one that the daemon itself runs as.
  package var isPrivileged: Bool
  /// The user at the other end of the socket, where that acts for ``uid``; `nil` where it is ``uid`` itself.
  package var actor: UInt32?

  package init(uid: UInt32, isPrivileged: Bool, actor: UInt32? = nil) {
    self.uid = uid
    self.isPrivileged = isPrivileged
    self.actor = actor
  }
}
