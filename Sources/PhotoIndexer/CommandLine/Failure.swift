import BackgroundTasks

/// Why the program ends without having done what it was asked for.
struct Failure: Error, Equatable {
  var status: ExitStatus
  /// What is wrong and what to do about it.
  var message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  static func usage(_ message: String) -> Failure {
    Failure(.usage, "\(message); photo-indexer --help says what there is")
  }

  /// Why a request was not accepted; the scheduler's own words say what to do.
  init(_ error: BGTaskScheduler.Error) {
    switch error.code {
    case .unavailable: self.init(.unavailable, error.localizedDescription)
    case .notPermitted: self.init(.configuration, error.localizedDescription)
    case .tooManyPendingTaskRequests, .immediateRunIneligible:
      self.init(.temporary, error.localizedDescription)
    }
  }
}

/// What the program ends with (sysexits(3)).
enum ExitStatus: Int32 {
  case success = 0
  /// EX_USAGE: the command line is wrong.
  case usage = 64
  /// EX_NOINPUT: there is no index to show.
  case noInput = 66
  /// EX_UNAVAILABLE: bgtaskd is away.
  case unavailable = 69
  /// EX_IOERR: something could not be read or written.
  case inputOutput = 74
  /// EX_TEMPFAIL: not now; the same may work later.
  case temporary = 75
  /// EX_CONFIG: bgtaskd has no manifest that permits this.
  case configuration = 78
}
