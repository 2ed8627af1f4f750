import SystemdSyntax
import Varlink

extension JSONWriter {
  /// Writes a problem of a file, with its place.
  mutating func problem(_ problem: SyntaxProblem) {
    beginObject()
    member("file", problem.file)
    member("line", problem.line)
    member("message", problem.text)
    member("severity", problem.severity.rawValue)
    endObject()
  }
}
