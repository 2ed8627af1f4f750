import SchedulerCore

/// The carrying over of a damaged file's whole rows into a new store.
struct Salvage {
  private let target: Connection
  /// The lost rows by table, in the order of ``Table``; `nil` before the file is read.
  private var lost: [RecoveredRows]?
  private var faults: [RowFault] = []

  /// - Parameter target: An empty store that has no other user.
  init(into target: Connection) throws(StoreError) {
    self.target = target
    // Rows come in any order. Rows that belong to no other row are deleted at the end.
    try target.rows(sql: "PRAGMA foreign_keys = OFF")
    try target.run(.begin)
  }

  /// Whether everything that was found is whole, so that another reading would find nothing more.
  var isWhole: Bool { lost?.allSatisfy(\.isWhole) ?? false }

  /// Takes over the rows that the file shows. Rows that an earlier reading found stay.
  mutating func read(_ source: Connection) throws(StoreError) {
    faults = []
    let found = [
      try copy(TaskRow.self, from: source), try copy(PayloadRow.self, from: source),
      try copy(RunRow.self, from: source), try copy(RunOutputRow.self, from: source),
      try copy(MetaRow.self, from: source), try copy(DeclarationRow.self, from: source),
      try copy(ApplicationUseRow.self, from: source), try copy(PauseRow.self, from: source),
      try copy(EndRow.self, from: source), try copy(RecordedRow.self, from: source),
      try copy(WindowRow.self, from: source), try copy(WorkRow.self, from: source),
    ]
    // Both readings are of the same rows: a loss counts only if neither could read the row.
    lost = lost.map { before in zip(before, found).map { $0.isBetter(than: $1) ? $0 : $1 } } ?? found
  }

  /// Deletes rows that lack what they belong to, and makes the others durable.
  mutating func finish() throws(StoreError) -> RecoveryReport {
    let lost = lost ?? []
    var report = RecoveryReport()
    try deleteWhatWasDeleted()
    var withoutPayload = 0
    let orphans = "WHERE id NOT IN (SELECT task FROM payload)"
    try target.rows(sql: "SELECT id, identifier, uid FROM task \(orphans) ORDER BY id") { row in
      withoutPayload += 1
      guard case .integer(let id) = row[0], case .text(let name) = row[1], case .integer(let uid) = row[2]
      else { return }
      faults.append(
        RowFault(
          table: .task, row: id, column: nil,
          message: "the payload of \(name) of user \(uid) is lost, and the task with it"))
    }
    try target.rows(sql: "DELETE FROM task \(orphans)")
    try target.rows(sql: "DELETE FROM payload WHERE task NOT IN (SELECT id FROM task)")
    try target.rows(sql: "DELETE FROM run_output WHERE run NOT IN (SELECT seq FROM run)")
    try target.rows(sql: Schema.markSurplus)
    try keepNextTaskID()
    report.tasks = try rows(of: .task, lost)
    report.tasks.skipped += withoutPayload
    report.tasks.unreadablePlaces += lost.isEmpty ? 0 : lost[1].unreadablePlaces
    report.runs = try rows(of: .run, lost)
    report.outputs = try rows(of: .runOutput, lost)
    report.declarations = try rows(of: .declaration, lost)
    report.uses = try rows(of: .applicationUse, lost)
    report.pauses = try rows(of: .pause, lost)
    report.ends = try rows(of: .taskEnd, lost)
    report.windows = try rows(of: .conditionWindow, lost)
    report.works = try rows(of: .work, lost)
    report.recorded = try rows(of: .conditionRecord, lost)
    report.faults = faults.prefix(RecoveryReport.faultsAtMost).map(\.description)
    try target.run(.commit)
    try target.checkpoint()
    return report
  }

  /// Deletes the rows of tasks that were deleted already, so that these do not come back.
  private func deleteWhatWasDeleted() throws(StoreError) {
    guard let row = try target.firstRow(.meta, [.integer(MetaKey.deletedTasks.rawValue)]),
      let ranges = LeftTasks.ranges(in: try target.read(row, as: MetaRow.self).value)
    else { return }
    for range in ranges {
      let ends: [SQLValue] = [.integer(range.lowerBound), .integer(range.upperBound)]
      try target.rows(sql: "DELETE FROM task WHERE id BETWEEN ?1 AND ?2", ends)
      try target.rows(sql: "DELETE FROM payload WHERE task BETWEEN ?1 AND ?2", ends)
    }
    try target.put(.putMeta, MetaRow(key: .deletedTasks, value: ""))
  }

  private mutating func copy<Content: StoredRow>(
    _ type: Content.Type, from source: Connection
  ) throws(StoreError) -> RecoveredRows {
    // A file of an older version does not lack a table that it never had.
    if case .integer(let version)? = try? source.value(sql: "SELECT max(version) FROM migration"),
      version < Content.table.firstVersion
    {
      return RecoveredRows()
    }
    let target = target
    var reader = TableReader<Content>(source) { row throws(StoreError) in try target.run(Content.keep, row) }
    try reader.read()
    faults += reader.faults
    return reader.rows
  }

  private func rows(of table: Table, _ lost: [RecoveredRows]) throws(StoreError) -> RecoveredRows {
    var rows =
      Table.allCases.firstIndex(of: table).flatMap { lost.indices.contains($0) ? lost[$0] : nil }
      ?? RecoveredRows()
    guard case .integer(let count) = try target.value(sql: "SELECT count(*) FROM \(table.name)") else {
      return rows
    }
    rows.saved = Int(count)
    return rows
  }

  /// Keeps a number that was given to a task from being given again, as far as any row remembers it.
  private func keepNextTaskID() throws(StoreError) {
    var counters = StoreCounters(nextTaskID: TaskID(1), nextSequence: 1)
    if let row = try target.firstRow(.meta, [.integer(MetaKey.nextTaskID.rawValue)]),
      let value = Int64(try target.read(row, as: MetaRow.self).value)
    {
      counters.nextTaskID = TaskID(value)
    }
    for sql in [
      "SELECT max(id) FROM task", "SELECT max(task) FROM payload", "SELECT max(task) FROM run",
      "SELECT max(task) FROM declaration",
    ] {
      guard case .integer(let id) = try target.value(sql: sql) else { continue }
      counters.saw(TaskID(id))
    }
    let row = MetaRow(key: .nextTaskID, value: String(counters.nextTaskID.value))
    try target.put(.putMeta, row)
  }
}
