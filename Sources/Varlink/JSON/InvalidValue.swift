/// A place in a message that cannot be accepted, and why.
package struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The dotted path of the field (`request.command.argv[2]`); empty for the message itself.
  package var path: String
  /// What was found and what is allowed.
  package var message: String

  /// Both in one line.
  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
