package import SchedulerCore

extension SchedulerMethod.Register.Parameters {
  /// What it handles.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` for what no task can be called.
  package func checkedIdentifiers() throws(SchedulerInterfaceError) -> [String] {
    try FieldCheck.handledIdentifiers(identifiers)
  }

  /// The runs that it still works on.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checkedRuns() throws(SchedulerInterfaceError) -> [RunID] {
    var checked: [RunID] = []
    for run in runs ?? [] { checked.append(try RunID(checking: run)) }
    return checked
  }
}

extension SchedulerMethod.AddIdentifiers.Parameters {
  /// What it handles as well.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checkedIdentifiers() throws(SchedulerInterfaceError) -> [String] {
    try FieldCheck.handledIdentifiers(identifiers)
  }
}
