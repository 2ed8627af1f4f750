/// Why the payload of a task is not at hand.
package enum PayloadProblem: Error, Hashable, Sendable {
  /// The store has none for the task.
  case missing
  /// What is stored is not what was written: the text names the row. It stays so until `bgtaskd --recover`.
  case damaged(String)
  /// It could not be read now, for this reason, which may pass: the disk reports an error, there is no
  /// memory, the file is locked.
  case unreadable(String)
}

extension PayloadProblem {
  /// What an error in reading the row says about the row itself.
  init(_ error: StoreError, task: Int64) {
    switch error.code {
    case .damaged, .refused, .notOurs, .newerVersion:
      let row = RowFault(table: .payload, row: task, column: nil, message: error.detail).description
      self = .damaged(error.detail.hasPrefix("table ") ? error.detail : row)
    case .full, .readOnly, .ioError, .locked, .missing, .busy, .outOfMemory, .closed, .untrusted:
      self = .unreadable(error.cause)
    }
  }
}
