import PlainText

extension RequestField {
  /// Returns a message of the scheduler with people's names of fields in the place of the protocol's.
  /// - Parameter spelling: Returns the name that people use; `nil` where there is none.
  package static func naming(_ message: String, by spelling: (RequestField) -> String?) -> String {
    longestFirst.reduce(message) { message, field in
      guard let words = spelling(field) else { return message }
      var message = field.name.contains(".") ? message.replacingParts(field.name, with: words) : message
      // These phrases tell a field from an ordinary word. A structure is named by its required field.
      let word = wholes[field.name] ?? field.name
      for before in ["found without", "found together with"] {
        message = message.replacingParts("\(before) \(word),", with: "\(before) \(words),")
      }
      guard let last = field.name.split(separator: ".").last, last.hasSuffix("USec") else { return message }
      return message.replacingParts(String(last), with: words)
    }
  }

  /// The fields with longer names first, because some names begin with others.
  private static let longestFirst = all.sorted { $0.name.utf8.count > $1.name.utf8.count }

  /// The structures that messages name as a whole, by the field that each of them requires.
  private static let wholes = ["command.argv": "command", "transfer.url": "transfer"]
}
