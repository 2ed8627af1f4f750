import SchedulerCore

/// What the store does, one thing after the other: it lives on the store's queue.
final class StoreEngine {
  /// The log is moved into the file when it has grown to so many pages.
  private static let pagesBetweenCheckpoints = 1000

  /// What history may hold.
  var limits: HistoryLimits
  private let directory: StateDirectory
  private var lock: DirectoryLock?
  private var connection: Connection?
  private var counters = StoreCounters(nextTaskID: TaskID(1), nextSequence: 1, finishedRuns: 0)
  private var ioErrorsInARow = 0
  private var checkpointAtPages = StoreEngine.pagesBetweenCheckpoints

  /// Locks the directory and opens its file.
  init(directory: StateDirectory, limits: HistoryLimits) throws(StoreError) {
    self.directory = directory
    self.limits = limits
    try directory.make()
    lock = try DirectoryLock(directory)
    let connection = try StoreFile.open(directory)
    counters = try Self.count(connection)
    self.connection = connection
  }

  /// Ends all work: what the log holds goes into the file, and the directory is free for the next process.
  func close() {
    // Where it fails, the log stays and is read at the next start.
    try? connection?.checkpoint()
    connection = nil
    lock = nil
  }

  /// Writes the batch in one transaction: all of it is on disk when this returns, none of it when this throws.
  func commit(_ batch: StoreBatch) throws(StoreError) {
    if batch.changes.isEmpty && batch.outputs.isEmpty { return }
    let before = counters
    do throws(StoreError) {
      try use { connection throws(StoreError) in
        try connection.transaction { () throws(StoreError) in
          var writer = BatchWriter(connection: connection, counters: counters, limits: limits)
          try writer.write(batch)
          counters = writer.counters
        }
      }
    } catch {
      counters = before
      throw error
    }
  }

  /// Moves the log into the file when it has become long. A failure costs nothing but room: what was acknowledged is
  /// durable in the log, so this is tried again when the log has grown by as much again.
  func checkpointIfNeeded() {
    guard let connection, connection.pagesInLog >= checkpointAtPages else { return }
    do throws(StoreError) {
      try connection.checkpoint()
      checkpointAtPages = Self.pagesBetweenCheckpoints
    } catch {
      checkpointAtPages = connection.pagesInLog + Self.pagesBetweenCheckpoints
    }
  }

  /// Everything that decisions need.
  func load() throws(StoreError) -> StoreContents {
    try use { connection throws(StoreError) in
      var contents = StoreContents(nextTaskID: counters.nextTaskID)
      try connection.rows(.allTasks) { row throws(StoreError) in
        let task = try connection.read(row, as: TaskRow.self).task
        counters.saw(task.id)
        contents.tasks.append(task)
      }
      try connection.rows(.activeRuns) { row throws(StoreError) in
        contents.activeRuns.append(try connection.read(row, as: RunRow.self).run)
      }
      try connection.rows(.allDeclarations) { row throws(StoreError) in
        let record = try connection.read(row, as: DeclarationRow.self).record
        counters.saw(record.task)
        contents.declarations.append(record)
      }
      try connection.rows(.allUses) { row throws(StoreError) in
        contents.uses.append(try connection.read(row, as: ApplicationUseRow.self).record)
      }
      contents.nextTaskID = counters.nextTaskID
      connection.releaseMemory()
      return contents
    }
  }

  /// The payloads of those of the tasks that are stored.
  func payloads(of tasks: [TaskID]) throws(StoreError) -> [TaskID: [UInt8]] {
    try use { connection throws(StoreError) in
      var payloads: [TaskID: [UInt8]] = [:]
      for task in tasks {
        guard let row = try connection.firstRow(.payload, [.integer(task.value)]) else { continue }
        payloads[task] = try connection.read(row, as: PayloadRow.self).bytes
      }
      return payloads
    }
  }

  /// The payloads that are stored and whole. One that is damaged must not hold up the others' launches.
  func readablePayloads(of tasks: [TaskID]) -> [TaskID: [UInt8]] {
    var payloads: [TaskID: [UInt8]] = [:]
    for task in tasks { payloads[task] = try? self.payloads(of: [task])[task] }
    return payloads
  }

  /// Runs, the one that was recorded last first.
  func history(uid: UInt32?, identifier: String?, limit: Int) throws(StoreError) -> [Run] {
    let user = uid.map { SQLValue.integer(Int64($0)) }
    let query: Query
    var values = [SQLValue.integer(Int64(max(limit, 0)))]
    switch (user, identifier) {
    case (nil, nil):
      query = .history
    case (let user?, nil):
      query = .historyOfUser
      values.append(user)
    case (nil, let identifier?):
      query = .historyOfIdentifier
      values.append(.text(identifier))
    case (let user?, let identifier?):
      query = .historyOfTask
      values += [user, .text(identifier)]
    }
    return try use { connection throws(StoreError) in
      var runs: [Run] = []
      try connection.rows(query, values) { row throws(StoreError) in
        runs.append(try connection.read(row, as: RunRow.self).run)
      }
      return runs
    }
  }

  /// One run; nil when it is not stored, or no longer.
  func run(_ id: RunID) throws(StoreError) -> Run? {
    try use { connection throws(StoreError) in
      guard let row = try connection.firstRow(.run, [.text(id.text)]) else { return nil }
      return try connection.read(row, as: RunRow.self).run
    }
  }

  /// What a run wrote; nil when nothing is stored.
  func output(of id: RunID) throws(StoreError) -> RunOutput? {
    try use { connection throws(StoreError) in
      guard let row = try connection.firstRow(.output, [.text(id.text)]) else { return nil }
      return try connection.read(row, as: RunOutputRow.self).output
    }
  }

  /// One fact about the store; nil when it was never set.
  func meta(_ key: MetaKey) throws(StoreError) -> String? {
    try use { connection throws(StoreError) in try Self.meta(key, in: connection) }
  }

  /// Sets one fact durably.
  func setMeta(_ key: MetaKey, _ value: String) throws(StoreError) {
    try use { connection throws(StoreError) in
      try connection.run(.putMeta, MetaRow(key: key, value: value).summedValues)
    }
  }

  /// Every use of the connection goes through here, so that one that is stuck is replaced.
  private func use<Value>(_ body: (Connection) throws(StoreError) -> Value) throws(StoreError) -> Value {
    guard lock != nil else {
      throw StoreError(code: .closed, path: directory.database, detail: "the store was closed")
    }
    let connection = try current()
    do throws(StoreError) {
      let value = try body(connection)
      ioErrorsInARow = 0
      return value
    } catch {
      if error.code == .ioError { ioErrorsInARow += 1 }
      // Not after the first error of the disk: a new connection reads the log again, and might find there the
      // very transaction that failed when it was made durable. The next one that succeeds writes over it.
      if connection.isInTransaction || ioErrorsInARow > 1 { self.connection = nil }
      throw error
    }
  }

  private func current() throws(StoreError) -> Connection {
    if let connection { return connection }
    let connection = try StoreFile.connect(to: directory.database)
    counters = try Self.count(connection)
    self.connection = connection
    return connection
  }

  private static func count(_ connection: Connection) throws(StoreError) -> StoreCounters {
    var counters = StoreCounters(nextTaskID: TaskID(1), nextSequence: 1, finishedRuns: 0)
    if let text = try meta(.nextTaskID, in: connection) {
      guard let value = Int64(text) else {
        throw StoreError(
          code: .damaged, path: connection.path, detail: "the next task id is \"\(text.prefix(40))\"")
      }
      counters.nextTaskID = TaskID(value)
    }
    if case .integer(let last)? = try connection.firstRow(.lastRun)?.first {
      counters.nextSequence = last == .max ? .max : last + 1
    }
    if case .integer(let count)? = try connection.firstRow(.countFinishedRuns)?.first {
      counters.finishedRuns = Int(count)
    }
    return counters
  }

  private static func meta(_ key: MetaKey, in connection: Connection) throws(StoreError) -> String? {
    guard let row = try connection.firstRow(.meta, [.integer(key.rawValue)]) else { return nil }
    return try connection.read(row, as: MetaRow.self).value
  }
}
