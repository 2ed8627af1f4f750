package import SchedulerCore

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
