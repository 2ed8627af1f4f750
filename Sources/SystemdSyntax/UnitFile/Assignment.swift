/// A `key=value` of a file, with its place for messages.
package struct Assignment: Hashable, Sendable {
  /// The key before the `=`.
  package var key: String
  /// The text after the `=`, without spaces at its ends; an empty value resets earlier assignments.
  package var value: String
  /// The name of the file.
  package var file: String
  /// The line that the assignment begins in, from 1.
  package var line: Int

  package init(key: String, value: String, file: String, line: Int) {
    self.key = key
    self.value = value
    self.file = file
    self.line = line
  }

  /// Returns the value as a Boolean.
  /// - Throws: An error with the file and the line.
  package func boolean() throws(SyntaxProblem) -> Bool {
    try read { value throws(SyntaxError) in try BooleanSyntax.parse(value) }
  }

  /// Returns the value as a whole number.
  /// - Throws: An error with the file and the line.
  package func integer(in range: ClosedRange<Int>) throws(SyntaxProblem) -> Int {
    try read { value throws(SyntaxError) in try IntegerSyntax.parse(value, in: range) }
  }

  /// Returns the value as a number of bytes, see ``SizeSyntax``.
  /// - Throws: An error with the file and the line.
  package func size(in range: ClosedRange<Int>) throws(SyntaxProblem) -> Int {
    try read { value throws(SyntaxError) in try SizeSyntax.parse(value, in: range) }
  }

  /// Returns the value as a percentage, see ``PercentSyntax``.
  /// - Throws: An error with the file and the line.
  package func percent(in range: ClosedRange<Int>) throws(SyntaxProblem) -> Int {
    try read { value throws(SyntaxError) in try PercentSyntax.parse(value, in: range) }
  }

  /// Returns the value as a length of time in microseconds, ``TimeSpanSyntax/infinity`` included.
  /// - Throws: An error with the file and the line.
  package func timeSpan() throws(SyntaxProblem) -> Int64 {
    try read { value throws(SyntaxError) in try TimeSpanSyntax.parse(value) }
  }

  /// Returns the value as words, see ``Words``.
  /// - Throws: An error with the file and the line.
  package func words() throws(SyntaxProblem) -> [String] {
    try read { value throws(SyntaxError) in try Words.split(value) }
  }

  /// Returns the value as one of the names of a type.
  /// - Throws: An error with the file and the line, the names, and the name that may have been meant.
  package func choice<Value: RawRepresentable<String> & CaseIterable>() throws(SyntaxProblem) -> Value {
    guard let choice = Value(rawValue: value) else {
      throw problem(choosingAmong: Value.allCases.map(\.rawValue))
    }
    return choice
  }

  /// Returns an error that the value is none of these names, with the name that may have been meant.
  package func problem(choosingAmong names: [String]) -> SyntaxProblem {
    problem(
      .error,
      "found \(value), allowed are \(names.joined(separator: ", "))"
        + NearestName.hint(for: value, among: names))
  }

  /// Returns a problem with this assignment, with its place and key.
  package func problem(
    _ severity: SyntaxProblem.Severity = .error, _ text: String
  ) -> SyntaxProblem {
    SyntaxProblem(severity, file: file, line: line, text: "\(key)=: \(text)")
  }

  private func read<Value>(
    _ parse: (String) throws(SyntaxError) -> Value
  ) throws(SyntaxProblem) -> Value {
    do {
      return try parse(value)
    } catch {
      throw problem(.error, error.description)
    }
  }
}
