import CSQLite
import Glibc

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
