extension Wire {
  /// An identifier that a caller names outside a request.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` when no task can have it.
  public static func checked(
    identifier: String, field: String = "identifier"
  ) throws(SchedulerInterfaceError) -> String {
    try FieldCheck.identifier(identifier, field: field)
    return identifier
  }
}
