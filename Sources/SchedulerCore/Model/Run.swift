/// One execution of a task, as history shows it. It is recorded before it is launched.
package struct Run: Hashable, Sendable {
  /// Its name.
  package var id: RunID
  /// The task that it executes.
  package var taskID: TaskID
  /// The task's owner.
  package var uid: UInt32
  /// The task's identifier.
  package var identifier: String
  /// The task's kind.
  package var kind: Kind
  /// Which attempt it is, from 1.
  package var attempt: Int
  /// When it was launched.
  package var started: WallTime
  /// When it ended; nil while it lasts.
  package var ended: WallTime?
  /// How it ended; nil while it lasts.
  package var outcome: Outcome?
  /// How long it lasted by the monotonic clock, which is never set and does not count the machine's sleep. By
  /// dates where no daemon looked; nil while it lasts, and where nobody can say.
  package var length: TimeSpan?
  /// What it reported, or what its exit status says; nil when it said nothing.
  package var success: Bool?
  /// The exit status of its program, where it had one.
  package var exitStatus: Int32?
  /// The name of the signal that ended its program (`SIGSEGV`), where one did.
  package var signal: String?
  /// Why it was told to stop, or why it failed.
  package var stopReason: Reason?
  /// Its last progress report.
  package var progress: Progress?

  /// A run that begins.
  package init(
    id: RunID, taskID: TaskID, uid: UInt32, identifier: String, kind: Kind, attempt: Int, started: WallTime
  ) {
    self.id = id
    self.taskID = taskID
    self.uid = uid
    self.identifier = identifier
    self.kind = kind
    self.attempt = attempt
    self.started = started
  }

  /// Whose it is and what it is called.
  package var key: TaskKey { TaskKey(uid: uid, identifier: identifier) }
}
