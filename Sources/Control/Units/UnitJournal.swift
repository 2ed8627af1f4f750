import Glibc
import LinuxSystem

/// The journal of the unit that this program belongs to, for what people look for in `systemctl status`
/// although the unit sends errors elsewhere (`StandardError=null`).
enum UnitJournal {
  /// Says it there, unless this is no unit of systemd, or what is written to standard error goes there.
  static func say(_ message: String, in context: Context) {
    guard context.environment("INVOCATION_ID") != nil, !hasErrors(context.environment("JOURNAL_STREAM")),
      access("/run/systemd/journal/socket", W_OK) == 0
    else { return }
    SystemLog(.journal, identifier: "bgtaskctl").write(LogEntry(.info, message))
  }

  /// Whether standard error is the stream with this device and inode (systemd.exec(5), `$JOURNAL_STREAM`).
  private static func hasErrors(_ stream: String?) -> Bool {
    var status = stat()
    guard let stream, fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
