// Room SystemdSyntax: systemd's text formats: unit files, spans, dates, words, files of time zones.
// Way in: `UnitFile`, `TimeSpanSyntax`, `TimestampSyntax`, `Words`.
// Must not know: what keys and sections mean to bgtaskd.

/// A file in the syntax of systemd.syntax(7), or several files merged, later ones after earlier ones.
package struct UnitFile: Hashable, Sendable {
  /// A `[Section]` with its assignments, in order.
  package struct Section: Hashable, Sendable {
    /// The name between the brackets.
    package var name: String
    /// The file in which the section first began.
    package var file: String
    /// The line in which the section first began, from 1.
    package var line: Int
    /// The assignments of the section, in order.
    package var assignments: [Assignment]
  }

  /// The largest size of a file that is read: 1 MiB.
  package static let maximumBytes = 1 << 20
  /// The longest line, continuations included: 64 KiB. A longer line is skipped with an error.
  package static let maximumLineBytes = 64 << 10
  /// The largest number of problems that are kept; further ones are only counted.
  package static let maximumProblems = 100
  /// The largest number of sections; further ones are skipped with an error.
  package static let maximumSections = 64

  /// The name of the file, for messages.
  package var name: String
  /// The sections, in the order in which they begin; a section that is opened twice is one section.
  package var sections: [Section] = []
  /// The problems of the syntax, in order.
  package var problems: [SyntaxProblem] = []

  /// Creates an empty file.
  package init(name: String) { self.name = name }

  /// Parses a file's text. Problems are not thrown but listed in ``problems``.
  package static func parse(text: String, name: String) -> UnitFile {
    parse(bytes: Array(text.utf8), name: name)
  }

  /// Parses any bytes of a file. A line with a NUL or with bytes that are not UTF-8 is an error.
  package static func parse(bytes: [UInt8], name: String) -> UnitFile {
    var parser = UnitFileParser(name: name)
    return parser.parse(bytes)
  }

  /// Returns a main file with its drop-ins merged in, whose assignments come later.
  package static func merging(_ main: UnitFile, _ dropIns: [UnitFile]) -> UnitFile {
    var merged = main
    for file in dropIns {
      merged.problems += file.problems
      for section in file.sections {
        if let index = merged.sections.firstIndex(where: { $0.name == section.name }) {
          merged.sections[index].assignments += section.assignments
        } else {
          merged.sections.append(section)
        }
      }
    }
    return merged
  }

  /// Returns the section of this name.
  package func section(_ name: String) -> Section? { sections.first { $0.name == name } }

  /// Returns the assignment of a single-valued key that counts, which is the last; `nil` when there is none
  /// or its value is empty, which stands for the default.
  package func assignment(_ section: String, _ key: String) -> Assignment? {
    let last = self.section(section)?.assignments.last { $0.key == key }
    return last?.value.isEmpty == true ? nil : last
  }

  /// Returns the assignments of a list that count: all after the last empty one.
  package func assignments(_ section: String, _ key: String) -> [Assignment] {
    let all = self.section(section)?.assignments.filter { $0.key == key } ?? []
    return Array(all.suffix(while: { !$0.value.isEmpty }))
  }

  /// Returns a problem for each section and key that is not in the table, up to ``maximumProblems``. Names
  /// that begin with `X-` are for other programs and are skipped, as by systemd.
  package func unknownNames(
    _ severity: SyntaxProblem.Severity = .warning, allowed: [(section: String, keys: [String])]
  ) -> [SyntaxProblem] {
    var found: [SyntaxProblem] = []
    for section in sections where !section.name.hasPrefix("X-") {
      guard let entry = allowed.first(where: { $0.section == section.name }) else {
        let hint = NearestName.hint(for: section.name, among: allowed.map(\.section)) { "[\($0)]" }
        found.append(
          SyntaxProblem(
            severity, file: section.file, line: section.line,
            text: "unknown section [\(section.name)]\(hint)"))
        continue
      }
      for assignment in section.assignments
      where found.count < Self.maximumProblems && !assignment.key.hasPrefix("X-")
        && !entry.keys.contains(assignment.key)
      {
        let hint = NearestName.hint(for: assignment.key, among: entry.keys) { "\($0)=" }
        found.append(
          SyntaxProblem(
            severity, file: assignment.file, line: assignment.line,
            text: "unknown key \(assignment.key)= in [\(section.name)]\(hint)"))
      }
    }
    return Array(found.prefix(Self.maximumProblems))
  }
}

extension Array {
  fileprivate func suffix(while matches: (Element) -> Bool) -> ArraySlice<Element> {
    let last = lastIndex { !matches($0) }
    return last.map { self[($0 + 1)...] } ?? self[...]
  }
}
