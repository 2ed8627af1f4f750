import SchedulerCore

extension Connection {
  /// What the store has of a task's payload.
  /// - Throws: What has to do with the disk and not with this row.
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

  /// Takes a row apart.
  /// - Throws: ``StoreErrorCode/damaged``, with the table, the row and the column.
  func read<Content: StoredRow>(_ row: [SQLValue], as type: Content.Type) throws(StoreError) -> Content {
    try read(.values(row), as: type, knowing: ReadConditions())
  }

  /// Runs a cached statement that gives whole rows, and hands out what they are.
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
}
