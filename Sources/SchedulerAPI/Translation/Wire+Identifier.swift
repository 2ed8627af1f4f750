package import SchedulerCore

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

  /// Checks the name of an application or a registration: one line of text, because errors about it show it.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` for any other text.
  package static func checked(name: String, field: String) throws(SchedulerInterfaceError) -> String {
    try FieldCheck.line(name, field: field)
    return name
  }

  /// Returns the patterns that stand for the identifier, the longest first (R5).
  package static func patterns(covering identifier: String) -> [String] {
    Array(IdentifierPattern.covering(identifier))
  }
}

extension SchedulerMethod.Register.Parameters {
  /// Returns the identifiers that the program handles, when they are valid.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` for one that no task can have.
  package func checkedIdentifiers() throws(SchedulerInterfaceError) -> [String] {
    try FieldCheck.handledIdentifiers(identifiers)
  }

  /// Returns the runs that the program still works on, when their ids are valid.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checkedRuns() throws(SchedulerInterfaceError) -> [RunID] {
    var checked: [RunID] = []
    for run in runs ?? [] { checked.append(try RunID(checking: run)) }
    return checked
  }
}

extension SchedulerMethod.AddIdentifiers.Parameters {
  /// Returns the identifiers that the program handles as well, when they are valid.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checkedIdentifiers() throws(SchedulerInterfaceError) -> [String] {
    try FieldCheck.handledIdentifiers(identifiers)
  }
}

extension RunID {
  /// Checks the id that a caller names.
  /// - Throws: ``SchedulerInterfaceError/noSuchRun(runId:)`` when no run can have it: it is not 32 lower-case
  ///   hexadecimal digits.
  package init(checking text: String) throws(SchedulerInterfaceError) {
    guard text.utf8.count == Self.length, Self.mayBegin(with: text) else {
      throw .noSuchRun(runId: String(decoding: text.utf8.prefix(Self.length + 1), as: UTF8.self))
    }
    self.init(text)
  }
}
