import SchedulerCore

/// An error in the text of an expression, with its position.
package struct ConditionSyntaxError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The position of the character at which the error was noticed, from 1.
  package let column: Int
  /// A sentence about what was found there and what is allowed.
  package let message: String

  init(_ column: Int, _ message: String) { (self.column, self.message) = (column, message) }

  /// Creates the error for a name that has too few or too many bytes.
  init(_ column: Int, nameLength: Int) {
    let allowed = ConditionNames.lengthBytes
    self.init(
      column,
      "found a name of \(nameLength) bytes, allowed are \(allowed.lowerBound) to \(allowed.upperBound)")
  }

  /// The column and the message, such as `column 12: found "unmeterd"; did you mean unmetered?`
  package var description: String { "column \(column): \(message)" }

  /// Returns as much of a text as an error repeats: 40 scalars. A limit on characters would not bound the
  /// length, because a character may have any number of marks.
  static func shortened(_ text: String) -> String { String(text.unicodeScalars.prefix(40)) }
}
