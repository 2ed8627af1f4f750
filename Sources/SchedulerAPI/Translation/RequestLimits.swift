/// The bounds of a request beside those of single fields, which the protocol's text and the wire layer have
/// (``Wire/TaskRequest/Bounds``). The whole message has its own (``Varlink/MessageLimits``).
package enum RequestLimits {
  /// The most bytes of all arguments, each with its NUL; and likewise of the whole environment. The kernel
  /// takes no longer single string (execve(2)).
  static let commandBytes = 128 * 1024
  /// The most bytes of all encrypted credentials: each is one line of a task's file, and no line is longer.
  static let encryptedBytes = 64 * 1024
  /// The prefix of the variables that the daemon sets.
  package static let reservedPrefix = "BGTASK"
  /// The variable with that prefix that callers set: the number of a grant, by which what a program writes is
  /// told from what a program of an older grant writes.
  package static let fenceVariable = "BGTASK_FENCE"
}
