import PlainText
import SystemdSyntax

/// The promises for every file that people write.
enum UnitFileCheck {
  /// The most problems: syntax, unknown names and keys have bounds of their own.
  private static let problemCount = 2 * (UnitFile.maximumProblems + 1) + 200

  /// Reads the bytes, and reads the result once more from its written form.
  static func parse(_ bytes: UnsafeRawBufferPointer, name: String) -> UnitFile {
    let file = UnitFile.parse(bytes: Array(bytes), name: name)
    hold(file.sections.count <= UnitFile.maximumSections, "sections are bounded")
    let again = UnitFile.parse(text: text(of: file), name: name)
    hold(again.problems.isEmpty, "what was read can be written: \(again.problems)")
    hold(values(of: again) == values(of: file), "what was written is what was read")
    return file
  }

  static func check(_ problems: [SyntaxProblem], of bytes: UnsafeRawBufferPointer) {
    hold(problems.count <= problemCount, "problems are bounded: \(problems.count)")
    let lines = bytes.count { $0 == 0x0A } + 1
    for problem in problems {
      if let line = problem.line { hold((1...lines).contains(line), "a problem is in the file: \(problem)") }
      hold(
        !problem.description.unicodeScalars.contains(where: SingleLine.isUnsafe),
        "no terminal obeys a problem")
    }
  }

  static func hasErrors(_ problems: [SyntaxProblem]) -> Bool { problems.contains { $0.severity == .error } }

  private static func values(of file: UnitFile) -> [[String]] {
    file.sections.map { section in
      [section.name] + section.assignments.filter(isWritable).flatMap { [$0.key, $0.value] }
    }
  }

  private static func text(of file: UnitFile) -> String {
    file.sections.map { section in
      "[\(section.name)]\n"
        + section.assignments.filter(isWritable).map { "\($0.key)=\($0.value)\n" }.joined()
    }.joined()
  }

  /// Whether the value can be written: a backslash at its end, read at a file's end, would join lines.
  private static func isWritable(_ assignment: Assignment) -> Bool { assignment.value.utf8.last != 0x5C }
}
