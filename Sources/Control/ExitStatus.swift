/// The program's exit status: a number of sysexits(3), 1 for "no", or that of a program it has waited for.
struct ExitStatus: RawRepresentable, Hashable, CaseIterable, Sendable {
  let rawValue: Int32

  /// The command was carried out.
  static let success = ExitStatus(rawValue: 0)
  /// The answer is no: `explain --quiet` of a task that has to wait, `should-defer` of a run that may go on,
  /// an identifier that names no task, `--on-conflict fail` of a pending one, work that was waited for and
  /// failed without an exit status, was cancelled or was replaced.
  static let no = ExitStatus(rawValue: 1)
  /// EX_USAGE: the command line is wrong.
  static let usage = ExitStatus(rawValue: 64)
  /// EX_DATAERR: the request or the file is wrong.
  static let data = ExitStatus(rawValue: 65)
  /// EX_NOINPUT: a file or program that was named does not exist.
  static let noInput = ExitStatus(rawValue: 66)
  /// EX_UNAVAILABLE: the daemon is not running, or cannot do this now.
  static let unavailable = ExitStatus(rawValue: 69)
  /// EX_SOFTWARE: the daemon's answer breaks the protocol.
  static let software = ExitStatus(rawValue: 70)
  /// EX_IOERR: reading or writing failed, the connection broke.
  static let inputOutput = ExitStatus(rawValue: 74)
  /// EX_TEMPFAIL: not now; a later attempt may succeed.
  static let temporary = ExitStatus(rawValue: 75)
  /// EX_NOPERM: not allowed to this user, or not with this configuration of the daemon.
  static let permission = ExitStatus(rawValue: 77)
  /// EX_CONFIG: the fleet's configuration is wrong or missing.
  static let configuration = ExitStatus(rawValue: 78)

  /// The statuses that are not those of another program.
  static let allCases = [
    success, no, usage, data, noInput, unavailable, software, inputOutput, temporary, permission,
    configuration,
  ]
}
