/// An identifier that a manifest permits; it may end in `.*` (R5).
package struct IdentifierPattern: Hashable, Sendable {
  /// The text as it stands in the manifest.
  package var text: String

  package init(_ text: String) { self.text = text }

  /// Whether it permits all identifiers below a name, and not one identifier.
  var coversMany: Bool { text.hasSuffix(".*") }

  /// Returns the texts of all patterns that end in `.*` and permit the identifier, the longest first.
  package static func covering(_ identifier: String) -> some Sequence<String> {
    // The `*` of a pattern stands for at least one character.
    sequence(state: identifier.hasSuffix(".") ? identifier.dropLast() : identifier[...]) { rest in
      guard let dot = rest.lastIndex(of: ".") else { return nil }
      rest = rest[..<dot]
      return "\(rest).*"
    }
  }

  /// Whether it permits the identifier. `org.example.*` permits `org.example.sync`, not `org.example`.
  package func permits(_ identifier: String) -> Bool {
    guard coversMany else { return text == identifier }
    let prefix = text.dropLast()
    return identifier.utf8.count > prefix.utf8.count && identifier.hasPrefix(prefix)
  }
}
