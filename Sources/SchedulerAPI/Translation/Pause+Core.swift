package import SchedulerCore

extension SchedulerMethod.Pause.Parameters {
  /// Returns the scope of the tasks that are not to start.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func scope(for caller: Caller) throws(SchedulerInterfaceError) -> PauseScope {
    try PauseScope(identifiers, kind, uid, allUsers, for: caller)
  }
}

extension SchedulerMethod.Resume.Parameters {
  /// Returns the scope of the tasks that may start again; `nil` is everything.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func scope(for caller: Caller) throws(SchedulerInterfaceError) -> PauseScope? {
    guard everything == true else { return try PauseScope(identifiers, kind, uid, allUsers, for: caller) }
    guard identifiers == nil, kind == nil, uid == nil, allUsers != true else {
      throw .invalidRequest(
        field: "everything", message: "found true together with others, allowed is true alone")
    }
    return nil
  }
}

extension PauseScope {
  fileprivate init(
    _ identifiers: String?, _ kind: Kind?, _ uid: UInt32?, _ allUsers: Bool?, for caller: Caller
  ) throws(SchedulerInterfaceError) {
    if let identifiers { try FieldCheck.pattern(identifiers, endingIn: "*", field: "identifiers") }
    if allUsers == true, uid != nil {
      throw .invalidRequest(
        field: "allUsers", message: "found true together with a uid, allowed is one of them")
    }
    self.init(uid: allUsers == true ? nil : uid ?? caller.uid, kind: kind, identifiers: identifiers)
  }
}

extension Wire.PausedWork {
  /// A pause as callers see it.
  package init(_ pause: Pause) {
    self.init(
      uid: pause.scope.uid, kind: pause.scope.kind, identifiers: pause.scope.identifiers,
      sinceUSec: pause.since.uSec, untilUSec: pause.until?.uSec, author: pause.author)
  }
}
