import SchedulerAPI

extension String {
  /// What is said when ``isName`` does not hold.
  static let nameRule = "allowed are \(IdentifierRule.text), 255 characters at most"

  /// What identifiers are made of, as in the protocol.
  var isName: Bool { IdentifierRule.permits(self) }

  /// What is said when ``isPlainName`` does not hold.
  static let plainNameRule = "allowed are \(IdentifierRule.name), 255 characters at most"

  /// What applications, templates and their instances are called.
  var isPlainName: Bool { IdentifierRule.permits(name: self) }

  /// The directory that the file of this path lies in; empty where relative paths begin.
  var folder: String {
    guard let slash = lastIndex(of: "/") else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// The last part of a path.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
