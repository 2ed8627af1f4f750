import SchedulerCore

/// The reader of the store: a connection of its own that cannot write, on a queue of its own, so that a long
/// read never delays a commit. Each read is one short transaction.
final class StoreReader {
  private let path: String
  private let gate: ReadGate
  private var connection: Connection?
  private var isClosed = false
  /// The result of the last check of all pages.
  private(set) var checkedPages: Result<Void, StoreError> = .success(())

  init(path: String, gate: ReadGate) {
    self.path = path
    self.gate = gate
  }

  func close() {
    connection = nil
    isClosed = true
  }

  /// Checks all pages of the file, and keeps the result in ``checkedPages``.
  func checkPages(progress: @escaping ProgressHandler) {
    checkedPages = Result { () throws(StoreError) in
      try read { connection throws(StoreError) in
        try connection.saying(.checking, to: progress) { () throws(StoreError) in
          try StoreFile.checkPages(connection)
        }
        connection.releaseMemory()
      }
    }
  }

  /// Returns an entry for every task that is asked for.
  func payloads(of tasks: [TaskID]) throws(StoreError) -> [TaskID: Result<[UInt8], PayloadProblem>] {
    var payloads: [TaskID: Result<[UInt8], PayloadProblem>] = [:]
    payloads.reserveCapacity(tasks.count)
    guard !isClosed else { throw StoreError(closed: path) }
    // A long list is several reads, so that none holds up the log for long.
    var rest = tasks[...]
    while !rest.isEmpty {
      let some = rest.prefix(256)
      rest = rest.dropFirst(256)
      do throws(StoreError) {
        try read { connection throws(StoreError) in
          for task in some { payloads[task] = try connection.payload(of: task) }
        }
      } catch {
        // An error that is not damage is the connection's, and no single row's.
        for task in some where payloads[task] == nil {
          payloads[task] = .failure(PayloadProblem(error, task: task.value))
        }
      }
    }
    return payloads
  }

  func history(_ query: HistoryQuery) throws(StoreError) -> HistoryPage {
    try read { connection throws(StoreError) in
      var reader = HistoryReader(connection, query)
      return try reader.read()
    }
  }

  func record(_ query: RecordQuery) throws(StoreError) -> RecordPage {
    try read { connection throws(StoreError) in
      var reader = RecordReader(query)
      try connection.firstRows(.recordFrom, reader.values) { row in reader.take(row) }
      return reader.end()
    }
  }

  /// Returns the last run that has ended of each of these tasks, where there is one and it can be read.
  func lastRuns(of tasks: [TaskKey]) throws(StoreError) -> [TaskKey: Run] {
    try read { connection throws(StoreError) in
      var runs: [TaskKey: Run] = [:]
      for task in Set(tasks) {
        let filter: [SQLValue] = [.integer(Int64(task.uid)), .text(task.identifier)]
        do throws(StoreError) {
          guard let values = try connection.firstRow(.lastEndOfTask, filter) else { continue }
          let run = try connection.read(values, as: RunRow.self).run
          if run.key == task { runs[task] = run }
        } catch {
          // A damaged row hides nothing of the others; history names it.
          guard error.code == .damaged else { throw error }
        }
      }
      return runs
    }
  }

  func run(_ id: RunID) throws(StoreError) -> Run? {
    try read { connection throws(StoreError) in try row(of: id, connection)?.run }
  }

  func output(of id: RunID) throws(StoreError) -> RunOutput? {
    try read { connection throws(StoreError) in
      guard let run = try row(of: id, connection),
        let values = try connection.firstRow(.output, [.integer(run.sequence)])
      else { return nil }
      return try connection.read(values, as: RunOutputRow.self).output
    }
  }

  /// Returns the row of a run, and of no other.
  private func row(of id: RunID, _ connection: Connection) throws(StoreError) -> RunRow? {
    guard let values = try connection.firstRow(.run, [.text(id.text)]) else { return nil }
    let row = try connection.read(values, as: RunRow.self)
    guard row.run.id == id else { throw StoreError(strayed: row.sequence, path: path) }
    return row
  }

  private func current() throws(StoreError) -> Connection {
    if let connection { return connection }
    let connection = try StoreFile.connectForReading(to: path)
    self.connection = connection
    return connection
  }

  /// Reads one state of the store. A connection is not used again after an error other than damage.
  private func read<Value>(_ body: (Connection) throws(StoreError) -> Value) throws(StoreError) -> Value {
    guard !isClosed else { throw StoreError(closed: path) }
    return try gate.whileOpen { () throws(StoreError) in
      let connection = try current()
      do throws(StoreError) {
        try connection.run(.beginReading)
        let value = try body(connection)
        // Nothing was written, and after a damaged page SQLite refuses to commit.
        try connection.run(.rollback)
        return value
      } catch {
        if connection.isInTransaction { try? connection.run(.rollback) }
        if error.code != .damaged || connection.isInTransaction { self.connection = nil }
        throw error
      }
    }
  }
}
