import Dispatch
import Glibc
package import SchedulerCore

/// The daemon's durable state: tasks with their payloads, runs with their output, in one SQLite file.
///
/// Every method may be called on any queue but the store's own. Commits are written on a serial queue, in the
/// order of the calls. Questions are answered on another, in their order, from a connection of its own:
/// however long they take, they delay no commit, and they see every commit whose completion was called before
/// they were asked. Completions are called on the queue of the work, exactly once each, and should hand over
/// and return. Nothing here traps on what the file holds, and no failure needs a restart: the next call tries
/// again, on a new connection where SQLite needs one.
package final class TaskStore: Sendable {
  /// Called once, on the store's queue.
  package typealias Completion<Value> = @Sendable (Result<Value, StoreError>) -> Void

  private let room: RoomWatch
  private let queue: DispatchQueue
  private let engine: QueueConfined<StoreEngine>
  private let readingQueue: DispatchQueue
  private let reader: QueueConfined<StoreReader>
  private let progress: ProgressHandler?

  /// Opens the store of a state directory, and keeps every other process out of it until ``close()`` or the
  /// end of the process. What is missing is made: the directory with mode 0700, its files with 0600.
  /// - Parameters:
  ///   - directory: The state directory.
  ///   - history: What is kept of the past.
  ///   - progress: Told what the store is at, until ``endProgress()``.
  /// - Throws: ``StoreErrorCode/locked(pid:)``, ``StoreErrorCode/damaged``, ``StoreErrorCode/notOurs``,
  ///   ``StoreErrorCode/newerVersion(found:known:)``, ``StoreErrorCode/untrusted`` and what the disk says.
  package init(
    directory: String, history: HistoryLimits, progress: ProgressHandler? = nil
  ) throws(StoreError) {
    let queue = DispatchQueue(label: "io.bgtaskd.store")
    let readingQueue = DispatchQueue(label: "io.bgtaskd.store.reading")
    let readers = ReadGate(of: readingQueue)
    let directory = StateDirectory(path: directory)
    let room = RoomWatch { DiskRoom(of: directory) }
    let opened = queue.sync {
      Result { () throws(StoreError) in
        try StoreEngine(
          directory: directory, limits: history, readers: readers, room: room, progress: progress)
      }
    }
    self.room = room
    self.queue = queue
    engine = QueueConfined(try opened.get(), to: queue)
    self.readingQueue = readingQueue
    self.progress = progress
    reader = QueueConfined(StoreReader(path: directory.database, gate: readers), to: readingQueue)
  }

  /// Everything that decisions need, read when the daemon starts, while all pages of the file are checked
  /// beside it. Waits for both.
  /// - Throws: ``StoreErrorCode/damaged``: what is wrong with a page, or table, row and column when a row is
  ///   not what was written.
  /// - Parameter memory: What tasks may take in memory, in bytes. What would take more stays where it is
  ///   (``StoreContents/heldBack``).
  package func load(memory: Int = .max) throws(StoreError) -> StoreContents {
    dispatchPrecondition(condition: .notOnQueue(readingQueue))
    let turn = ProgressTurn(progress)
    readingQueue.async { [reader] in reader.value.checkPages { turn.second($0) } }
    let contents = Result { () throws(StoreError) in
      try wait { engine throws(StoreError) in
        defer { if engine.hasMoreToTidyUp { tidyUp() } }
        return try engine.load(memory: memory)
      }
    }
    turn.firstIsOver(next: .checking)
    // What is wrong with the file as a whole says more than the row at which it shows.
    try readingQueue.sync { reader.value.checkedPages }.get()
    return try contents.get()
  }

  /// Writes a batch in one transaction. On success all of it is on disk when the completion is called; on
  /// failure nothing of it is, and the same batch may be handed in again.
  /// - Parameters:
  ///   - changes: Carried out in order.
  ///   - outputs: What runs wrote; that of a run that is not stored, or no longer, is dropped.
  ///   - now: The wall clock, for the age of history. A batch that ends runs also deletes some of what is
  ///     over the limits of history.
  ///   - launches: Tasks whose payloads are wanted as they are after this batch.
  ///   - told: Tasks whose payloads are wanted as they are before it: it may delete them.
  ///   - completion: Gets what there is of each of those payloads. One that cannot be read changes nothing
  ///     about the batch, which is on disk all the same.
  package func commit(
    changes: [StoreChange], outputs: [(RunID, RunOutput)] = [], now: WallTime,
    payloadsOf launches: [TaskID] = [], payloadsBefore told: [TaskID] = [],
    completion: @escaping Completion<[TaskID: Result<[UInt8], PayloadProblem>]>
  ) {
    queue.async { [self] in
      let engine = engine.value
      completion(
        Result { () throws(StoreError) in
          let before = engine.payloads(of: told)
          try engine.commit(StoreBatch(changes: changes, outputs: outputs, now: now))
          return before.merging(engine.payloads(of: launches)) { $1 }
        })
      // After the completion: nobody waits for the log to be moved but the next batch.
      engine.checkpointIfNeeded()
      if engine.hasMoreToTidyUp { tidyUp() }
    }
  }

  /// What there is of the payloads of these tasks, with an entry for each. Fails as a whole only when the
  /// store was closed.
  package func payloads(
    of tasks: [TaskID], completion: @escaping Completion<[TaskID: Result<[UInt8], PayloadProblem>]>
  ) {
    look(completion) { reader throws(StoreError) in try reader.payloads(of: tasks) }
  }

  /// One page of the past, which is one short look at the store. It always comes further: a page without runs
  /// has damaged rows or is the last.
  package func history(_ query: HistoryQuery, completion: @escaping Completion<HistoryPage>) {
    look(completion) { reader throws(StoreError) in try reader.history(query) }
  }

  /// Runs, those under way included, the one that was recorded last first. What is damaged is left out.
  /// - Parameters:
  ///   - uid: Only this user's; nil is everybody's.
  ///   - identifier: Only of this identifier; nil is any.
  ///   - limit: How many at most.
  ///   - completion: Gets the runs.
  package func history(
    uid: UInt32?, identifier: String?, limit: Int, completion: @escaping Completion<[Run]>
  ) {
    history(HistoryQuery(uid: uid, identifier: identifier, rows: limit)) { read in
      completion(read.map { Array($0.runs.prefix(max(limit, 0))) })
    }
  }

  /// The last run that has ended of each of these tasks, where one is kept.
  package func lastRuns(of tasks: [TaskKey], completion: @escaping Completion<[TaskKey: Run]>) {
    look(completion) { reader throws(StoreError) in try reader.lastRuns(of: tasks) }
  }

  /// One run; nil when it is not stored, or no longer.
  package func run(_ id: RunID, completion: @escaping Completion<Run?>) {
    look(completion) { reader throws(StoreError) in try reader.run(id) }
  }

  /// What a run wrote; nil when nothing is stored.
  package func output(of run: RunID, completion: @escaping Completion<RunOutput?>) {
    look(completion) { reader throws(StoreError) in try reader.output(of: run) }
  }

  /// Writes a little and makes it durable, to find out whether a disk that failed takes something again.
  package func probe(completion: @escaping Completion<Void>) {
    queue.async { [engine] in
      completion(Result { () throws(StoreError) in try engine.value.probe() })
      engine.value.checkpointIfNeeded()
    }
  }

  /// Nobody waits any more for the store to be opened and read: nothing is told of it from now on.
  package func endProgress() {
    queue.async { [engine] in engine.value.endProgress() }
  }

  /// What was last given to ``setBootID(_:)``; nil in a new store. Waits for it.
  package func bootID() throws(StoreError) -> String? {
    try wait { engine throws(StoreError) in try engine.meta(.bootID) }
  }

  /// Remembers which boot of the machine the store is used in. Durable when this returns.
  package func setBootID(_ id: String) throws(StoreError) {
    try wait { engine throws(StoreError) in try engine.setMeta(.bootID, id) }
  }

  /// What the state directory's file system has for requests: what is free there, and what the store's own
  /// files hold and do not need. Nil when it does not say. Asks the system, and waits for nothing.
  package func stateRoom() -> StateRoom? { room.forRequests() }

  /// Changes what is kept of the past, from the next batch on.
  package func setHistoryLimits(_ limits: HistoryLimits) {
    queue.async { [engine] in engine.value.limits = limits }
  }

  /// Waits for what was asked before, then closes the file and lets the next process have the directory. From
  /// then on everything fails with ``StoreErrorCode/closed``.
  package func close() {
    dispatchPrecondition(condition: .notOnQueue(queue))
    dispatchPrecondition(condition: .notOnQueue(readingQueue))
    // The last connection to go tidies up.
    readingQueue.sync { reader.value.close() }
    queue.sync { engine.value.close() }
  }

  /// Makes a new store of what can be read of a damaged one, and keeps the damaged files beside it. Also
  /// works on a store that is whole. Until the new store is complete, nothing of the old one is touched.
  /// - Parameters:
  ///   - directory: The state directory, which no daemon may be using.
  ///   - stamp: Says in the kept files' names when this was: 1 to 64 letters, digits, `-`, `_` and `+`.
  /// - Throws: ``StoreErrorCode/locked(pid:)``, ``StoreErrorCode/untrusted``, ``StoreErrorCode/missing``
  ///   where there is no store, ``StoreErrorCode/newerVersion(found:known:)``, and what the disk says: it
  ///   needs room for two more copies.
  package static func recover(directory: String, stamp: String) throws(StoreError) -> RecoveryReport {
    let directory = StateDirectory(path: directory)
    guard StateDirectory.exists(directory.path) else {
      throw StoreError(code: .missing, path: directory.database, detail: "nor such a directory")
    }
    try directory.checkTrust()
    // Held to the end: nobody else opens or recovers meanwhile.
    let lock = try DirectoryLock(directory)
    defer { withExtendedLifetime(lock) {} }
    return try Recovery(directory: directory, stamp: stamp).run()
  }

  /// Does what batches have left to do, some at a time, so that others find their turn in between.
  private func tidyUp() {
    queue.async { [self] in if engine.value.tidyUp() { tidyUp() } }
  }

  private func look<Value>(
    _ completion: @escaping Completion<Value>,
    _ body: @escaping @Sendable (StoreReader) throws(StoreError) -> Value
  ) {
    readingQueue.async { [reader] in
      let reader = reader.value
      completion(Result { () throws(StoreError) in try body(reader) })
    }
  }

  private func wait<Value>(_ body: (StoreEngine) throws(StoreError) -> Value) throws(StoreError) -> Value {
    dispatchPrecondition(condition: .notOnQueue(queue))
    return try queue.sync { Result { () throws(StoreError) in try body(engine.value) } }.get()
  }
}
