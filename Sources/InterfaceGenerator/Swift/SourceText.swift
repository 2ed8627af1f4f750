/// Swift source that grows line by line.
struct SourceText {
  private(set) var text = ""
  private var depth = 0

  /// Adds a line at the current depth; empty lines stay empty.
  mutating func line(_ line: String = "") {
    text += (line.isEmpty ? "" : String(repeating: "  ", count: depth) + line) + "\n"
  }

  /// Returns a generated file.
  /// - Parameters:
  ///   - source: The text or the table that the file is made of, where changes belong.
  ///   - imports: Its `import` declarations.
  static func file(
    _ name: String, of source: String, imports: [String], _ body: (inout SourceText) -> Void
  ) -> (name: String, text: String) {
    var text = SourceText()
    text.line("// Made of \(source) by `make generate`. Changes belong there.")
    text.line("// swift-format-ignore-file")
    imports.forEach { text.line($0) }
    text.line()
    body(&text)
    return (name + ".swift", text.text)
  }

  /// Adds a part for each element, with empty lines between the parts.
  mutating func separated<Element>(_ elements: [Element], _ part: (Element, inout SourceText) -> Void) {
    for (number, element) in elements.enumerated() {
      if number > 0 { line() }
      part(element, &self)
    }
  }

  /// The widest line that the formatter allows, in bytes.
  private static let width = 110

  /// Adds a documentation comment.
  mutating func documentation(_ text: String) { documentation([text], else: "") }

  /// Adds a documentation comment, or `fallback` when it has no lines.
  mutating func documentation(_ comment: [String], else fallback: String) {
    for part in wrapped(comment.isEmpty ? [fallback] : comment) {
      // Indented lines are code in the documentation, which takes four spaces.
      let indented = part.hasPrefix(" ") ? "  \(part)" : part
      line(part.isEmpty ? "///" : "/// \(indented)")
    }
  }

  /// Adds the entry of a parameter in a documentation comment.
  mutating func documentation(of parameter: String, _ comment: [String]) {
    for (index, part) in wrapped(["- \(parameter): " + comment.joined(separator: " ")], indent: 4)
      .enumerated()
    {
      line((index == 0 ? "///   " : "///     ") + part)
    }
  }

  /// Returns the comment wrapped to the width that is left at the current depth. Indented lines stay.
  private func wrapped(_ comment: [String], indent: Int = 0) -> [String] {
    let room = Self.width - 2 * depth - "/// ".utf8.count - indent
    guard comment.contains(where: { $0.utf8.count > room }) else { return comment }
    var lines: [String] = []
    var isOpen = false
    for part in comment {
      guard !part.isEmpty, !part.hasPrefix(" ") else {
        lines.append(part)
        isOpen = false
        continue
      }
      for word in part.split(separator: " ") {
        if isOpen, let last = lines.last, last.utf8.count + 1 + word.utf8.count <= room {
          lines[lines.count - 1] = "\(last) \(word)"
        } else {
          lines.append(String(word))
          isOpen = true
        }
      }
    }
    return lines
  }

  /// Adds a block: `head`, and lines in braces.
  mutating func block(_ head: String, _ body: (inout SourceText) -> Void) {
    line(head + " {")
    indented(body)
    line("}")
  }

  /// Adds lines one level deeper.
  mutating func indented(_ body: (inout SourceText) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// Adds assignments one level deeper: as many on a line as fit, as tuples.
  mutating func assignments(_ assignments: [(target: String, value: String)]) {
    depth += 1
    defer { depth -= 1 }
    var pending: [(target: String, value: String)] = []
    func text() -> String {
      let targets = pending.map(\.target).joined(separator: ", ")
      let values = pending.map(\.value).joined(separator: ", ")
      return pending.count == 1 ? "\(targets) = \(values)" : "(\(targets)) = (\(values))"
    }
    for assignment in assignments {
      pending.append(assignment)
      guard pending.count > 1, !fits(text()) else { continue }
      pending.removeLast()
      line(text())
      pending = [assignment]
    }
    if !pending.isEmpty { line(text()) }
  }

  /// Whether a line is not too wide at the current depth.
  private func fits(_ line: String) -> Bool { line.utf8.count + 2 * depth <= Self.width }

  /// Adds a function: the text before its parameters, the parameters, the text behind them, and its lines.
  mutating func function(
    _ head: String, _ parameters: [String], _ tail: String, _ body: (inout SourceText) -> Void
  ) {
    filled(head + "(", parameters, ")\(tail) {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Adds a list: on one line if it fits, else as many parts on a line as fit.
  mutating func filled(_ head: String, _ parts: [String], _ tail: String) {
    let short = head + parts.joined(separator: ", ") + tail
    guard !fits(short) else { return line(short) }
    // A list without an end goes on behind its head.
    var open = tail.isEmpty ? head + parts[0] : parts[0]
    if !tail.isEmpty { line(head) }
    for (place, part) in parts.enumerated().dropFirst() {
      let separator = place < parts.count - 1 ? "," : ""
      let longer = "\(open), \(part)"
      if fits("  " + longer + separator) {
        open = longer
      } else {
        filledLine(open + ",", isIndented: !(tail.isEmpty && open.hasPrefix(head)))
        open = part
      }
    }
    filledLine(open, isIndented: true)
    if !tail.isEmpty { line(tail) }
  }

  /// Adds a line of a list. A call that is too wide for it has a list of its own.
  private mutating func filledLine(_ text: String, isIndented: Bool) {
    if isIndented { depth += 1 }
    defer { if isIndented { depth -= 1 } }
    guard !fits(text), let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else {
      return line(text)
    }
    let parts = text[text.index(after: open)..<close].split(separator: ", ").map(String.init)
    filled(String(text[...open]), parts, String(text[close...]))
  }
}
