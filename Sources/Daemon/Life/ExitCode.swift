import TaskStore

/// The daemon's exit statuses, as in sysexits.h.
enum ExitCode: Int32, Error {
  case success = 0
  /// `EX_USAGE`: the command line is wrong.
  case usage = 64
  /// `EX_DATAERR`: the state file is damaged, of another program or of a newer version.
  case data = 65
  /// `EX_OSERR`: the system refuses what the daemon needs.
  case system = 71
  /// `EX_IOERR`: the state cannot be read or written.
  case io = 74
  /// `EX_TEMPFAIL`: another daemon has the state directory or the socket.
  case taken = 75
  /// `EX_NOPERM`: the state directory or a file in it belongs to another user, or others may write it.
  case untrusted = 77
  /// `EX_CONFIG`: the configuration has errors.
  case configuration = 78
}

extension ExitCode {
  /// Creates the exit status for a store that cannot be opened.
  init(_ error: StoreError) {
    self =
      switch error.code {
      case .locked: .taken
      case .untrusted: .untrusted
      case .damaged, .newerVersion, .notOurs: .data
      default: .io
      }
  }
}
