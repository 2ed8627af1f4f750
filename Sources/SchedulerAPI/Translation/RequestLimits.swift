/// The bounds of what a request may say that are not a field's own: those the protocol's text has, and the
/// wire layer (``Wire/TaskRequest/Bounds``). The message as a whole has its own (``Varlink/MessageLimits``).
package enum RequestLimits {
  /// All arguments together, each with its NUL; and likewise all of the environment. The kernel takes no
  /// single string that is longer (execve(2)).
  static let commandBytes = 128 * 1024
  /// All encrypted credentials together: they stand in one line of a task's file each, and it has no more.
  static let encryptedBytes = 64 * 1024
  /// Variables whose names begin so are set by the daemon.
  package static let reservedPrefix = "BGTASK"
}
