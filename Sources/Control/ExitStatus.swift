/// What the program ends with: the numbers of sysexits(3), and 1 for "no"; where it has waited for a program,
/// that one's own.
struct ExitStatus: RawRepresentable, Hashable, CaseIterable, Sendable {
  let rawValue: Int32

  /// It was done.
  static let success = ExitStatus(rawValue: 0)
  /// The question was answered with no: `explain --quiet` of a task that has to wait, `should-defer` of a run
  /// that may go on, an identifier that names nothing, `--on-conflict fail` of one that is pending, a run
  /// that was waited for and failed without an exit status.
  static let no = ExitStatus(rawValue: 1)
  /// EX_USAGE: the command line is wrong.
  static let usage = ExitStatus(rawValue: 64)
  /// EX_DATAERR: the request or the file is wrong.
  static let data = ExitStatus(rawValue: 65)
  /// EX_NOINPUT: a file to read is not there.
  static let noInput = ExitStatus(rawValue: 66)
  /// EX_UNAVAILABLE: the daemon is not running, or cannot do this now.
  static let unavailable = ExitStatus(rawValue: 69)
  /// EX_SOFTWARE: the daemon answered what it must not answer.
  static let software = ExitStatus(rawValue: 70)
  /// EX_IOERR: reading or writing failed, the connection broke.
  static let inputOutput = ExitStatus(rawValue: 74)
  /// EX_TEMPFAIL: not now; the same may work later.
  static let temporary = ExitStatus(rawValue: 75)
  /// EX_NOPERM: not for this user, or not as the daemon is configured.
  static let permission = ExitStatus(rawValue: 77)

  /// This program's own.
  static let allCases = [
    success, no, usage, data, noInput, unavailable, software, inputOutput, temporary, permission,
  ]
}
