import LinuxSystem

/// The journal of the unit that this program belongs to, for what people look for in `systemctl status`
/// although the unit sends errors elsewhere (`StandardError=null`).
enum UnitJournal {
  /// Says it there, unless this is no unit of systemd, or what is written to standard error goes there.
  static func say(_ message: String, in context: Context) {
    let identifier = "bgtaskctl"
    guard context.environment("INVOCATION_ID") != nil, SystemLog.isJournalThere,
      SystemLog(.auto, identifier: identifier).target != .journal
    else { return }
    SystemLog(.journal, identifier: identifier).write(LogEntry(.info, message))
  }
}
