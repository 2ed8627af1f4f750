/// A message that an application's people should read.
public struct BackgroundLogEntry: Hashable, Sendable {
  /// The importance of a message.
  public enum Level: Hashable, Sendable {
    /// An event of usual operation.
    case info
    /// A failure after which the program goes on.
    case warning
    /// A failure after which the program cannot go on.
    case error
  }

  /// The importance of the message.
  public let level: Level
  /// The message, as a sentence.
  public let message: String
  /// The task that the message is about, if there is one.
  public let identifier: String?

  /// Creates an entry of the application's own.
  public init(_ level: Level, _ message: String, about identifier: String? = nil) {
    (self.level, self.message, self.identifier) = (level, message, identifier)
  }
}
