extension RequestField {
  /// A message in which fields have the names that people give them: the scheduler speaks of the protocol's.
  /// - Parameter spelling: What people write for a field; nil where they cannot.
  package static func naming(_ message: String, by spelling: (RequestField) -> String?) -> String {
    longestFirst.reduce(message) { message, field in
      guard let words = spelling(field) else { return message }
      var message = field.name.contains(".") ? message.replacing(field.name, with: words) : message
      // A name that is a word as well, and a part by the field that is always in it.
      let word = wholes[field.name] ?? field.name
      for before in ["found without", "found together with"] {
        message = message.replacing("\(before) \(word),", with: "\(before) \(words),")
      }
      guard let last = field.name.split(separator: ".").last, last.hasSuffix("USec") else { return message }
      return message.replacing(last, with: words)
    }
  }

  /// Some names begin with others.
  private static let longestFirst = all.sorted { $0.name.utf8.count > $1.name.utf8.count }

  /// Parts of a request that are spoken of as a whole, by the field that each of them has.
  private static let wholes = ["command.argv": "command", "transfer.url": "transfer"]
}
