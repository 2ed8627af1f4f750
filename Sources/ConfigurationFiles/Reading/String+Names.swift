import SchedulerAPI

extension String {
  /// The rule that ``isName`` checks, in words.
  static let nameRule = "allowed are \(IdentifierRule.text), 255 characters at most"

  /// Whether the text is an identifier of a task, as in the protocol.
  var isName: Bool { IdentifierRule.permits(self) }

  /// The rule that ``isPlainName`` checks, in words.
  static let plainNameRule = "allowed are \(IdentifierRule.name), 255 characters at most"

  /// Whether the text is a name of an application, a template or an instance.
  var isPlainName: Bool { IdentifierRule.permits(name: self) }

  /// The directory of the file at this path; empty where relative paths begin.
  var folder: String {
    guard let slash = lastIndex(of: "/") else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// The last part of a path.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
