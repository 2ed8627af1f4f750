/// A place in a message that cannot be accepted, and why.
public struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The dotted path of the field (`request.command.argv[2]`); empty for the message itself.
  public var path: String
  /// What was found and what is allowed.
  public var message: String

  /// Both in one line.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
