/// A text that is not the description of an interface.
public struct InterfaceDescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where, from 1.
  public let line: Int
  /// What is wrong there.
  public let message: String

  /// The line and what is wrong there.
  public var description: String { "line \(line): \(message)" }
}
