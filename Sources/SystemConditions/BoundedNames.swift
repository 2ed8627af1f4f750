/// Names that others have given to something, as far as they are taken over: they are kept, shown and
/// recorded, so there are not more of them than make sense, and none that would write to somebody's terminal.
package enum BoundedNames {
  /// More than these are not remembered: the first by their bytes are.
  package static let limit = 64
  /// The longest name, in bytes: a login name (useradd(8)), a connection's, a wireless network's.
  package static let lengthLimit = 255

  /// Those that are taken over: neither empty nor too long, and without control characters.
  package static func of(_ names: some Sequence<String>) -> Set<String> {
    Set(Set(names.filter(isName)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(limit))
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= lengthLimit
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
