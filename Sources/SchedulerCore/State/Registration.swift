/// A connection whose program handles tasks, for as long as it lives (R1).
struct Registration {
  var connection: ConnectionID
  /// What its program calls it when it speaks over another connection. It is not used again after a restart,
  /// unlike the connection's number.
  var name: String
  var application: ApplicationKey
  /// What it handles: identifiers, and patterns that stand for all that they cover (R5).
  var identifiers: Set<String>
  /// The process that it belongs to, when bgtaskd started that.
  var process: RunID?

  /// The most identifiers of one registration.
  static let mostIdentifiers = 10_000

  /// Whether it handles the identifier, by its name or by a pattern.
  func handles(_ identifier: String) -> Bool {
    identifiers.contains(identifier)
      || IdentifierPattern.covering(identifier).contains(where: identifiers.contains)
  }
}
