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
