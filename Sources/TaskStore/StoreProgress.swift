/// The work of a store while it is opened and read, for a start that waits for it.
package enum StoreProgress: Hashable, Sendable {
  /// The store waits for a process to release the directory.
  case waiting
  /// The store migrates a file of an older version.
  case migrating
  /// The store checks all pages of the file. SQLite does not tell how many it has checked.
  case checking
  /// The store reads what the file holds besides tasks.
  case surveying
  /// The store has read this many of the tasks.
  case reading(done: Int, of: Int)
  /// The store adds up the memory of all tasks, and has counted this many.
  case measuring(done: Int, of: Int)
  /// The store deletes rows that earlier batches have left, or shortens the file.
  case tidying

  /// The number of rows that are read between two calls of a ``ProgressHandler``.
  static let rowsBetween = 64
}

extension Connection {
  /// Does work that consists of few and long statements, and reports it all the while.
  func saying<Value>(
    _ what: StoreProgress, to progress: ProgressHandler?, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let progress else { return try body() }
    progress(what)
    whileAtWork { progress(what) }
    defer { whileAtWork(nil) }
    return try body()
  }
}

/// A receiver of progress. It is called often, on the working thread, so it has to be quick.
package typealias ProgressHandler = @Sendable (StoreProgress) -> Void
