import PlainText

/// Something that is wrong in a file, and where.
package struct SyntaxProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  package enum Severity: String, Sendable {
    /// The line is passed over, and the rest counts.
    case warning
    /// The file must not be used as it is.
    case error
  }

  /// How bad it is.
  package var severity: Severity
  /// The file's name, as it was given to the parser.
  package var file: String
  /// The line, from 1; nil when it is about the whole file.
  package var line: Int?
  /// What is wrong.
  package var text: String

  /// A problem.
  package init(_ severity: Severity, file: String, line: Int? = nil, text: String) {
    self.severity = severity
    self.file = file
    self.line = line
    self.text = text
  }

  /// `file:line: text`, without control characters.
  package var description: String {
    SingleLine.escaped(line.map { "\(file):\($0): \(text)" } ?? "\(file): \(text)")
  }
}
