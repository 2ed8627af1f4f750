/// The syntax of a file of variables, as systemd reads it for `EnvironmentFile=` (systemd.exec(5)).
package enum EnvironmentFileSyntax {
  /// An error in a file that systemd would not take, either.
  package struct Problem: Error, Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    package var text: String
  }

  /// Parses the variables in the order of the file; the last assignment of a name counts. An assignment
  /// without a valid name is skipped, as by systemd.
  /// - Throws: ``Problem`` for a NUL and for bytes that are not UTF-8.
  package static func parse(_ bytes: [UInt8]) throws(Problem) -> [(name: String, value: String)] {
    if let place = bytes.firstIndex(of: 0) {
      throw Problem(line: line(of: place, in: bytes), text: "contains a NUL")
    }
    var reader = Reader()
    for byte in bytes { reader.take(byte) }
    reader.end()
    var variables: [(name: String, value: String)] = []
    for found in reader.found {
      guard let name = String(validating: found.name, as: UTF8.self),
        let value = String(validating: found.value, as: UTF8.self)
      else { throw Problem(line: found.line, text: "is not UTF-8") }
      if isName(name) { variables.append((name, value)) }
    }
    return variables
  }

  private static func line(of place: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<place].count { $0 == newline }
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !ASCII.isDigit(first) else { return false }
    return text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  private static let newline = UInt8(ascii: "\n")
}

/// A reader of a file, byte by byte. Its states are those of systemd's own reader.
private struct Reader {
  private enum State {
    case beforeName
    case name
    case beforeValue
    case value
    case escape
    case singleQuotes
    case doubleQuotes
    case escapeInDoubleQuotes
    case comment
    case escapeInComment
  }

  private(set) var found: [(name: [UInt8], value: [UInt8], line: Int)] = []
  private var state = State.beforeName
  private var name: [UInt8] = []
  private var value: [UInt8] = []
  /// The length of the value without the spaces at its end.
  private var kept = 0
  private var line = 1
  private var first = 1

  mutating func take(_ byte: UInt8) {
    step(byte)
    if byte == UInt8(ascii: "\n") { line += 1 }
  }

  /// Ends the file, which may end a value.
  mutating func end() {
    switch state {
    case .value, .beforeValue, .escape, .singleQuotes, .doubleQuotes, .escapeInDoubleQuotes: push()
    case .beforeName, .name, .comment, .escapeInComment: break
    }
  }

  private mutating func step(_ byte: UInt8) {
    switch state {
    case .beforeName: begin(byte)
    case .name: takeName(byte)
    case .beforeValue, .value: takeValue(byte)
    case .escape:
      state = .value
      // The line is continued.
      if !Self.endsLine(byte) { append(byte) }
    case .singleQuotes: if byte == UInt8(ascii: "'") { state = .beforeValue } else { append(byte) }
    case .doubleQuotes:
      switch byte {
      case UInt8(ascii: "\""): state = .beforeValue
      case Self.backslash: state = .escapeInDoubleQuotes
      default: append(byte)
      }
    case .escapeInDoubleQuotes:
      state = .doubleQuotes
      if "\"\\`$".utf8.contains(byte) {
        append(byte)
      } else if byte != UInt8(ascii: "\n") {
        append(Self.backslash)
        append(byte)
      }
    case .comment:
      if byte == Self.backslash {
        state = .escapeInComment
      } else if Self.endsLine(byte) {
        state = .beforeName
      }
    // A comment ends with its line, as since systemd 254; before, a backslash at its end continued it.
    case .escapeInComment: state = Self.endsLine(byte) ? .beforeName : .comment
    }
  }

  private mutating func begin(_ byte: UInt8) {
    if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
      state = .comment
    } else if !ASCII.isSpace(byte) {
      state = .name
      name = [byte]
      first = line
    }
  }

  private mutating func takeName(_ byte: UInt8) {
    if Self.endsLine(byte) {
      // A name without `=` is no variable.
      state = .beforeName
    } else if byte == UInt8(ascii: "=") {
      state = .beforeValue
      (value, kept) = ([], 0)
    } else {
      name.append(byte)
    }
  }

  /// Takes a byte of a value. Quotation marks count at its beginning and after the end of a quotation.
  private mutating func takeValue(_ byte: UInt8) {
    if Self.endsLine(byte) {
      push()
      state = .beforeName
    } else if byte == Self.backslash {
      state = .escape
      kept = value.count
    } else if case .beforeValue = state, byte == UInt8(ascii: "'") {
      state = .singleQuotes
    } else if case .beforeValue = state, byte == UInt8(ascii: "\"") {
      state = .doubleQuotes
    } else if !ASCII.isSpace(byte) {
      state = .value
      append(byte)
    } else if case .value = state {
      value.append(byte)
    }
  }

  private mutating func append(_ byte: UInt8) {
    value.append(byte)
    kept = value.count
  }

  private mutating func push() {
    while let last = name.last, ASCII.isSpace(last) { name.removeLast() }
    found.append((name, Array(value[..<kept]), first))
    name = []
  }

  private static let backslash = UInt8(ascii: "\\")

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
