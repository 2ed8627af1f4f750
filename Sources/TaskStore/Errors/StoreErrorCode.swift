/// What kind of failure a ``StoreError`` is: what the daemon does about it depends on this alone.
package enum StoreErrorCode: Hashable, Sendable {
  /// The disk, or the user's share of it, has no room. It passes by itself when there is room again.
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
  /// Another process uses the state directory; nil when it has not written its process number yet.
  case locked(pid: Int32?)
  /// The file is a database of another program.
  case notOurs
  /// There is nothing to recover: the directory has no state file.
  case missing
  /// Another program holds the file open and locked for longer than is worth waiting for.
  case busy
  /// The machine has no memory left.
  case outOfMemory
  /// The batch holds something that is never stored (a value of more than 16 MiB).
  case refused
  /// The directory, or a file in it, belongs to somebody else, or others may write it: what it says would be
  /// done in this user's name.
  case untrusted
  /// The store was closed.
  case closed
}
