/// Breaks our own texts into lines between their words. A word that no line has room for stands on a line of
/// its own as it is: half an option is none.
enum TextWrap {
  /// The lines of a paragraph.
  /// - Parameters:
  ///   - width: The columns of a line, its indent included.
  ///   - indent: Spaces before each line.
  ///   - hanging: Spaces before every line but the first; nil is as many.
  static func paragraph(_ text: String, width: Int, indent: Int = 0, hanging: Int? = nil) -> [String] {
    lines(of: text.split(separator: " "), width: width, indent: indent, hanging: hanging ?? indent)
  }

  /// The lines of a command, which a shell reads as one: what is in quotes stays together.
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
