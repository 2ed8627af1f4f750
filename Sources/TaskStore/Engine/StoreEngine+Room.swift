import SchedulerCore

/// The room of the store: its log never holds more than the file system has to spare.
extension StoreEngine {
  /// The length from which on a log is moved while readers wait, because they were in its way repeatedly.
  private static let pagesAtMost = 4000

  /// Whether the log has become long for the room.
  var isCheckpointDue: Bool {
    let pages = room.last?.logPages ?? Int(DiskRoom.logPagesAtMost)
    return (connection?.pagesInLog ?? 0) >= pagesAtFailure + pages
  }

  /// Moves the log into the file when it has become long for the room, and gives it back where it takes too
  /// much. A failure costs only room, because acknowledged commits are durable in the log: moving is tried
  /// again when the log has grown by as much again.
  func checkpointIfNeeded() {
    guard let connection, isCheckpointDue else { return }
    let now = room.ask()
    do throws(StoreError) {
      noteUse(try connection.pageUse())
      guard now?.canMoveLog(room.use) != false else {
        pagesAtFailure = connection.pagesInLog
        return
      }
      if now?.logIsTooLong == true {
        try readers.whileClosed { () throws(StoreError) in try connection.checkpointAndEmptyLog() }
      } else if connection.pagesInLog < Self.pagesAtMost {
        try connection.checkpoint()
      } else {
        try readers.whileClosed { () throws(StoreError) in try connection.checkpoint() }
      }
      pagesAtFailure = 0
    } catch {
      pagesAtFailure = connection.pagesInLog
    }
  }

  /// Moves the log into the file now, and gives back the room that the store's files take besides: that of
  /// the log, and that of failed transactions.
  /// - Returns: Whether the log held something, so that there is more room than before.
  @discardableResult
  func giveBack() -> Bool {
    do throws(StoreError) {
      return try use { connection throws(StoreError) in
        let held = connection.pagesInLog > 0
        try readers.whileClosed { () throws(StoreError) in
          connection.cutLog()
          noteUse(try connection.pageUse())
          // Pages without room in the file stay in the log. Trying would only take the log's last room.
          guard room.ask()?.canMoveLog(room.use) != false else {
            throw StoreError(code: .full, path: connection.path, detail: "the log cannot be moved")
          }
          try connection.checkpointAndEmptyLog()
          connection.cutFile()
        }
        pagesAtFailure = 0
        room.ask()
        return held
      }
    } catch {
      return false
    }
  }

  /// Repeats a write that has found the disk full, in the room that was given back.
  func writeAgain(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do throws(StoreError) { try body() } catch {
      // The room of the failed write is given back, so that no other write finds the disk full of it.
      giveBack()
      throw error
    }
  }

  /// Records the database's pages. Where room is not short they are counted only when the log is moved: the
  /// log adds little to them until then.
  func noteUse(_ use: PageUse) {
    var use = use
    use.leftBytes = left.bytes
    room.use = use
  }

  /// Refuses a batch of requests that leaves too few pages to the log, however full the disk is.
  func keepWorkingRoom(from batch: StoreBatch) throws(StoreError) {
    let bytes = batch.requestBytes
    func fits(_ room: DiskRoom?) -> Bool {
      guard let room, room.isShort(for: bytes) else { return true }
      return bytes <= room.atOnce(from: room.unclaimed, self.room.use)
    }
    // The last answer may be old, and no batch is refused for that.
    guard bytes > 0, !fits(room.last), !fits(room.ask()) else { return }
    guard !deleteAllThatIsLeft() || !fits(room.ask()) else { return }
    throw StoreError(
      code: .full, path: connection?.path ?? "",
      detail: "\(bytes) bytes find no place in the log and in the database")
  }

  /// Whether the batch deletes more than the log should hold.
  func isTooMuchForLog(_ batch: StoreBatch) -> Bool {
    guard let connection, let room = room.last, room.isShort() else { return false }
    var bytes: Int64 = 0
    return batch.changes.contains { change in
      let tasks = (try? connection.tasks(deletedBy: change)) ?? []
      bytes += tasks.reduce(0) { $0 + Self.rowBytes + $1.bytes }
      return bytes > room.logBytesAtMost
    }
  }

  /// The approximate bytes of a task's own row.
  private static let rowBytes: Int64 = 512

  /// Whether batches have left work that no caller waits for.
  var hasMoreToTidyUp: Bool { !left.isEmpty || isWorthShrinking }

  /// Does some of the work that batches have left.
  /// - Returns: Whether it is worth going on.
  func tidyUp() -> Bool {
    let goesOn = deleteSomeOfWhatIsLeft()
    checkpointIfNeeded()
    if isWorthShrinking { shrink() }
    return goesOn
  }

  /// The most outputs that one request for room deletes.
  private static let outputsAtMost: Int64 = 64

  /// Gives room that output has taken to requests: the oldest output goes of the user who has most of it.
  func dropOutput() {
    guard hasOutput else { return }
    do throws(StoreError) {
      let isDropped = try use { connection throws(StoreError) in
        var most: (uid: SQLValue, bytes: Int64)?
        try connection.rows(.outputBytesOfUsers) { row in
          guard case .integer(let bytes) = row[1], bytes >= most?.bytes ?? 0 else { return }
          most = (row[0], bytes)
        }
        guard let uid = most?.uid else {
          hasOutput = false
          return false
        }
        let use = try connection.transaction { () throws(StoreError) in
          try connection.deleteOldestOutputs(of: uid, atMost: Self.outputsAtMost) { _ in true }
          return try connection.pageUse()
        }
        noteUse(use)
        return true
      }
      if isDropped { giveBack() }
    } catch {
      // Without room for that in the log the output stays.
      if error.code == .full { giveBack() }
    }
  }

  /// Deletes all rows of deleted tasks, for a batch that needs the room.
  /// - Returns: Whether there is more room now.
  func deleteAllThatIsLeft() -> Bool {
    guard !left.isEmpty else { return false }
    while deleteSomeOfWhatIsLeft() { checkpointIfNeeded() }
    giveBack()
    return left.isEmpty
  }

  /// Deletes the rows of some deleted tasks: of as many as the log takes well.
  /// - Returns: Whether it is worth going on.
  private func deleteSomeOfWhatIsLeft() -> Bool {
    guard !left.isEmpty else { return false }
    let some = left.first(bytes: room.last?.logBytesAtMost ?? .max, perTask: Self.rowBytes)
    progress?(.tidying)
    do throws(StoreError) {
      try use { connection throws(StoreError) in
        let use = try connection.transaction { () throws(StoreError) in
          for task in some { try connection.run(.deleteTask, [.integer(task.value)]) }
          // Until then tasks whose rows are gone stay named, which changes nothing.
          if some.count == left.count {
            try connection.put(.putMeta, MetaRow(key: .deletedTasks, value: ""))
          }
          return try connection.pageUse()
        }
        left.removeFirst(some)
        noteUse(use)
      }
    } catch {
      // The rows do no harm, and the next batch or the next start comes back to them.
      if error.code == .full { giveBack() }
      return false
    }
    return !left.isEmpty
  }

  private var isWorthShrinking: Bool {
    left.isEmpty && !cannotShrink && room.last?.isWorthShrinking(room.use) == true
  }

  /// Makes the file as short as its contents. Empty pages are used again without this, but a batch has to
  /// find room in the log as well.
  private func shrink() {
    do throws(StoreError) {
      try use { connection throws(StoreError) in
        try connection.saying(.tidying, to: progress) { () throws(StoreError) in
          try connection.rows(sql: "VACUUM")
        }
        noteUse(try connection.pageUse())
      }
      giveBack()
    } catch {
      cannotShrink = true
      if error.code == .full { giveBack() }
    }
  }
}
