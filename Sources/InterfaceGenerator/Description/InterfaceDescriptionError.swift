/// A text that is not the description of an interface.
package struct InterfaceDescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where, from 1.
  package let line: Int
  /// What is wrong there.
  package let message: String

  /// The line and what is wrong there.
  package var description: String { "line \(line): \(message)" }
}
