/// The statements that are prepared once and kept.
enum Query: Int, CaseIterable {
  case begin
  case beginReading
  case commit
  case rollback
  case allTasks
  case putTask
  case deleteTask
  case deleteWaiting
  case putPayload
  case payload
  case payloadSizes
  case sizesBetween
  case sizesOfWaiting
  case activeRuns
  case putRun
  case findRun
  case run
  case history
  case historyOfUser
  case historyOfIdentifier
  case historyOfTask
  case historyByName
  case lastRun
  case lastEndOfTask
  case countRuns
  case countActiveRuns
  case pruneByAge
  case markSurplus
  case markMissed
  case pruneSurplus
  case pruneByNumber
  case putOutput
  case countOutputBytes
  case outputBytesOfUsers
  case oldestOutputs
  case deleteOutput
  case output
  case putMeta
  case meta
  case keepTask
  case keepPayload
  case keepRun
  case keepOutput
  case keepMeta
  case allDeclarations
  case putDeclaration
  case deleteDeclaration
  case keepDeclaration
  case allEnds
  case putEnd
  case deleteEnd
  case keepEnd
  case allWindows
  case putWindows
  case keepWindows
  case allWorks
  case putWork
  case deleteWork
  case keepWork
  case allUses
  case putUse
  case deleteUse
  case keepUse
  case allPauses
  case putPause
  case deletePause
  case keepPause
  case countRecord
  case lastOfRecord
  case recordFrom
  case addToRecord
  case oldOfRecord
  case pruneRecord
  case deleteRecorded
  case forgetRecord
  case keepRecorded
  case pageCount
  case freePageCount

  /// The statement's text. A written row's parameters are its columns in the order of ``Table/columns``.
  var sql: String {
    switch self {
    case .begin: "BEGIN IMMEDIATE"
    case .beginReading: "BEGIN"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .allTasks: Self.select(.task, "ORDER BY id")
    case .putTask: Self.put(.task)
    case .deleteTask: "DELETE FROM task WHERE id = ?1"
    case .deleteWaiting: "DELETE FROM task WHERE \(Self.isWaiting)"
    case .putPayload: Self.put(.payload)
    // The length alone is in the row's first page.
    case .payloadSizes: "SELECT task, length(bytes) FROM payload ORDER BY task"
    case .sizesBetween: Self.sizes("id BETWEEN ?1 AND ?2")
    case .sizesOfWaiting: Self.sizes(Self.isWaiting)
    case .payload: Self.select(.payload, "WHERE task = ?1")
    case .activeRuns: Self.select(.run, "INDEXED BY run_active WHERE ended IS NULL ORDER BY seq")
    case .putRun: Self.put(.run)
    case .findRun: "SELECT seq, uid, ended IS NOT NULL FROM run WHERE id = ?1"
    case .run: Self.select(.run, "WHERE id = ?1")
    // The parameters are the limit and the newest row, then the filter.
    case .history: Self.select(.run, "WHERE seq <= ?2 ORDER BY seq DESC LIMIT ?1")
    case .historyOfUser: Self.select(.run, "WHERE uid = ?3 AND seq <= ?2 ORDER BY seq DESC LIMIT ?1")
    case .historyOfIdentifier:
      Self.select(.run, "WHERE identifier = ?3 AND seq <= ?2 ORDER BY seq DESC LIMIT ?1")
    case .historyOfTask:
      Self.select(.run, "WHERE uid = ?3 AND identifier = ?4 AND seq <= ?2 ORDER BY seq DESC LIMIT ?1")
    case .historyByName:
      Self.select(
        .run,
        "WHERE id >= ?3 AND id < ?4 AND (?5 IS NULL OR uid = ?5) AND seq <= ?2 ORDER BY seq DESC LIMIT ?1")
    case .lastRun: "SELECT max(seq) FROM run"
    case .lastEndOfTask:
      Self.select(
        .run,
        "INDEXED BY run_of_task WHERE uid = ?1 AND identifier = ?2 AND ended IS NOT NULL "
          + "ORDER BY seq DESC LIMIT 1"
      )
    case .countRuns: "SELECT uid, count(*) FROM run INDEXED BY run_of_user GROUP BY uid"
    case .countActiveRuns:
      "SELECT uid, 1 FROM run INDEXED BY run_active WHERE ended IS NULL"
    case .pruneByAge:
      """
      DELETE FROM run WHERE seq IN (SELECT seq FROM run INDEXED BY run_ended
      WHERE ended IS NOT NULL AND ended < ?1 ORDER BY ended LIMIT ?2) RETURNING uid
      """
    case .markSurplus:
      // The run that has just been pushed out of the last of its identifier.
      """
      UPDATE run SET surplus = 1 WHERE seq = (SELECT seq FROM run INDEXED BY run_of_task
      WHERE uid = ?1 AND identifier = ?2 AND ended IS NOT NULL ORDER BY seq DESC
      LIMIT 1 OFFSET \(Schema.runsKeptOfIdentifier))
      """
    case .markMissed: "UPDATE run SET surplus = 1 WHERE seq = ?1"
    case .pruneSurplus:
      """
      DELETE FROM run WHERE seq IN (SELECT seq FROM run INDEXED BY run_surplus
      WHERE surplus IS NOT NULL AND uid = ?1 ORDER BY seq LIMIT ?2) AND ended IS NOT NULL
      """
    case .pruneByNumber:
      // In the order of launches, not by dates: after the clock was set back, dates would delete the newest.
      // Runs that have not ended are few, so the index has few rows that do not count.
      """
      DELETE FROM run WHERE seq IN (SELECT seq FROM run INDEXED BY run_of_user
      WHERE uid = ?1 AND ended IS NOT NULL ORDER BY seq LIMIT ?2)
      """
    case .putOutput: Self.put(.runOutput)
    case .countOutputBytes:
      "SELECT ifnull(sum(length(bytes) + \(Self.outputRowBytes)), 0) \(Self.outputsOfUser)"
    case .outputBytesOfUsers:
      """
      SELECT uid, sum(length(bytes)) FROM run INDEXED BY run_of_user JOIN run_output ON run = seq
      GROUP BY uid
      """
    case .oldestOutputs:
      // In the order of launches, as runs are deleted.
      """
      SELECT seq, length(bytes) + \(Self.outputRowBytes) \(Self.outputsOfUser) ORDER BY seq LIMIT ?2
      """
    case .deleteOutput: "DELETE FROM run_output WHERE run = ?1"
    case .output: Self.select(.runOutput, "WHERE run = ?1")
    case .putMeta: Self.put(.meta)
    case .meta: Self.select(.meta, "WHERE id = ?1")
    case .keepTask: Self.keep(.task)
    case .keepPayload: Self.keep(.payload)
    case .keepRun: Self.keep(.run)
    case .keepOutput: Self.keep(.runOutput)
    case .keepMeta: Self.keep(.meta)
    case .allDeclarations: Self.select(.declaration, "ORDER BY task")
    case .putDeclaration: Self.put(.declaration)
    case .deleteDeclaration: "DELETE FROM declaration WHERE task = ?1"
    case .keepDeclaration: Self.keep(.declaration)
    case .allEnds: Self.select(.taskEnd, "ORDER BY id")
    case .putEnd: Self.put(.taskEnd)
    case .deleteEnd: "DELETE FROM task_end WHERE id = ?1"
    case .keepEnd: Self.keep(.taskEnd)
    case .allWindows: Self.select(.conditionWindow, "ORDER BY requirements")
    case .putWindows: Self.put(.conditionWindow)
    case .keepWindows: Self.keep(.conditionWindow)
    case .allWorks: Self.select(.work, "ORDER BY task")
    case .putWork: Self.put(.work)
    case .deleteWork: "DELETE FROM work WHERE task = ?1"
    case .keepWork: Self.keep(.work)
    case .allUses: Self.select(.applicationUse, "ORDER BY id")
    case .putUse: Self.put(.applicationUse)
    case .deleteUse: "DELETE FROM application_use WHERE id = ?1"
    case .keepUse: Self.keep(.applicationUse)
    case .allPauses: Self.select(.pause, "ORDER BY id")
    case .putPause: Self.put(.pause)
    case .deletePause: "DELETE FROM pause WHERE id = ?1"
    case .keepPause: Self.keep(.pause)
    case .countRecord:
      """
      SELECT ifnull(min(seq), 0), ifnull(max(seq), 0), count(*), ifnull(sum(length(names)), 0)
      FROM condition_record
      """
    case .lastOfRecord: Self.select(.conditionRecord, "WHERE seq = (SELECT max(seq) FROM condition_record)")
    // The parameters are the limit and the first line.
    case .recordFrom: Self.select(.conditionRecord, "WHERE seq >= ?2 ORDER BY seq LIMIT ?1")
    case .addToRecord: Self.insert(.conditionRecord)
    case .oldOfRecord:
      // The newest line that is too old, of the oldest ones: all before it were recorded earlier, whatever
      // date the clock gave them.
      "SELECT seq FROM condition_record WHERE seq < ?1 AND time < ?2 ORDER BY seq DESC LIMIT 1"
    case .pruneRecord: "DELETE FROM condition_record WHERE seq < ?1 RETURNING length(names)"
    case .deleteRecorded: "DELETE FROM condition_record WHERE seq = ?1"
    case .forgetRecord: "DELETE FROM condition_record"
    case .keepRecorded: Self.keep(.conditionRecord)
    case .pageCount: "PRAGMA page_count"
    case .freePageCount: "PRAGMA freelist_count"
    }
  }

  /// A user's waiting tasks, or those of one identifier.
  private static let isWaiting = "uid = ?1 AND run_id IS NULL AND (?2 IS NULL OR identifier = ?2)"
  /// The bytes of a row of output besides its bytes, about.
  static let outputRowBytes = 64
  private static let outputsOfUser =
    "FROM run INDEXED BY run_of_user JOIN run_output ON run = seq WHERE uid = ?1"

  private static func select(_ table: Table, _ rest: String) -> String {
    "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) \(rest)"
  }

  /// Returns a query of the payloads' lengths, which are in each row's first page.
  private static func sizes(_ which: String) -> String {
    let bytes = "(SELECT length(bytes) FROM payload WHERE payload.task = task.id)"
    return "SELECT id, ifnull(\(bytes), 0) FROM task WHERE \(which)"
  }

  /// Returns an insertion that leaves an existing row as it is.
  private static func keep(_ table: Table) -> String { "\(insert(table)) ON CONFLICT DO NOTHING" }

  private static func insert(_ table: Table) -> String {
    let columns = table.columns.joined(separator: ", ")
    let parameters = (1...table.columns.count).map { "?\($0)" }.joined(separator: ", ")
    return "INSERT INTO \(table.name) (\(columns)) VALUES (\(parameters))"
  }

  private static func put(_ table: Table) -> String {
    let changes = table.columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return "\(insert(table)) ON CONFLICT (\(table.key)) DO UPDATE SET \(changes)"
  }
}
