/// What a store is at while it is opened and read, for somebody who waits for it.
package enum StoreProgress: Hashable, Sendable {
  /// It waits for a process to let go of the directory.
  case waiting
  /// It brings a file of an older version up to date.
  case migrating
  /// It looks at all pages of the file. SQLite does not say how many it has seen.
  case checking
  /// It looks at what the file holds besides tasks.
  case surveying
  /// It has read so many of the tasks.
  case reading(done: Int, of: Int)
  /// It adds up whether all tasks fit into memory, and has seen so many.
  case measuring(done: Int, of: Int)
  /// It deletes what earlier batches have left, or makes the file shorter.
  case tidying

  /// So many rows are read between two calls of a ``ProgressHandler``.
  static let rowsBetween = 64
}

extension Connection {
  /// Does something that consists of few and long statements, and says so all the while.
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

/// Called often, on the thread that works: it has to be quick.
package typealias ProgressHandler = @Sendable (StoreProgress) -> Void
