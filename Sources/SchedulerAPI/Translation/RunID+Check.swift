package import SchedulerCore

extension RunID {
  /// The id that a caller names.
  /// - Throws: ``SchedulerInterfaceError/noSuchRun(runId:)`` when no run can have it: it is not 32 lower-case
  ///   hexadecimal digits.
  package init(checking text: String) throws(SchedulerInterfaceError) {
    let digits = text.utf8.prefix(33)
    guard digits.count == 32,
      digits.allSatisfy({ FieldCheck.isLetterOrDigit($0) && ($0 <= UInt8(ascii: "9") || 0x61...0x66 ~= $0) })
    else { throw .noSuchRun(runId: String(decoding: digits, as: UTF8.self)) }
    self.init(text)
  }
}
