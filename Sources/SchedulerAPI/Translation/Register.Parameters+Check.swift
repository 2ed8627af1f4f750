package import SchedulerCore

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
