import SchedulerCore

/// A word, a text in quotation marks or a sign, and where it begins.
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
  /// The character at which it begins, from 1.
  let column: Int

  /// What an error says was found.
  var words: String {
    switch kind {
    case .word(let text): "\"\(String(text.prefix(40)))\""
    case .quoted(let text): "the text \"\(String(text.prefix(40)))\""
    case .comparison(let comparison): comparison.rawValue
    case .open: "("
    case .close: ")"
    case .comma: ","
    case .semicolon: ";"
    case .end: "the end"
    }
  }
}

/// Takes a text apart.
enum ConditionLexer {
  /// - Throws: ``ConditionSyntaxError``: a text that does not end, a character that nothing begins with.
  static func tokens(of text: String) throws(ConditionSyntaxError) -> [ConditionToken] {
    guard text.utf8.count <= ConditionExpression.textLimit else {
      throw ConditionSyntaxError(
        1, "found \(text.utf8.count) bytes, allowed are up to \(ConditionExpression.textLimit)")
    }
    let characters = Array(text)
    var tokens: [ConditionToken] = []
    var index = 0
    while index < characters.count {
      let start = index
      let character = characters[index]
      if character.isWhitespace {
        index += 1
        continue
      }
      let kind: ConditionToken.Kind
      switch character {
      case "(": kind = .open
      case ")": kind = .close
      case ",": kind = .comma
      case ";": kind = .semicolon
      case "\"": kind = .quoted(try quoted(characters, &index))
      case ">", "<":
        let isWide = index + 1 < characters.count && characters[index + 1] == "="
        if isWide { index += 1 }
        kind = .comparison(
          character == ">" ? (isWide ? .atLeast : .moreThan) : (isWide ? .atMost : .lessThan))
      default:
        var end = index
        while end < characters.count, isOfWord(characters[end]) { end += 1 }
        guard end > index else {
          throw ConditionSyntaxError(
            start + 1,
            "found \(String(character).debugDescription), allowed are words, texts in quotation "
              + "marks, numbers, parentheses, >=, >, <= and <")
        }
        kind = .word(String(characters[index..<end]))
        index = end - 1
      }
      index += 1
      tokens.append(ConditionToken(kind: kind, column: start + 1))
    }
    tokens.append(ConditionToken(kind: .end, column: characters.count + 1))
    return tokens
  }

  /// Leaves the index at the second quotation mark.
  private static func quoted(
    _ characters: [Character], _ index: inout Int
  ) throws(ConditionSyntaxError) -> String {
    let start = index
    var text = ""
    index += 1
    while index < characters.count {
      switch characters[index] {
      case "\"": return text
      case "\\" where index + 1 < characters.count:
        index += 1
        text.append(characters[index])
      case let character: text.append(character)
      }
      index += 1
    }
    throw ConditionSyntaxError(start + 1, "found a text without its second quotation mark (\")")
  }

  private static func isOfWord(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return character.isLetter }
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
    default: return "-_.:%/+@*".utf8.contains(byte)
    }
  }
}
