extension String {
  /// The most characters of a sentence for people in an exchange.
  static let mostCharacters = 500

  /// The text itself, cut behind ``mostCharacters`` characters.
  var bounded: String {
    guard utf8.count > Self.mostCharacters, count > Self.mostCharacters else { return self }
    return prefix(Self.mostCharacters - 1) + "…"
  }
}
