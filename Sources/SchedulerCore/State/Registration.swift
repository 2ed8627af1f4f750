/// A connection whose program handles tasks, for as long as it lives (R1).
struct Registration {
  var connection: ConnectionID
  /// The name that the program gives when it calls over another connection. Unlike the connection's number,
  /// it is not used again after a restart.
  var name: String
  var application: ApplicationKey
  /// The identifiers that the program handles, and patterns that stand for all that they cover (R5).
  var identifiers: Set<String>
  /// The process of the connection, if bgtaskd started it.
  var process: RunID?

  /// The most identifiers of one registration.
  static let mostIdentifiers = 10_000
  /// The most identifiers of all registrations of a user: the memory of each and the work of its end count.
  static let mostOfUser = 20_000

  /// Returns whether the program handles the identifier, by its name or by a pattern.
  func handles(_ identifier: String) -> Bool {
    identifiers.contains(identifier)
      || IdentifierPattern.covering(identifier).contains(where: identifiers.contains)
  }
}
