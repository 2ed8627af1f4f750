/// What the program ends with: the numbers of sysexits(3), and 1 for "no".
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// It was done.
  case success = 0
  /// The question was answered with no: `explain --quiet` of a task that has to wait, `should-defer` of a run
  /// that may go on, an identifier that names nothing, `--on-conflict fail` of one that is pending.
  case no = 1
  /// EX_USAGE: the command line is wrong.
  case usage = 64
  /// EX_DATAERR: the request or the file is wrong.
  case data = 65
  /// EX_NOINPUT: a file to read is not there.
  case noInput = 66
  /// EX_UNAVAILABLE: the daemon is not running, or cannot do this now.
  case unavailable = 69
  /// EX_SOFTWARE: the daemon answered what it must not answer.
  case software = 70
  /// EX_IOERR: reading or writing failed, the connection broke.
  case inputOutput = 74
  /// EX_TEMPFAIL: not now; the same may work later.
  case temporary = 75
  /// EX_NOPERM: not for this user, or not as the daemon is configured.
  case permission = 77
}
