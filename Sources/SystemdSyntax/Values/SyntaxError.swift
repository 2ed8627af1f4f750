import PlainText

/// A text that is not what its place asks for: what was found, what is allowed there, and an example to copy.
package struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What stood there, cut to 64 characters and with control characters written as escapes.
  package var found: String
  /// What is wrong with it (`is not a length of time`).
  package var problem: String
  /// What may stand there.
  package var allowed: String
  /// A text that would have been right.
  package var example: String

  /// An error about a text from outside, which may be of any length and hold anything.
  package init(found: String, problem: String, allowed: String, example: String) {
    self.found = SingleLine.escaped(found, maximumScalars: 64)
    self.problem = problem
    self.allowed = allowed
    self.example = example
  }

  /// All of it in one line.
  package var description: String {
    let subject = found.isEmpty ? "An empty text" : "'\(found)'"
    return "\(subject) \(problem); allowed is \(allowed), for example \(example)"
  }
}
