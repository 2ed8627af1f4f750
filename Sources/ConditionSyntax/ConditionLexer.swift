import SchedulerCore

/// A word, a text in quotation marks or a sign, with its position.
struct ConditionToken: Hashable {
  enum Kind: Hashable {
    case word(String)
    case quoted(String)
    case comparison(Comparison)
    case open
    case close
    case comma
    case semicolon
    case end
  }

  let kind: Kind
  /// The position of the token's first character, from 1.
  let column: Int

  /// The description of the token in an error message.
  var words: String {
    switch kind {
    case .word(let text): "\"\(ConditionSyntaxError.shortened(text))\""
    case .quoted(let text): "the text \"\(ConditionSyntaxError.shortened(text))\""
    case .comparison(let comparison): comparison.rawValue
    case .open: "("
    case .close: ")"
    case .comma: ","
    case .semicolon: ";"
    case .end: "the end"
    }
  }
}

/// Splits a text into tokens.
///
/// It goes by Unicode scalars, because a quotation mark and a combining mark after it are one `Character`,
/// and a name may begin with a combining mark. Columns count characters, which is what people see.
struct ConditionLexer {
  private let scalars: [Unicode.Scalar]
  /// The column of each scalar's character.
  private let columns: [Int]
  private var index = 0

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    // A search for characters takes long. ASCII has only one of two scalars, a line's end.
    columns =
      text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
      ? Array(1..<scalars.count + 1)
      : text.enumerated().flatMap { position, character in
        repeatElement(position + 1, count: character.unicodeScalars.count)
      }
  }

  /// - Throws: ``ConditionSyntaxError`` for an unclosed quotation and a character that begins no token.
  static func tokens(of text: String) throws(ConditionSyntaxError) -> [ConditionToken] {
    guard text.utf8.count <= ConditionExpression.textLimit else {
      throw ConditionSyntaxError(
        1, "found \(text.utf8.count) bytes, allowed are up to \(ConditionExpression.textLimit)")
    }
    var lexer = ConditionLexer(text)
    var tokens: [ConditionToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    tokens.append(ConditionToken(kind: .end, column: (lexer.columns.last ?? 0) + 1))
    return tokens
  }

  /// Returns the next token; `nil` at the end.
  private mutating func next() throws(ConditionSyntaxError) -> ConditionToken? {
    skip { $0 == " " || $0.properties.isWhitespace }
    guard index < scalars.count else { return nil }
    let start = index
    return ConditionToken(kind: try kind(), column: columns[start])
  }

  private mutating func kind() throws(ConditionSyntaxError) -> ConditionToken.Kind {
    let start = index
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "(": return .open
    case ")": return .close
    case ",": return .comma
    case ";": return .semicolon
    case "\"": return .quoted(try quoted(from: start))
    case ">": return .comparison(takeEqualSign() ? .atLeast : .moreThan)
    case "<": return .comparison(takeEqualSign() ? .atMost : .lessThan)
    case let scalar where Self.beginsWord(scalar):
      skip(while: Self.continuesWord)
      return .word(text(start..<index))
    default: throw unexpected(at: start)
    }
  }

  private mutating func skip(while isWanted: (Unicode.Scalar) -> Bool) {
    while index < scalars.count, isWanted(scalars[index]) { index += 1 }
  }

  private mutating func takeEqualSign() -> Bool {
    guard index < scalars.count, scalars[index] == "=" else { return false }
    index += 1
    return true
  }

  /// Takes the rest of a quotation with its second mark, and returns the text before that.
  private mutating func quoted(from start: Int) throws(ConditionSyntaxError) -> String {
    var text = String.UnicodeScalarView()
    while index < scalars.count {
      if scalars[index] == "\"" {
        index += 1
        return String(text)
      }
      if scalars[index] == "\\", index + 1 < scalars.count { index += 1 }
      text.append(scalars[index])
      index += 1
    }
    throw ConditionSyntaxError(columns[start], "found a text without its second quotation mark (\")")
  }

  private func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range])
    return String(text)
  }

  /// Returns an error with the whole character: its first scalar alone may be another or invisible.
  private func unexpected(at start: Int) -> ConditionSyntaxError {
    var end = start
    while end < scalars.count, columns[end] == columns[start] { end += 1 }
    let found = ConditionSyntaxError.shortened(text(start..<end)).debugDescription
    return ConditionSyntaxError(
      columns[start],
      "found \(found), allowed are words, texts in quotation marks, numbers, parentheses, >=, >, <= and <")
  }

  private static func beginsWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case ..<0x80: "-_.:%/+@*".unicodeScalars.contains(scalar)
    default: scalar.properties.isAlphabetic
    }
  }

  /// Returns whether the scalar may follow in a word, as marks and joiners do, which begin no word.
  private static func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
    if beginsWord(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    case .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
    default: return false
    }
  }
}
