import PlainText

/// Texts of requests and programs within HTML. The reader sees them as they are, and nothing in them is taken
/// for markup, in an element or in an attribute's value.
enum MarkupText {
  /// - Parameter maximumScalars: The most scalars of the text; a longer one is cut, with `…`.
  static func escaped(_ text: String, maximumScalars: Int = .max) -> String {
    var result = ""
    for scalar in SingleLine.escaped(text, maximumScalars: maximumScalars).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
