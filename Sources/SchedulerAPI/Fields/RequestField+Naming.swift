extension RequestField {
  /// A message in which fields have the names that people give them: the scheduler speaks of the protocol's.
  /// - Parameter spelling: What people write for a field; nil where they cannot.
  package static func naming(_ message: String, by spelling: (RequestField) -> String?) -> String {
    all.reduce(message) { message, field in
      guard let words = spelling(field) else { return message }
      let message = field.name.contains(".") ? message.replacing(field.name, with: words) : message
      guard let last = field.name.split(separator: ".").last, last.hasSuffix("USec") else { return message }
      return message.replacing(last, with: words)
    }
  }
}
