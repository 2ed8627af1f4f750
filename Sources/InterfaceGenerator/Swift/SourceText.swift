/// Swift source as it grows, line by line.
struct SourceText {
  private(set) var text = ""
  private var depth = 0

  /// Adds a line at the depth where it stands; empty lines stay empty.
  mutating func line(_ line: String = "") {
    text += (line.isEmpty ? "" : String(repeating: "  ", count: depth) + line) + "\n"
  }

  /// Adds a documentation comment, a line each; without lines, one that names what follows.
  mutating func documentation(_ comment: [String], else fallback: String) {
    for part in comment.isEmpty ? [fallback] : comment { line(part.isEmpty ? "///" : "/// \(part)") }
  }

  /// Adds lines in braces, with what stands before the first.
  mutating func block(_ head: String, _ body: (inout SourceText) -> Void) {
    line(head + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Adds what a call or a declaration has in its parentheses: on one line if it fits, else one line each.
  mutating func list(_ head: String, _ parts: [String], _ tail: String) {
    let short = head + parts.joined(separator: ", ") + tail
    guard short.utf8.count + 2 * depth > 108 else { return line(short) }
    line(head)
    for (index, part) in parts.enumerated() { line("  " + part + (index < parts.count - 1 ? "," : "")) }
    line(tail)
  }
}
