/// What must not be forgotten of a declared task: which task was made of what its file said. It outlives that
/// task, so that what was done once is not done again because the daemon starts or reloads.
package struct DeclarationRecord: Hashable, Sendable {
  /// What has become of a declaration. The names are the store's.
  package enum State: String, CaseIterable, Sendable {
    /// Its task waits or runs.
    case active
    /// Its task was done or given up. Nothing more happens until its file says something else.
    case finished
    /// Its owner cancelled its task, or tells its last run to stop. It comes back when its file says
    /// something else or the files are reloaded.
    case cancelled
    /// Its file is gone. The run that is under way is its last.
    case withdrawn
  }

  /// The task that was made of it.
  package var task: TaskID
  /// Whose it is.
  package var uid: UInt32
  /// The task's identifier.
  package var identifier: String
  /// The file that it stands in.
  package var file: String
  /// What the file said, in one number.
  package var digest: Int64
  /// What it said of the first date, in one number.
  package var timing: Int64
  /// What has become of it.
  package var state: State

  /// Instead of a digest where nobody knows any more what the file said.
  static let unknown: Int64 = 0

  /// A record.
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

  /// Whose it is and what it is called.
  package var key: TaskKey { TaskKey(uid: uid, identifier: identifier) }

  /// The last part of the file's path.
  var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }
}
