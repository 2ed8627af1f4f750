/// Something that an application's people should read.
public struct BackgroundLogEntry: Hashable, Sendable {
  /// How much it matters.
  public enum Level: Hashable, Sendable {
    /// What usually happens.
    case info
    /// Something went wrong, and the program goes on.
    case warning
    /// The program cannot go on.
    case error
  }

  /// How much it matters.
  public let level: Level
  /// A sentence.
  public let message: String
  /// The task that it is about, if it is about one.
  public let identifier: String?

  /// One of the application's own.
  public init(_ level: Level, _ message: String, about identifier: String? = nil) {
    (self.level, self.message, self.identifier) = (level, message, identifier)
  }
}
