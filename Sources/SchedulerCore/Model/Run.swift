/// One execution of a task, as history shows it. It is recorded before it is launched.
public struct Run: Hashable, Sendable {
  /// Its name.
  public var id: RunID
  /// The task that it executes.
  public var taskID: TaskID
  /// The task's owner.
  public var uid: UInt32
  /// The task's identifier.
  public var identifier: String
  /// The task's kind.
  public var kind: Kind
  /// Which attempt it is, from 1.
  public var attempt: Int
  /// When it was launched.
  public var started: WallTime
  /// When it ended; nil while it lasts.
  public var ended: WallTime?
  /// How it ended; nil while it lasts.
  public var outcome: Outcome?
  /// How long it lasted by the monotonic clock, which is never set and does not count the machine's sleep. By
  /// dates where no daemon looked; nil while it lasts, and where nobody can say.
  public var length: TimeSpan?
  /// What it reported, or what its exit status says; nil when it said nothing.
  public var success: Bool?
  /// The exit status of its program, where it had one.
  public var exitStatus: Int32?
  /// The name of the signal that ended its program (`SIGSEGV`), where one did.
  public var signal: String?
  /// Why it was told to stop, or why it failed.
  public var stopReason: Reason?
  /// Its last progress report.
  public var progress: Progress?

  /// A run that begins.
  public init(
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
  public var key: TaskKey { TaskKey(uid: uid, identifier: identifier) }
}
