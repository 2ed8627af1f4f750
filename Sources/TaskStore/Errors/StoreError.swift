import CSQLite
import Glibc

/// An error of the store. Nothing of the failed operation has been done.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  package var code: StoreErrorCode
  /// The path of the file or the directory.
  package var path: String
  /// The message of SQLite or the system, without a full stop.
  package var detail: String

  package init(code: StoreErrorCode, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }

  /// Creates the error of a call to a closed store.
  init(closed path: String) { self.init(code: .closed, path: path, detail: "the store was closed") }

  /// Creates the error of an index that led to a row that was not asked for.
  init(strayed row: Int64, path: String) {
    self.init(code: .damaged, path: path, detail: RowFault(strayed: row).description)
  }

  /// A line for the user: the file, its problem, and the remedy.
  package var description: String {
    switch code {
    case .full, .readOnly, .ioError, .missing, .busy, .outOfMemory, .refused, .closed:
      "\(path): \(cause)"
    case .untrusted:
      "\(path) cannot be trusted with what bgtaskd runs: \(detail)"
    case .damaged:
      "\(path) is damaged (\(detail)). To salvage what can be read, run: "
        + "bgtaskd --recover --state-directory \(directory)"
    case .newerVersion(let found, let known):
      "\(path) was written by a newer bgtaskd (its schema has version \(found), this bgtaskd knows up to "
        + "version \(known)). Run the newer bgtaskd, or choose another directory with --state-directory"
    case .locked(let pid?):
      "another bgtaskd (pid \(pid)) uses the state directory \(directory)"
    case .locked(nil):
      "another bgtaskd uses the state directory \(directory)"
    case .notOurs:
      "\(path) is not a file of bgtaskd (\(detail)). Move it away, or choose another directory with "
        + "--state-directory"
    }
  }

  /// A short text for `Unavailable`, for a caller whose request was not accepted.
  package var cause: String {
    switch code {
    case .full: "no space left in \(directory) (\(detail)); make room there"
    case .readOnly: "\(path) cannot be written (\(detail))"
    case .ioError: "the disk of \(path) reports an error (\(detail))"
    case .damaged: "the state file is damaged (\(detail))"
    case .newerVersion: "the state file was written by a newer bgtaskd"
    case .locked: "another bgtaskd uses the state directory"
    case .notOurs: "the state file is not a file of bgtaskd (\(detail))"
    case .missing: "there is no such state file (\(detail))"
    case .busy: "another program holds the state file locked (\(detail))"
    case .outOfMemory: "no memory left (\(detail))"
    case .refused: "the state file does not take this (\(detail))"
    case .untrusted: "the state directory cannot be trusted (\(detail))"
    case .closed: "the state file was closed"
    }
  }

  private var directory: Substring {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : path[..<slash]
  }
}

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

extension StoreError {
  /// Creates the error that SQLite's result code means for the store.
  /// - Parameters:
  ///   - result: The code, with or without its extension.
  ///   - connection: The connection that gave it, for its message and the system's error number.
  init(sqlite result: CInt, of connection: OpaquePointer, path: String) {
    let number = sqlite3_system_errno(connection)
    let message = String(cString: sqlite3_errmsg(connection))
    let code: StoreErrorCode =
      switch result & 0xff {
      case SQLITE_FULL: .full
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
      case SQLITE_IOERR, SQLITE_CANTOPEN: Self.code(systemError: number)
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .damaged
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
      case SQLITE_NOMEM: .outOfMemory
      default: .refused
      }
    // The number belongs to the last call that failed, which is this one only where SQLite blames the system.
    let blamesSystem = result & 0xff == SQLITE_IOERR || result & 0xff == SQLITE_CANTOPEN
    let detail = blamesSystem && number != 0 ? "\(message): \(Self.text(systemError: number))" : message
    self.init(code: code, path: path, detail: detail)
  }

  /// Creates the error of a failed system call, whose cause is `errno`.
  init(call: String, path: String, number: CInt = errno) {
    self.init(
      code: Self.code(systemError: number), path: path,
      detail: "\(call): \(Self.text(systemError: number))")
  }

  private static func code(systemError number: CInt) -> StoreErrorCode {
    switch number {
    case ENOSPC, EDQUOT: .full
    case EROFS, EACCES, EPERM: .readOnly
    case ENOMEM: .outOfMemory
    default: .ioError
    }
  }

  private static func text(systemError number: CInt) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    return buffer.withUnsafeMutableBufferPointer { space in
      guard let base = space.baseAddress, strerror_r(number, base, space.count) == 0 else {
        return "error \(number)"
      }
      return String(cString: base)
    }
  }
}
