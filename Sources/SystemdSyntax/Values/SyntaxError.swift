import PlainText

/// An error about a text: what was found, what is allowed in its place, and an example to copy.
package struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that was found, cut to 64 characters and with control characters escaped.
  package var found: String
  /// The description of the problem (`is not a length of time`).
  package var problem: String
  /// The description of allowed texts.
  package var allowed: String
  /// An example of an allowed text.
  package var example: String

  /// Creates an error about a text from outside, which may have any length and content.
  package init(found: String, problem: String, allowed: String, example: String) {
    self.found = SingleLine.escaped(found, maximumScalars: 64)
    self.problem = problem
    self.allowed = allowed
    self.example = example
  }

  /// The whole error in one line.
  package var description: String {
    let subject = found.isEmpty ? "An empty text" : "'\(found)'"
    return "\(subject) \(problem); allowed is \(allowed), for example \(example)"
  }
}
