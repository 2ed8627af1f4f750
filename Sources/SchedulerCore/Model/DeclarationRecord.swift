/// A record of which task was made of which content of a file. It outlives the task, so that work that was
/// done once is not done again because the daemon starts or reloads.
package struct DeclarationRecord: Hashable, Sendable {
  /// The state of a declared task. The names are the store's.
  package enum State: String, CaseIterable, Sendable {
    /// The task waits or runs.
    case active
    /// The task was done or given up. Nothing more happens until the file says something else.
    case finished
    /// The owner cancelled the task, or tells its last run to stop. The task comes back when the file says
    /// something else or the files are reloaded.
    case cancelled
    /// The file is gone. The run that is under way is the last.
    case withdrawn
  }

  /// The task that was made of the declaration.
  package var task: TaskID
  /// The user whose task it is.
  package var uid: UInt32
  /// The task's identifier.
  package var identifier: String
  /// The file that declares the task.
  package var file: String
  /// The digest of everything that the file asked for (``Declaration/digest``).
  package var digest: Int64
  /// The digest of the first date that the file asked for (``Declaration/timing``).
  package var timing: Int64
  package var state: State

  /// The digest of a file whose earlier content is unknown.
  static let unknown: Int64 = 0

  package init(
    task: TaskID, uid: UInt32, identifier: String, file: String, digest: Int64, timing: Int64,
    state: State = .active
  ) {
    self.task = task
    self.uid = uid
    self.identifier = identifier
    self.file = file
    self.digest = digest
    self.timing = timing
    self.state = state
  }

  package var key: TaskKey { TaskKey(uid: uid, identifier: identifier) }

  /// The last part of the file's path.
  var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }
}
