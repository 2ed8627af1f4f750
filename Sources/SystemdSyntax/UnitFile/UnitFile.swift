/// A file in the syntax of systemd.syntax(7), or several of which the later ones add to the earlier ones.
package struct UnitFile: Hashable, Sendable {
  /// A `[Section]` and what is assigned in it, in order.
  package struct Section: Hashable, Sendable {
    /// What stands between the brackets.
    package var name: String
    /// The file and the line in which it first began.
    package var file: String
    /// From 1.
    package var line: Int
    /// What is assigned, in order.
    package var assignments: [Assignment]
  }

  /// Files that are larger are not read: 1 MiB.
  package static let maximumBytes = 1 << 20
  /// Lines that are longer, continuations included, are passed over with an error: 64 KiB.
  package static let maximumLineBytes = 64 << 10
  /// After so many problems the rest is only counted.
  package static let maximumProblems = 100
  /// Sections above this number are passed over with an error.
  package static let maximumSections = 64

  /// The file's name, for messages.
  package var name: String
  /// In the order in which they begin; a section that is opened twice is one section.
  package var sections: [Section] = []
  /// What is wrong with the syntax, in order.
  package var problems: [SyntaxProblem] = []

  /// A file with nothing in it.
  package init(name: String) { self.name = name }

  /// Reads a file's text. Nothing is thrown: what is wrong stands in ``problems``.
  package static func parse(text: String, name: String) -> UnitFile {
    parse(bytes: Array(text.utf8), name: name)
  }

  /// Reads a file's bytes, whatever they are. A line with a NUL or with bytes that are not UTF-8 is an error.
  package static func parse(bytes: [UInt8], name: String) -> UnitFile {
    var parser = UnitFileParser(name: name)
    return parser.parse(bytes)
  }

  /// The sections of a main file with those of its drop-ins after it, so that later assignments come later.
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

  /// The section of this name.
  package func section(_ name: String) -> Section? { sections.first { $0.name == name } }

  /// What counts of a key that has one value: the last assignment; nil when there is none or when it is
  /// empty, which stands for the default.
  package func assignment(_ section: String, _ key: String) -> Assignment? {
    let last = self.section(section)?.assignments.last { $0.key == key }
    return last?.value.isEmpty == true ? nil : last
  }

  /// What counts of a key that is a list: all assignments after the last empty one.
  package func assignments(_ section: String, _ key: String) -> [Assignment] {
    let all = self.section(section)?.assignments.filter { $0.key == key } ?? []
    return Array(all.suffix(while: { !$0.value.isEmpty }))
  }

  /// A problem for every section and key that is not in the table, ``maximumProblems`` at most. Sections and
  /// keys that begin with `X-` are for others and are passed over, as systemd does.
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
