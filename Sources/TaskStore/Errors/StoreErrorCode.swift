/// The kind of failure of a ``StoreError``. The daemon's reaction depends on it alone.
package enum StoreErrorCode: Hashable, Sendable {
  /// The disk, or the user's share of it, has no room. This passes when there is room again.
  case full
  /// The directory or the file may not be written, by its permissions or because its file system is
  /// read-only.
  case readOnly
  /// The disk reports an error.
  case ioError
  /// The file is not what was written: `bgtaskd --recover` salvages what can be read.
  case damaged
  /// A newer bgtaskd wrote the file: its schema's version, and the last one that this program knows.
  case newerVersion(found: Int, known: Int)
  /// Another process uses the state directory; `nil` when it has not written its process number yet.
  case locked(pid: Int32?)
  /// The file is a database of another program.
  case notOurs
  /// The directory has no state file that could be recovered.
  case missing
  /// Another program holds the file open and locked for longer than is worth waiting for.
  case busy
  /// The machine has no memory left.
  case outOfMemory
  /// The batch holds a value that is never stored (of more than 16 MiB).
  case refused
  /// The directory, or a file in it, belongs to another user, or others may write it: its commands would be
  /// run in this user's name.
  case untrusted
  /// The store was closed.
  case closed
}
