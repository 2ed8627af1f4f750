import SchedulerCore

/// The store's work, one piece after the other, on the store's queue.
final class StoreEngine {
  /// The limits of history.
  var limits: HistoryLimits
  /// The room on the disk.
  let room: RoomWatch
  let readers: ReadGate
  /// The log's pages when moving them failed last.
  var pagesAtFailure = 0
  /// Whether making the file shorter has failed; it is not tried again.
  var cannotShrink = false
  /// Whether output of runs may be stored, which gives way where requests need the room.
  var hasOutput = true
  /// The deleted tasks whose rows still exist.
  var left = LeftTasks()
  private(set) var connection: Connection?
  private let directory: StateDirectory
  private var lock: DirectoryLock?
  private var counters = StoreCounters(nextTaskID: TaskID(1), nextSequence: 1)
  private var ioErrorsInARow = 0
  /// The receiver of progress, until the store is opened and read.
  private(set) var progress: ProgressHandler?

  /// Locks the directory and opens its file.
  /// - Parameters:
  ///   - room: The room on the disk; `nil` asks the system.
  ///   - progress: Gets the store's progress, until ``endProgress()``.
  init(
    directory: StateDirectory, limits: HistoryLimits, readers: ReadGate, room: RoomWatch? = nil,
    progress: ProgressHandler? = nil
  ) throws(StoreError) {
    self.readers = readers
    self.progress = progress
    self.directory = directory
    self.limits = limits
    self.room = room ?? RoomWatch { DiskRoom(of: directory) }
    try directory.checkTrust(making: true)
    lock = try DirectoryLock(directory) { progress?(.waiting) }
    let connection = try StoreFile.open(directory, progress: progress)
    try take(connection)
    self.room.use = try connection.pageUse()
    // A killed process may have left a long log and claimed room.
    if self.room.ask()?.isShort() == true { giveBack() }
  }

  /// Ends the reports, because the daemon does not wait any more.
  func endProgress() { progress = nil }

  /// Ends all work: moves the log into the file, and releases the directory for the next process.
  func close() {
    // After a failure the log stays and is read at the next start.
    try? connection?.checkpoint()
    connection = nil
    lock = nil
  }

  /// Writes the batch in one transaction: all of it is on disk when this returns, none of it when this
  /// throws.
  ///
  /// On a small or full disk a batch is written sparingly when it deletes so much that the log could not take
  /// it: each page that held a request is written over. Its transaction only names the deleted tasks
  /// (``MetaKey/deletedTasks``). Their rows are deleted afterwards, some at a time (``tidyUp()``), in this
  /// process or in the next.
  func commit(_ batch: StoreBatch) throws(StoreError) {
    if batch.changes.isEmpty && batch.outputs.isEmpty { return }
    try keepWorkingRoom(from: batch)
    let isSparing = isTooMuchForLog(batch)
    do throws(StoreError) {
      try write(batch, sparingly: isSparing)
    } catch {
      let canBeSparing = !isSparing && batch.changes.contains(where: \.deletesTasks)
      guard error.code == .full, giveBack() || deleteAllThatIsLeft() || canBeSparing else { throw error }
      try writeAgain { () throws(StoreError) in try write(batch, sparingly: true) }
    }
  }

  private func write(_ batch: StoreBatch, sparingly isSparing: Bool) throws(StoreError) {
    let before = counters
    let bytes = batch.requestBytes
    do throws(StoreError) {
      try use { connection throws(StoreError) in
        var writer = BatchWriter(
          connection: connection, counters: counters, limits: limits.within(room.last?.capacity),
          left: isSparing ? left : nil)
        let use = try connection.transaction { () throws(StoreError) -> PageUse? in
          try writer.write(batch)
          guard room.last?.isShort(for: bytes) == true else { return nil }
          let use = try connection.pageUse()
          if room.last?.claimsPlace(for: bytes, room.use) == true { try connection.claim(pages: use.pages) }
          return use
        }
        counters = writer.counters
        if !batch.outputs.isEmpty { hasOutput = true }
        left = writer.left ?? left
        if let use { noteUse(use) }
      }
    } catch {
      counters = before
      throw error
    }
  }

  /// The number of tasks that are handed over at a time.
  private static let tasksOfPiece = 1024

  /// Reads everything that decisions need.
  /// - Parameters:
  ///   - memory: The bytes of memory that tasks may take. Tasks beyond that stay in the file.
  ///   - take: Gets the tasks and the runs piece by piece.
  /// - Returns: The rest of the contents.
  func load(memory: Int, _ take: (StorePiece) -> Void) throws(StoreError) -> StoreContents {
    try use { connection throws(StoreError) in
      var contents = StoreContents(nextTaskID: counters.nextTaskID)
      var sizes = try connection.saying(.surveying, to: progress) { () throws(StoreError) in
        try payloadSizes(connection)
      }[...]
      let all = sizes.count
      contents.heldBack = try heldBack(connection, sizes: sizes.map(\.bytes), memory: memory)
      let heldBack = Set(contents.heldBack.map(\.uid))
      try connection.rows(.activeRuns) { row throws(StoreError) in
        let row = try connection.read(row, as: RunRow.self)
        guard row.run.ended == nil else {
          throw StoreError(strayed: row.sequence, path: connection.path)
        }
        contents.activeRuns.append(row.run)
      }
      take(.begin(activeRuns: contents.activeRuns, tasks: all))
      let pastEnds = try Self.pastEnds(connection)
      var told: [ScheduledTask] = []
      var piece: [ScheduledTask] = []
      try tasks(of: connection, all, as: StoreProgress.reading) { row throws(StoreError) in
        var task = row
        counters.saw(task.id)
        if left.contains(task.id) { return }
        if task.runID == nil, heldBack.contains(task.uid) { return }
        while let size = sizes.first, size.task < task.id.value { sizes.removeFirst() }
        if let size = sizes.first, size.task == task.id.value { task.payloadBytes = size.bytes }
        if !pastEnds.isEmpty, task.take(pastEnds) { told.append(task) }
        piece.append(task)
        guard piece.count == Self.tasksOfPiece else { return }
        take(.tasks(piece))
        piece = []
      }
      if !piece.isEmpty { take(.tasks(piece)) }
      try connection.rows(.allDeclarations) { row throws(StoreError) in
        let record = try connection.read(row, as: DeclarationRow.self).record
        counters.saw(record.task)
        contents.declarations.append(record)
      }
      try connection.rows(.allUses) { row throws(StoreError) in
        contents.uses.append(try connection.read(row, as: ApplicationUseRow.self).record)
      }
      try connection.rows(.allPauses) { row throws(StoreError) in
        contents.pauses.append(try connection.read(row, as: PauseRow.self).pause)
      }
      try connection.rows(.allEnds) { row throws(StoreError) in
        contents.ends.append(try connection.read(row, as: EndRow.self).record)
      }
      try connection.rows(.allWindows) { row throws(StoreError) in
        // Learned facts are learned anew where they are damaged, and no start fails for them.
        let window: WindowRow? = try? RowReader.read(.values(row))
        if let window { contents.windows.append(window.record) }
      }
      try connection.rows(.allWorks) { row throws(StoreError) in
        let work: WorkRow? = try? RowReader.read(.values(row))
        if let work { contents.works.append(work.record) }
      }
      // A damaged line stops no start: the record's reader says that nothing is known from it on.
      if let row = try connection.firstRow(.lastOfRecord) {
        let last: RecordedRow? = try? RowReader.read(.values(row))
        contents.lastRecorded = last?.change
      }
      if !pastEnds.isEmpty { try Self.keep(told, connection) }
      contents.nextTaskID = counters.nextTaskID
      connection.releaseMemory()
      return contents
    }
  }

  /// Returns the users whose tasks stay in the file. Rows are read for that only where there could be too
  /// many: no request takes more memory than eight times its bytes and two kilobytes.
  private func heldBack(
    _ connection: Connection, sizes: [Int], memory: Int
  ) throws(StoreError) -> [HeldBackUser] {
    guard sizes.reduce(0, { $0 + 8 * $1 + 2048 }) > memory else { return [] }
    var demand = MemoryDemand()
    try tasks(of: connection, sizes.count, as: StoreProgress.measuring) { task throws(StoreError) in
      if !left.contains(task.id) { demand.add(task) }
    }
    return demand.heldBack(limit: memory)
  }

  /// Hands out all tasks, the oldest first, and reports the progress.
  /// - Parameter all: The number of tasks, as far as it is known.
  private func tasks(
    of connection: Connection, _ all: Int, as what: (Int, Int) -> StoreProgress,
    _ body: (ScheduledTask) throws(StoreError) -> Void
  ) throws(StoreError) {
    var done = 0
    try connection.contents(of: .allTasks, as: TaskRow.self) { row throws(StoreError) in
      if done % StoreProgress.rowsBetween == 0 { progress?(what(done, max(done, all))) }
      done += 1
      try body(row.task)
    }
  }

  /// Returns the ends that an earlier daemon, which did not count ends, has left to tell tasks of.
  private static func pastEnds(_ connection: Connection) throws(StoreError) -> [PastEnd] {
    guard let text = try meta(.pastEnds, in: connection), !text.isEmpty else { return [] }
    return try PastEnd.all(in: text) { id throws(StoreError) in
      guard let row = try connection.firstRow(.run, [.text(id.text)]) else { return nil }
      return try connection.read(row, as: RunRow.self).run
    }
  }

  /// Stores the tasks that were told of past ends, so that none is told again.
  private static func keep(_ told: [ScheduledTask], _ connection: Connection) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for task in told { try connection.put(.putTask, TaskRow(task)) }
      try connection.put(.putMeta, MetaRow(key: .pastEnds, value: ""))
    }
  }

  /// Returns the deleted tasks whose rows still exist.
  private func leftTasks(_ connection: Connection) throws(StoreError) -> LeftTasks {
    var left = LeftTasks()
    guard let text = try Self.meta(.deletedTasks, in: connection) else { return left }
    guard let ranges = LeftTasks.ranges(in: text),
      ranges.last?.upperBound ?? .min <= counters.nextTaskID.value
    else {
      throw StoreError(
        code: .damaged, path: connection.path, detail: "the deleted tasks are \"\(text.prefix(40))\"")
    }
    for range in ranges { try left.insert(connection.tasks(range)) }
    return left
  }

  /// Returns the bytes of each task's payload, by the tasks' numbers in order. Damaged payloads are found
  /// when they are needed.
  private func payloadSizes(_ connection: Connection) throws(StoreError) -> [(task: Int64, bytes: Int)] {
    var sizes: [(task: Int64, bytes: Int)] = []
    do throws(StoreError) {
      try connection.steps(of: .payloadSizes) { row in
        guard case .integer(let task) = row.value(0), case .integer(let size) = row.value(1) else { return }
        sizes.append((task, Int(size)))
      }
    } catch {
      guard error.code == .damaged else { throw error }
    }
    return sizes
  }

  /// Reads the payloads one by one: a damaged one does not hold up the launches of the others.
  func payloads(of tasks: [TaskID]) -> [TaskID: Result<[UInt8], PayloadProblem>] {
    var payloads: [TaskID: Result<[UInt8], PayloadProblem>] = [:]
    for task in tasks {
      do throws(StoreError) {
        payloads[task] = try use { connection throws(StoreError) in try connection.payload(of: task) }
      } catch {
        payloads[task] = .failure(PayloadProblem(error, task: task.value))
      }
    }
    return payloads
  }

  /// Returns a fact about the store; `nil` when it was never set.
  func meta(_ key: MetaKey) throws(StoreError) -> String? {
    try use { connection throws(StoreError) in try Self.meta(key, in: connection) }
  }

  /// Sets a fact about the store, durably.
  func setMeta(_ key: MetaKey, _ value: String) throws(StoreError) {
    let row = MetaRow(key: key, value: value)
    let set = { [self] () throws(StoreError) in
      try use { connection throws(StoreError) in try connection.put(.putMeta, row) }
    }
    do throws(StoreError) { try set() } catch {
      guard error.code == .full, giveBack() else { throw error }
      try writeAgain(set)
    }
  }

  /// Writes a little and makes it durable.
  func probe() throws(StoreError) {
    // SQLite writes nothing where nothing changes.
    try setMeta(.probe, try meta(.probe) == "written" ? "written again" : "written")
  }

  /// Uses the connection. Every use goes through here, so that a stuck connection is replaced.
  func use<Value>(_ body: (Connection) throws(StoreError) -> Value) throws(StoreError) -> Value {
    guard lock != nil else {
      throw StoreError(closed: directory.database)
    }
    let connection = try current()
    do throws(StoreError) {
      let value = try body(connection)
      ioErrorsInARow = 0
      return value
    } catch {
      if error.code == .ioError { ioErrorsInARow += 1 }
      // Not after the first error of the disk: a new connection reads the log again, and might find the very
      // transaction there that failed when it was made durable. The next successful one writes over it.
      if connection.isInTransaction || ioErrorsInARow > 1 { self.connection = nil }
      throw error
    }
  }

  private func current() throws(StoreError) -> Connection {
    if let connection { return connection }
    let connection = try StoreFile.connect(to: directory.database)
    let known = counters.nextTaskID
    try take(connection)
    // The rows that remember numbers were read only once, at the start.
    counters.nextTaskID = max(counters.nextTaskID, known)
    return connection
  }

  private func take(_ connection: Connection) throws(StoreError) {
    counters = try connection.saying(.surveying, to: progress) { () throws(StoreError) in
      try Self.count(connection)
    }
    left = try leftTasks(connection)
    self.connection = connection
  }

  private static func count(_ connection: Connection) throws(StoreError) -> StoreCounters {
    var counters = StoreCounters(nextTaskID: TaskID(1), nextSequence: 1)
    if let text = try meta(.nextTaskID, in: connection) {
      guard let value = Int64(text) else {
        throw StoreError(
          code: .damaged, path: connection.path, detail: "the next task id is \"\(text.prefix(40))\"")
      }
      (counters.nextTaskID, counters.storedNextTaskID) = (TaskID(value), TaskID(value))
    }
    if case .integer(let last)? = try connection.firstRow(.lastRun)?.first {
      counters.nextSequence = last == .max ? .max : last + 1
    }
    try connection.rows(.countRuns) { row in
      guard case .integer(let uid) = row[0], case .integer(let count) = row[1] else { return }
      counters.finishedRuns[UInt32(truncatingIfNeeded: uid)] = Int(count)
    }
    try connection.rows(.countActiveRuns) { row in
      guard case .integer(let uid) = row[0], case .integer(let count) = row[1] else { return }
      counters.finishedRuns[UInt32(truncatingIfNeeded: uid), default: 0] -= Int(count)
    }
    counters.record = try RecordCounter(of: connection)
    return counters
  }

  private static func meta(_ key: MetaKey, in connection: Connection) throws(StoreError) -> String? {
    guard let row = try connection.firstRow(.meta, [.integer(key.rawValue)]) else { return nil }
    return try connection.read(row, as: MetaRow.self).value
  }
}
