/// How a process ended (waitid(2)).
public enum ProcessExit: Hashable, Sendable {
  /// By itself, with this status.
  case status(CInt)
  /// By this signal, with or without a core dump.
  case signal(CInt)
}
