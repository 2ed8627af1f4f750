/// Names of files are chosen by anybody, and a terminal obeys control characters.
enum SafeLine {
  /// The text with a visible mark in the place of what is not meant to be seen.
  static func text(_ text: String) -> String {
    String(text.unicodeScalars.map { PhotoText.isHarmless($0) ? Character($0) : "\u{FFFD}" })
  }
}
