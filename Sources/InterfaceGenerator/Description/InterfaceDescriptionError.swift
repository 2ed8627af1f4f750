/// An error in the text of an interface description.
package struct InterfaceDescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1.
  package let line: Int
  /// The problem in that line.
  package let message: String

  /// The line and the problem.
  package var description: String { "line \(line): \(message)" }
}
