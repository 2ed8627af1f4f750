import SchedulerAPI

extension String {
  /// What is said when ``isName`` does not hold.
  static let nameRule = "allowed are \(IdentifierRule.text), 255 characters at most"

  /// What identifiers and applications' names are made of, as in the protocol.
  var isName: Bool { IdentifierRule.permits(self) }

  /// The last part of a path.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
