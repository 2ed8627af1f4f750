/// An identifier that a manifest permits; it may end in `.*` (R5).
public struct IdentifierPattern: Hashable, Sendable {
  /// As it stands in the manifest.
  public var text: String

  /// The pattern with this text.
  public init(_ text: String) { self.text = text }

  /// What stands before `.*`; nil for the name of one identifier.
  var prefix: String? { text.hasSuffix(".*") ? String(text.dropLast(2)) : nil }

  /// The texts of all patterns that end in `.*` and permit the identifier, the longest first.
  public static func covering(_ identifier: String) -> some Sequence<String> {
    // A pattern stands for at least one character behind its dot.
    sequence(state: identifier.hasSuffix(".") ? identifier.dropLast() : identifier[...]) { rest in
      guard let dot = rest.lastIndex(of: ".") else { return nil }
      rest = rest[..<dot]
      return "\(rest).*"
    }
  }

  /// Whether it permits the identifier. `org.example.*` permits `org.example.sync`, not `org.example`.
  public func permits(_ identifier: String) -> Bool {
    guard text.hasSuffix(".*") else { return text == identifier }
    let prefix = text.dropLast()
    return identifier.utf8.count > prefix.utf8.count && identifier.hasPrefix(prefix)
  }
}
