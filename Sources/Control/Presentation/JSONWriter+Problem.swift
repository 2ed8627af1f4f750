import SystemdSyntax
import Varlink

extension JSONWriter {
  /// Writes a problem of a file, with its place.
  mutating func problem(_ problem: SyntaxProblem) {
    beginObject()
    name("file")
    text(problem.file)
    if let line = problem.line {
      name("line")
      integer(line)
    }
    name("message")
    text(problem.text)
    name("severity")
    text(problem.severity.rawValue)
    endObject()
  }
}
