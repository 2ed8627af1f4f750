/// Texts in photos are written by anybody.
enum PhotoText {
  /// No text is longer, in bytes.
  static let limit = 256

  /// The text up to its first NUL, without control characters and spaces around it; nil when nothing is left.
  static func clean(_ bytes: some Sequence<UInt8>) -> String? {
    let text = String(decoding: bytes.prefix { $0 != 0 }.prefix(limit), as: UTF8.self)
    var clean = String(text.unicodeScalars.map { isHarmless($0) ? Character($0) : " " })
    while clean.last == " " { clean.removeLast() }
    while clean.first == " " { clean.removeFirst() }
    return clean.isEmpty ? nil : clean
  }

  /// A terminal shows it and does not obey it.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }
}

/// Names of files are chosen by anybody, and a terminal obeys control characters.
enum SafeLine {
  /// The text with a visible mark in the place of what is not meant to be seen.
  static func text(_ text: String) -> String {
    String(text.unicodeScalars.map { PhotoText.isHarmless($0) ? Character($0) : "\u{FFFD}" })
  }
}
