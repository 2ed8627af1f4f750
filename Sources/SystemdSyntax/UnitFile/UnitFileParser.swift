import PlainText

/// A parser of a file line by line, in the way of systemd's `config_parse`.
struct UnitFileParser {
  private var file: UnitFile
  /// The index of the open section among the file's sections.
  private var section: Int?
  private var isAfterBadHeader = false
  private var droppedProblems = 0

  init(name: String) { file = UnitFile(name: name) }

  mutating func parse(_ bytes: [UInt8]) -> UnitFile {
    guard bytes.count <= UnitFile.maximumBytes else {
      report(
        .error, line: nil, "is \(bytes.count) bytes long; the most that is read is \(UnitFile.maximumBytes)")
      return file
    }
    // A byte order mark means nothing in UTF-8.
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    var logical: [UInt8] = []
    var first: Int?
    var number = 0
    for piece in content.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let line = piece.drop(while: ASCII.isSpace)
      // A comment between continued lines is part of neither.
      if line.first == 0x23 || line.first == 0x3B { continue }
      var end = line
      while end.last == 0x0D { end.removeLast() }
      let isContinued = end.reversed().prefix { $0 == 0x5C }.count % 2 == 1
      logical += isContinued ? end.dropLast() : end
      if isContinued {
        logical.append(0x20)
        first = first ?? number
        continue
      }
      take(logical, line: first ?? number)
      logical.removeAll(keepingCapacity: true)
      first = nil
    }
    if let first { take(logical, line: first) }
    if droppedProblems > 0 {
      file.problems.append(
        SyntaxProblem(.error, file: file.name, text: "\(droppedProblems) more problems are not listed"))
    }
    return file
  }

  /// Takes one line with its continuations.
  private mutating func take(_ bytes: [UInt8], line: Int) {
    guard bytes.count <= UnitFile.maximumLineBytes else {
      report(
        .error, line: line,
        "the line is \(bytes.count) bytes long; the most that is read is \(UnitFile.maximumLineBytes)")
      return
    }
    guard !bytes.contains(0) else {
      report(.error, line: line, "the line contains a NUL")
      return
    }
    guard let whole = String(validating: bytes, as: UTF8.self) else {
      report(.error, line: line, "the line is not UTF-8")
      return
    }
    let text = ASCII.trimmed(whole)
    if text.isEmpty { return }
    if text.hasPrefix("[") {
      openSection(text, line: line)
    } else {
      assign(text, line: line)
    }
  }

  private mutating func openSection(_ text: String, line: Int) {
    let name = text.dropFirst().dropLast()
    guard text.hasSuffix("]"), !name.isEmpty, !name.contains("["), !name.contains("]") else {
      report(.error, line: line, "bad section header '\(shown(text))'; it is written [Name]")
      // The lines that follow are in no known section, and one message about that is enough.
      section = nil
      isAfterBadHeader = true
      return
    }
    isAfterBadHeader = false
    guard file.sections.count < UnitFile.maximumSections else {
      report(.error, line: line, "more than \(UnitFile.maximumSections) sections")
      section = nil
      isAfterBadHeader = true
      return
    }
    if let index = file.sections.firstIndex(where: { $0.name == name }) {
      section = index
    } else {
      section = file.sections.count
      file.sections.append(
        UnitFile.Section(name: String(name), file: file.name, line: line, assignments: []))
    }
  }

  private mutating func assign(_ text: String, line: Int) {
    guard let equals = text.utf8.firstIndex(of: 0x3D) else {
      report(.warning, line: line, "'\(shown(text))' has no =; the line is ignored")
      return
    }
    let key = ASCII.trimmed(text[..<equals])
    let value = ASCII.trimmed(text[text.utf8.index(after: equals)...])
    guard !key.isEmpty else {
      report(.warning, line: line, "the = has no key before it; the line is ignored")
      return
    }
    guard let section else {
      if !isAfterBadHeader {
        report(.warning, line: line, "\(shown(key))= stands outside of a section and is ignored")
      }
      return
    }
    file.sections[section].assignments.append(
      Assignment(key: key, value: value, file: file.name, line: line))
  }

  private func shown(_ text: String) -> String {
    SingleLine.escaped(text, maximumScalars: 64)
  }

  private mutating func report(_ severity: SyntaxProblem.Severity, line: Int?, _ text: String) {
    guard file.problems.count < UnitFile.maximumProblems else {
      droppedProblems += 1
      return
    }
    file.problems.append(SyntaxProblem(severity, file: file.name, line: line, text: text))
  }
}
