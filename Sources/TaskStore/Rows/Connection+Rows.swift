import SchedulerCore

extension Connection {
  /// Returns a task's payload, or its problem.
  /// - Throws: Errors of the disk, not of this row.
  func payload(of task: TaskID) throws(StoreError) -> Result<[UInt8], PayloadProblem> {
    do throws(StoreError) {
      guard let row = try firstRow(.payload, [.integer(task.value)]) else { return .failure(.missing) }
      return .success(try read(row, as: PayloadRow.self).bytes)
    } catch {
      let problem = PayloadProblem(error, task: task.value)
      if case .unreadable = problem { throw error }
      return .failure(problem)
    }
  }

  /// Returns the tasks that a change deletes, with the bytes of their requests.
  func tasks(deletedBy change: StoreChange) throws(StoreError) -> [(id: TaskID, bytes: Int64)] {
    switch change {
    case .deleteTask(let id): try tasks(id.value...id.value)
    case .deleteWaiting(let uid, let name):
      try tasks(.sizesOfWaiting, [.integer(Int64(uid)), SQLValue(name)])
    default: []
    }
  }

  /// Returns the tasks with these numbers, with the bytes of their requests.
  func tasks(_ range: ClosedRange<Int64>) throws(StoreError) -> [(id: TaskID, bytes: Int64)] {
    try tasks(.sizesBetween, [.integer(range.lowerBound), .integer(range.upperBound)])
  }

  private func tasks(
    _ query: Query, _ values: [SQLValue]
  ) throws(StoreError) -> [(id: TaskID, bytes: Int64)] {
    var tasks: [(id: TaskID, bytes: Int64)] = []
    try rows(query, values) { row in
      guard case .integer(let id) = row[0], case .integer(let bytes) = row[1] else { return }
      tasks.append((TaskID(id), bytes))
    }
    return tasks
  }

  /// Reads the content of a row.
  /// - Throws: ``StoreErrorCode/damaged``, with the table, the row and the column.
  func read<Content: StoredRow>(_ row: [SQLValue], as type: Content.Type) throws(StoreError) -> Content {
    try read(.values(row), as: type, knowing: ReadConditions())
  }

  /// Runs a cached statement that gives whole rows, and hands out their contents.
  func contents<Content: StoredRow>(
    of query: Query, as type: Content.Type, _ body: (Content) throws(StoreError) -> Void
  ) throws(StoreError) {
    let conditions = ReadConditions()
    try steps(of: query) { statement throws(StoreError) in
      try body(try read(.statement(statement), as: type, knowing: conditions))
    }
  }

  private func read<Content: StoredRow>(
    _ row: RowReader.Source, as type: Content.Type, knowing conditions: ReadConditions
  ) throws(StoreError) -> Content {
    do throws(RowFault) {
      return try RowReader.read(row, knowing: conditions)
    } catch {
      throw StoreError(code: .damaged, path: path, detail: error.description)
    }
  }

  /// Deletes outputs of a user's runs, the oldest first.
  /// - Parameter isToGo: Gets the bytes of each in turn, and returns whether that is deleted.
  func deleteOldestOutputs(
    of user: SQLValue, atMost most: Int64, _ isToGo: (Int) -> Bool
  ) throws(StoreError) {
    var oldest: [SQLValue] = []
    try rows(.oldestOutputs, [user, .integer(most)]) { row in
      guard case .integer(let size) = row[1], isToGo(Int(size)) else { return }
      oldest.append(row[0])
    }
    for run in oldest { try self.run(.deleteOutput, [run]) }
  }
}
