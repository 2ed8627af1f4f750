public import SchedulerCore

/// The bounds of what a request may say. The message as a whole has its own (``Varlink/MessageLimits``).
public enum RequestLimits {
  /// The longest identifier.
  public static let identifierBytes = 255
  /// The most requests of one batch: all of them are decided in one go, and everybody waits for that.
  public static let batchCount = 1000
  /// The most identifiers, and the most runs, of one registration.
  public static let identifierCount = 10_000
  /// The longest title and the longest subtitle.
  public static let titleBytes = 255
  /// The most arguments of a command, the program included.
  public static let argumentCount = 1024
  /// All arguments together, each with its NUL; and likewise all of the environment. The kernel takes no
  /// single string that is longer (execve(2)).
  public static let commandBytes = 128 * 1024
  /// The most variables of a command's environment.
  public static let environmentCount = 256
  /// The longest path, its NUL not counted (`PATH_MAX`).
  public static let pathBytes = 4095
  /// Variables whose names begin so are set by the daemon.
  public static let reservedPrefix = "BGTASK"
  /// How often a task may be tried.
  public static let attempts = 1...1000
  /// The shortest time from one run of a repeating task to the next.
  public static let shortestRepeat = TimeSpan.seconds(1)
}
