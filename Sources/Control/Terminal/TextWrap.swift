/// Breaks this program's texts into lines between their words. A word that no line has room for stands whole
/// on a line of its own: half an option is none.
enum TextWrap {
  /// Returns the lines of a paragraph.
  /// - Parameters:
  ///   - width: The columns of a line, its indent included.
  ///   - indent: The number of spaces before each line.
  ///   - hanging: The number of spaces before every line but the first; nil is `indent`.
  static func paragraph(_ text: String, width: Int, indent: Int = 0, hanging: Int? = nil) -> [String] {
    lines(of: text.split(separator: " "), width: width, indent: indent, hanging: hanging ?? indent)
  }

  /// Returns the lines of a sentence on a terminal; elsewhere it is one line, whatever its length.
  static func sentence(_ text: String, width: Int?, hanging: Int = 0) -> [String] {
    guard let width, TextWidth.of(text) > width else { return [text] }
    let indent = text.prefix { $0 == " " }.count
    return paragraph(text, width: width, indent: indent, hanging: hanging)
  }

  /// Returns the lines of a command, which a shell reads as one: text in quotes stays together.
  static func command(_ text: String, width: Int, indent: Int) -> [String] {
    var words: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "'" { isQuoted.toggle() }
      guard text[index] == " ", !isQuoted else { continue }
      words.append(text[start..<index])
      start = text.index(after: index)
    }
    words.append(text[start...])
    let whole = lines(of: words, width: width, indent: indent, hanging: indent)
    guard whole.count > 1 else { return whole }
    let continuation = " \\"
    let parts = lines(of: words, width: width - continuation.count, indent: indent, hanging: indent + 2)
    return parts.dropLast().map { $0 + continuation } + parts.suffix(1)
  }

  /// Returns the lines of a text in a table. Nothing of it is lost: a word that no line has room for is
  /// broken, behind a sign if there is one.
  static func cell(_ text: String, width: Int) -> [String] {
    if TextWidth.of(text) <= width { return [text] }
    let indent = min(text.prefix { $0 == " " }.count, width / 2)
    let room = max(width - indent, 1)
    var (lines, line, gap) = ([String](), "", "")
    for word in text.drop(while: { $0 == " " }).split(separator: " ", omittingEmptySubsequences: false) {
      guard !word.isEmpty else {
        gap += " "
        continue
      }
      for (number, piece) in pieces(of: word, width: room).enumerated() {
        if number == 0, !line.isEmpty, TextWidth.of(line + gap + piece) <= room {
          line += gap + piece
        } else {
          if !line.isEmpty { lines.append(line) }
          line = piece
        }
      }
      gap = " "
    }
    return (lines + [line]).map { String(repeating: " ", count: indent) + $0 }
  }

  /// Returns a word in parts that fit into a line, unless a character is wider than that.
  private static func pieces(of word: Substring, width: Int) -> [String] {
    var (pieces, rest) = ([String](), word)
    while TextWidth.of(String(rest)) > width {
      var (end, sign, used) = (rest.startIndex, rest.startIndex, 0)
      while end < rest.endIndex {
        used += TextWidth.of(String(rest[end]))
        guard used <= width || end == rest.startIndex else { break }
        let next = rest.index(after: end)
        if "./-_@=:,".contains(rest[end]) { sign = next }
        end = next
      }
      if sign > rest.startIndex, end < rest.endIndex { end = sign }
      pieces.append(String(rest[..<end]))
      rest = rest[end...]
    }
    return rest.isEmpty ? pieces : pieces + [String(rest)]
  }

  private static func lines(of words: [Substring], width: Int, indent: Int, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in words {
      if !isEmpty, TextWidth.of(line) + 1 + TextWidth.of(String(word)) > width {
        lines.append(line)
        line = String(repeating: " ", count: hanging)
        isEmpty = true
      }
      line += isEmpty ? word : " " + word
      isEmpty = false
    }
    return lines + [line]
  }
}
