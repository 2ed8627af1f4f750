/// The cause for which the payload of a task is not at hand.
package enum PayloadProblem: Error, Hashable, Sendable {
  /// The store has no payload for the task.
  case missing
  /// The stored payload is not what was written; the text names the row. Lasts until `bgtaskd --recover`.
  case damaged(String)
  /// The payload cannot be read now, for this reason, which may pass: the disk reports an error, there is no
  /// memory, the file is locked.
  case unreadable(String)
}

extension PayloadProblem {
  /// Creates the problem of the row that an error in reading it means.
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
