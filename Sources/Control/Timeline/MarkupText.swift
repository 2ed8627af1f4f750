import PlainText

/// Texts of requests and programs within HTML. Whoever reads the page is shown what stands there, and nothing
/// in it is taken for markup, in an element or in an attribute's value.
enum MarkupText {
  /// - Parameter maximumScalars: What is longer is cut, with `…`.
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
