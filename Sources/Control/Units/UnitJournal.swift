import LinuxSystem

/// The journal of the unit that this program belongs to, for messages that people look for in `systemctl
/// status` although the unit sends errors elsewhere (`StandardError=null`).
enum UnitJournal {
  /// Writes a message there, unless this is no unit of systemd, or standard error goes there already.
  static func say(_ message: String, in context: Context) {
    let identifier = "bgtaskctl"
    guard context.environment("INVOCATION_ID") != nil, SystemLog.isJournalThere,
      SystemLog(.auto, identifier: identifier).target != .journal
    else { return }
    SystemLog(.journal, identifier: identifier).write(LogEntry(.info, message))
  }
}
