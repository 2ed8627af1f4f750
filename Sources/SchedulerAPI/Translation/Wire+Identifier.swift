import SchedulerCore

extension Wire {
  /// Checks an identifier that a caller names outside a request.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` when no task can have it.
  package static func checked(
    identifier: String, field: String = "identifier"
  ) throws(SchedulerInterfaceError) -> String {
    try FieldCheck.identifier(identifier, field: field)
    return identifier
  }

  /// Checks a name that a program handles: an identifier, or a pattern that ends in `.*` (R5).
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` when it is neither.
  package static func checked(handled identifier: String) throws(SchedulerInterfaceError) -> String {
    try FieldCheck.handledIdentifier(identifier, field: "identifier")
    return identifier
  }

  /// Returns the patterns that stand for the identifier, the longest first (R5).
  package static func patterns(covering identifier: String) -> [String] {
    Array(IdentifierPattern.covering(identifier))
  }
}
