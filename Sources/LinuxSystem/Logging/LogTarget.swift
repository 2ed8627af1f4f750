/// Where a ``SystemLog`` writes. The names are those of the command line.
public enum LogTarget: String, Hashable, CaseIterable, Sendable {
  /// The journal when standard error is connected to it, else standard error.
  case auto
  /// journald, with all fields. Without a journald entries are lost (sd_journal_sendv(3)).
  case journal
  /// Standard error: plain lines on a terminal, else with `<N>` prefixes (sd-daemon(3)). Fields are left out.
  case stderr
}
