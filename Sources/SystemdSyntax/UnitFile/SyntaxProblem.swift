import PlainText

/// A problem in a file, with its place.
package struct SyntaxProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The severity of a problem.
  package enum Severity: String, Sendable {
    /// The line is skipped, and the rest of the file counts.
    case warning
    /// The file must not be used as it is.
    case error
  }

  package var severity: Severity
  /// The name of the file, as it was given to the parser.
  package var file: String
  /// The line, from 1; `nil` for a problem of the whole file.
  package var line: Int?
  /// The description of the problem.
  package var text: String

  package init(_ severity: Severity, file: String, line: Int? = nil, text: String) {
    self.severity = severity
    self.file = file
    self.line = line
    self.text = text
  }

  /// The problem as `file:line: text`, without control characters.
  package var description: String {
    SingleLine.escaped(line.map { "\(file):\($0): \(text)" } ?? "\(file): \(text)")
  }
}
