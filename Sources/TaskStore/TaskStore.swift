// Room TaskStore: tasks and runs on the disk, in SQLite.
// Way in: `TaskStore`.
// Must not know: why something is stored, and who asks.

import Dispatch
import Glibc
package import SchedulerCore

/// The daemon's durable state: tasks with their payloads, runs with their output, in one SQLite file.
///
/// Every method may be called on any queue but the store's own. Commits are written on a serial queue, in the
/// order of the calls. Reads are done on another queue, in their order, on a connection of their own: however
/// long they take, they delay no commit, and they see every commit whose completion was called before them.
/// Completions are called on the queue of the work, exactly once each, and should hand over and return. No
/// content of the file traps, and no failure needs a restart: the next call tries again, on a new connection
/// where SQLite needs one.
package final class TaskStore: Sendable {
  /// The receiver of a result, called once on the queue of the work.
  package typealias Completion<Value> = @Sendable (Result<Value, StoreError>) -> Void

  private let room: RoomWatch
  private let pace = CommitPace()
  private let queue: DispatchQueue
  private let engine: QueueConfined<StoreEngine>
  private let readingQueue: DispatchQueue
  private let reader: QueueConfined<StoreReader>
  private let progress: ProgressHandler?

  /// Opens the store of a state directory, and keeps every other process out of it until ``close()`` or the
  /// end of the process. Missing parts are made: the directory with mode 0700, its files with 0600.
  /// - Parameters:
  ///   - directory: The state directory.
  ///   - history: The limits of history.
  ///   - progress: Gets the store's progress, until ``endProgress()``.
  /// - Throws: ``StoreErrorCode/locked(pid:)``, ``StoreErrorCode/damaged``, ``StoreErrorCode/notOurs``,
  ///   ``StoreErrorCode/newerVersion(found:known:)``, ``StoreErrorCode/untrusted`` and errors of the disk.
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

  /// Reads everything that decisions need, as ``load(memory:_:)`` does, and returns all of it at once.
  package func load(memory: Int = .max) throws(StoreError) -> StoreContents {
    var tasks: [ScheduledTask] = []
    var contents = try load(memory: memory) { if case .tasks(let some) = $0 { tasks += some } }
    contents.tasks = tasks
    return contents
  }

  /// Reads everything that decisions need at the daemon's start, while all pages of the file are checked
  /// beside it. Waits for both.
  /// - Throws: ``StoreErrorCode/damaged`` with the problem of a page, or with table, row and column of a row
  ///   that is not what was written.
  /// - Parameters:
  ///   - memory: The bytes of memory that tasks may take. Tasks beyond that stay in the file
  ///     (``StoreContents/heldBack``).
  ///   - take: Gets the contents piece by piece, on the caller's thread, while the next one is read.
  /// - Returns: The rest of the contents.
  package func load(
    memory: Int = .max, _ take: (StorePiece) -> Void
  ) throws(StoreError) -> StoreContents {
    enum Step: Sendable {
      case piece(StorePiece)
      case end(Result<StoreContents, StoreError>)
    }
    dispatchPrecondition(condition: .notOnQueue(queue))
    dispatchPrecondition(condition: .notOnQueue(readingQueue))
    let turn = ProgressTurn(progress)
    readingQueue.async { [reader] in reader.value.checkPages { turn.second($0) } }
    let steps = Conveyor<Step>(length: 4)
    work { [self] engine in
      let result = Result { () throws(StoreError) in
        try engine.load(memory: memory) { steps.put(.piece($0)) }
      }
      if engine.hasMoreToTidyUp { tidyUp() }
      steps.put(.end(result))
    }
    let contents: Result<StoreContents, StoreError>
    reading: while true {
      switch steps.next() {
      case .piece(let piece): take(piece)
      case .end(let result):
        contents = result
        break reading
      }
    }
    // The work is over only when it has let go of the store, which its owner may close next.
    queue.sync {}
    turn.firstIsOver(next: .checking)
    // A problem of the file as a whole says more than the row at which it shows.
    try readingQueue.sync { reader.value.checkedPages }.get()
    return try contents.get()
  }

  /// Writes a batch in one transaction. On success all of it is on disk when the completion is called; on
  /// failure nothing of it is, and the same batch may be handed in again.
  /// - Parameter completion: Gets the payloads that the batch asks for, or their problems. A payload that
  ///   cannot be read changes nothing about the batch, which is on disk all the same.
  package func commit(_ batch: StoreBatch, completion: @escaping Completion<FoundPayloads>) {
    work { [self] engine in
      completion(write(batch, engine))
      // After the completion: only the next batch waits for the log to be moved.
      engine.checkpointIfNeeded()
      if engine.hasMoreToTidyUp { tidyUp() }
    }
  }

  /// Writes a batch as ``commit(_:completion:)`` does, on the caller's thread: a quick disk takes less time
  /// than another thread takes to wake.
  /// - Returns: `nil` when the caller could have to wait for long: the store has other work, or the disk was
  ///   slow last. Nothing was written then.
  package func commitAtOnce(_ batch: StoreBatch) -> Result<FoundPayloads, StoreError>? {
    guard pace.isQuick else { return nil }
    return queue.sync {
      let engine = engine.value
      let result = write(batch, engine)
      if engine.isCheckpointDue || engine.hasMoreToTidyUp { tidyUp() }
      return result
    }
  }

  private func write(_ batch: StoreBatch, _ engine: StoreEngine) -> Result<FoundPayloads, StoreError> {
    pace.measured {
      Result { () throws(StoreError) in
        let before = engine.payloads(of: batch.told)
        try engine.commit(batch)
        return before.merging(engine.payloads(of: batch.launches)) { $1 }
      }
    }
  }

  /// Gives room that the output of runs has taken to the requests that come next.
  package func dropOutput() { work { $0.dropOutput() } }

  /// Reads the payloads of these tasks, with an entry for each. Fails as a whole only when the store was
  /// closed.
  package func payloads(
    of tasks: [TaskID], completion: @escaping Completion<FoundPayloads>
  ) {
    look(completion) { reader throws(StoreError) in try reader.payloads(of: tasks) }
  }

  /// Reads one page of history in one short transaction. Each page comes further: a page without runs has
  /// damaged rows or is the last.
  package func history(_ query: HistoryQuery, completion: @escaping Completion<HistoryPage>) {
    look(completion) { reader throws(StoreError) in try reader.history(query) }
  }

  /// Reads runs, including those under way, the last recorded first. Damaged rows are left out.
  /// - Parameters:
  ///   - uid: The user of the runs; `nil` for all users.
  ///   - identifier: The identifier of the runs; `nil` for any.
  ///   - limit: The most runs that are read.
  ///   - completion: Gets the runs.
  package func history(
    uid: UInt32?, identifier: String?, limit: Int, completion: @escaping Completion<[Run]>
  ) {
    history(HistoryQuery(uid: uid, identifier: identifier, rows: limit)) { read in
      completion(read.map { Array($0.runs.prefix(max(limit, 0))) })
    }
  }

  /// Reads one page of the record of conditions in one short transaction.
  package func record(_ query: RecordQuery, completion: @escaping Completion<RecordPage>) {
    look(completion) { reader throws(StoreError) in try reader.record(query) }
  }

  /// Reads the last run that has ended of each of these tasks, where one is kept.
  package func lastRuns(of tasks: [TaskKey], completion: @escaping Completion<[TaskKey: Run]>) {
    look(completion) { reader throws(StoreError) in try reader.lastRuns(of: tasks) }
  }

  /// Reads a run; `nil` when it is not stored, or no longer.
  package func run(_ id: RunID, completion: @escaping Completion<Run?>) {
    look(completion) { reader throws(StoreError) in try reader.run(id) }
  }

  /// Reads a run's output; `nil` when none is stored.
  package func output(of run: RunID, completion: @escaping Completion<RunOutput?>) {
    look(completion) { reader throws(StoreError) in try reader.output(of: run) }
  }

  /// Writes a little and makes it durable, to find out whether a disk that failed takes writes again.
  package func probe(completion: @escaping Completion<Void>) {
    work { engine in
      completion(Result { () throws(StoreError) in try engine.probe() })
      engine.checkpointIfNeeded()
    }
  }

  /// Ends the reports of progress, because the daemon does not wait for the store any more.
  package func endProgress() {
    work { $0.endProgress() }
  }

  /// Returns the boot ID that was last set with ``setBootID(_:)``; `nil` in a new store. Waits for the read.
  package func bootID() throws(StoreError) -> String? {
    try wait { engine throws(StoreError) in try engine.meta(.bootID) }
  }

  /// Stores the ID of the machine's boot in which the store is used. Durable when this returns.
  package func setBootID(_ id: String) throws(StoreError) {
    try wait { engine throws(StoreError) in try engine.setMeta(.bootID, id) }
  }

  /// Returns the room for requests: the free bytes of the state directory's file system, and those that the
  /// store's files do not need. `nil` when the system does not tell. Waits for nothing.
  package func stateRoom() -> StateRoom? { room.forRequests() }

  /// Changes the limits of history, from the next batch on.
  package func setHistoryLimits(_ limits: HistoryLimits) {
    work { $0.limits = limits }
  }

  /// Waits for earlier calls, then closes the file and releases the directory for the next process. From then
  /// on every call fails with ``StoreErrorCode/closed``.
  package func close() {
    dispatchPrecondition(condition: .notOnQueue(queue))
    dispatchPrecondition(condition: .notOnQueue(readingQueue))
    // The connection that writes closes last, because the last one tidies up.
    readingQueue.sync { reader.value.close() }
    queue.sync { engine.value.close() }
  }

  /// Makes a new store of the readable part of a damaged one, and keeps the damaged files beside it. Also
  /// works on a store that is whole. Until the new store is complete, nothing of the old one changes.
  /// - Parameters:
  ///   - directory: The state directory, which no daemon may be using.
  ///   - stamp: The time in the kept files' names: 1 to 64 letters, digits, `-`, `_` and `+`.
  /// - Throws: ``StoreErrorCode/locked(pid:)``, ``StoreErrorCode/untrusted``, ``StoreErrorCode/missing``
  ///   where there is no store, ``StoreErrorCode/newerVersion(found:known:)``, and errors of the disk: a
  ///   recovery needs room for two more copies.
  package static func recover(directory: String, stamp: String) throws(StoreError) -> RecoveryReport {
    let directory = StateDirectory(path: directory)
    guard StateDirectory.exists(directory.path) else {
      throw StoreError(code: .missing, path: directory.database, detail: "nor such a directory")
    }
    try directory.checkTrust()
    // Held to the end, so no other process opens or recovers the store meanwhile.
    let lock = try DirectoryLock(directory)
    defer { withExtendedLifetime(lock) {} }
    return try Recovery(directory: directory, stamp: stamp).run()
  }

  /// Does the work that batches have left, some at a time, so that other calls have their turn in between.
  private func tidyUp() {
    work { [self] engine in if engine.tidyUp() { tidyUp() } }
  }

  /// Does work on the store's queue. Until it is done nobody else writes on a thread of their own.
  private func work(_ body: @escaping @Sendable (StoreEngine) -> Void) {
    pace.begins()
    queue.async { [engine, pace] in
      body(engine.value)
      pace.ends()
    }
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

/// A value that can be reached only on its queue; any other access traps.
struct QueueConfined<Value: AnyObject>: @unchecked Sendable {
  private let queue: DispatchQueue
  private let stored: Value

  /// Hands a value that has no other user over to a queue.
  init(_ value: Value, to queue: DispatchQueue) {
    self.queue = queue
    stored = value
  }

  /// The value, on its queue.
  var value: Value {
    dispatchPrecondition(condition: .onQueue(queue))
    return stored
  }
}
