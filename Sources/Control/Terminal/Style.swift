/// The style of a text on a terminal that shows colours.
enum Style: String, Sendable {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"

  /// Returns the text between the terminal's commands for this style.
  func wrap(_ text: String) -> String {
    self == .plain || text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}

enum ColorMode: String, CaseIterable, Sendable {
  /// Colours on a terminal, unless it is a dumb one or NO_COLOR is set (https://no-color.org).
  case auto
  case always
  case never
}
