import Dispatch
public import SchedulerCore

/// The daemon's durable state: tasks with their payloads, runs with their output, in one SQLite file.
///
/// Every method may be called on any queue but the store's own. The store works on a serial queue of its own, in the
/// order of the calls: a read sees everything that was committed by the calls before it. Completions are called on
/// that queue, exactly once each, and should hand over and return. Nothing here traps on what the file holds, and no
/// failure needs a restart: the next call tries again, on a new connection where SQLite needs one.
public final class TaskStore: Sendable {
  /// Called once, on the store's queue.
  public typealias Completion<Value> = @Sendable (Result<Value, StoreError>) -> Void

  private let queue: DispatchQueue
  private let engine: QueueConfined<StoreEngine>

  /// Opens the store of a state directory, and keeps every other process out of it until ``close()`` or the end of
  /// the process. What is missing is made: the directory with mode 0700, its files with 0600.
  /// - Parameters:
  ///   - directory: The state directory.
  ///   - history: What is kept of the past.
  /// - Throws: ``StoreErrorCode/locked(pid:)``, ``StoreErrorCode/damaged``, ``StoreErrorCode/notOurs``,
  ///   ``StoreErrorCode/newerVersion(found:known:)`` and what the disk says.
  public init(directory: String, history: HistoryLimits) throws(StoreError) {
    let queue = DispatchQueue(label: "io.bgtaskd.store")
    let opened = queue.sync {
      Result { () throws(StoreError) in
        try StoreEngine(directory: StateDirectory(path: directory), limits: history)
      }
    }
    self.queue = queue
    engine = QueueConfined(try opened.get(), to: queue)
  }

  /// Everything that decisions need, read when the daemon starts. Waits for it.
  /// - Throws: ``StoreErrorCode/damaged`` with table, row and column when a row is not what was written.
  public func load() throws(StoreError) -> StoreContents {
    try wait { engine throws(StoreError) in try engine.load() }
  }

  /// Writes a batch in one transaction. On success all of it is on disk when the completion is called; on failure
  /// nothing of it is, and the same batch may be handed in again.
  /// - Parameters:
  ///   - changes: Carried out in order.
  ///   - outputs: What runs wrote; that of a run that is not stored, or no longer, is dropped.
  ///   - now: The wall clock, for the age of history. A batch that ends runs also deletes some of what is over the
  ///     limits of history.
  ///   - launches: Tasks whose payloads are wanted.
  ///   - completion: Gets the payloads as they are after this batch. One is missing when its task is not stored
  ///     or when it cannot be read; the batch is on disk all the same.
  public func commit(
    changes: [StoreChange], outputs: [(RunID, RunOutput)] = [], now: WallTime,
    payloadsOf launches: [TaskID] = [], completion: @escaping Completion<[TaskID: [UInt8]]>
  ) {
    queue.async { [engine] in
      let engine = engine.value
      completion(
        Result { () throws(StoreError) in
          try engine.commit(StoreBatch(changes: changes, outputs: outputs, now: now))
          return engine.readablePayloads(of: launches)
        })
      // After the completion: nobody waits for the log to be moved but the next batch.
      engine.checkpointIfNeeded()
    }
  }

  /// The payloads of those of the tasks that are stored.
  public func payloads(of tasks: [TaskID], completion: @escaping Completion<[TaskID: [UInt8]]>) {
    read(completion) { engine throws(StoreError) in try engine.payloads(of: tasks) }
  }

  /// Runs, those under way included, the one that was recorded last first.
  /// - Parameters:
  ///   - uid: Only this user's; nil is everybody's.
  ///   - identifier: Only of this identifier; nil is any.
  ///   - limit: How many at most.
  ///   - completion: Gets the runs.
  public func history(
    uid: UInt32?, identifier: String?, limit: Int, completion: @escaping Completion<[Run]>
  ) {
    read(completion) { engine throws(StoreError) in
      try engine.history(uid: uid, identifier: identifier, limit: limit)
    }
  }

  /// One run; nil when it is not stored, or no longer.
  public func run(_ id: RunID, completion: @escaping Completion<Run?>) {
    read(completion) { engine throws(StoreError) in try engine.run(id) }
  }

  /// What a run wrote; nil when nothing is stored.
  public func output(of run: RunID, completion: @escaping Completion<RunOutput?>) {
    read(completion) { engine throws(StoreError) in try engine.output(of: run) }
  }

  /// Writes a little and makes it durable, to find out whether a disk that failed takes something again.
  public func probe(completion: @escaping Completion<Void>) {
    read(completion) { engine throws(StoreError) in try engine.setMeta(.probe, "written") }
  }

  /// What was last given to ``setBootID(_:)``; nil in a new store. Waits for it.
  public func bootID() throws(StoreError) -> String? {
    try wait { engine throws(StoreError) in try engine.meta(.bootID) }
  }

  /// Remembers which boot of the machine the store is used in. Durable when this returns.
  public func setBootID(_ id: String) throws(StoreError) {
    try wait { engine throws(StoreError) in try engine.setMeta(.bootID, id) }
  }

  /// Changes what is kept of the past, from the next batch on.
  public func setHistoryLimits(_ limits: HistoryLimits) {
    queue.async { [engine] in engine.value.limits = limits }
  }

  /// Waits for what was asked before, then closes the file and lets the next process have the directory. From then
  /// on everything fails with ``StoreErrorCode/closed``.
  public func close() {
    dispatchPrecondition(condition: .notOnQueue(queue))
    queue.sync { engine.value.close() }
  }

  /// Makes a new store of what can be read of a damaged one, and keeps the damaged files beside it. Also works on a
  /// store that is whole. Until the new store is complete, nothing of the old one is touched.
  /// - Parameters:
  ///   - directory: The state directory, which no daemon may be using.
  ///   - stamp: Says in the kept files' names when this was: 1 to 64 letters, digits, `-`, `_` and `+`.
  /// - Throws: ``StoreErrorCode/locked(pid:)``, ``StoreErrorCode/missing`` where there is no store,
  ///   ``StoreErrorCode/newerVersion(found:known:)``, and what the disk says: it needs room for two more copies.
  public static func recover(directory: String, stamp: String) throws(StoreError) -> RecoveryReport {
    let directory = StateDirectory(path: directory)
    guard StateDirectory.exists(directory.path) else {
      throw StoreError(code: .missing, path: directory.database, detail: "nor such a directory")
    }
    // Held to the end: nobody else opens or recovers meanwhile.
    let lock = try DirectoryLock(directory)
    defer { withExtendedLifetime(lock) {} }
    return try Recovery(directory: directory, stamp: stamp).run()
  }

  private func read<Value>(
    _ completion: @escaping Completion<Value>,
    _ body: @escaping @Sendable (StoreEngine) throws(StoreError) -> Value
  ) {
    queue.async { [engine] in
      let engine = engine.value
      completion(Result { () throws(StoreError) in try body(engine) })
    }
  }

  private func wait<Value>(_ body: (StoreEngine) throws(StoreError) -> Value) throws(StoreError) -> Value {
    dispatchPrecondition(condition: .notOnQueue(queue))
    return try queue.sync { Result { () throws(StoreError) in try body(engine.value) } }.get()
  }
}
