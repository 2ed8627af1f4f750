import SchedulerCore

/// Why a text is no expression, and where.
package struct ConditionSyntaxError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The character at which it was noticed, from 1.
  package let column: Int
  /// What was found there, and what is allowed.
  package let message: String

  init(_ column: Int, _ message: String) { (self.column, self.message) = (column, message) }

  /// A name has so many bytes, which are too few or too many.
  init(_ column: Int, nameLength: Int) {
    let allowed = ConditionNames.lengthBytes
    self.init(
      column,
      "found a name of \(nameLength) bytes, allowed are \(allowed.lowerBound) to \(allowed.upperBound)")
  }

  /// `column 12: found "unmeterd"; did you mean unmetered?`
  package var description: String { "column \(column): \(message)" }

  /// As much of a text as an error repeats. A character may have any number of marks, so it is not by
  /// characters that a text is short.
  static func shortened(_ text: String) -> String { String(text.unicodeScalars.prefix(40)) }
}
