import CSQLite
import Glibc

/// A connection to an SQLite file, with its prepared statements. Confined to one queue at a time: see
/// ``QueueConfined``.
final class Connection {
  /// The longest value or row, in bytes, in a batch and in a file that is read.
  static let maximumLength: CInt = 16 << 20

  let path: String
  private let handle: OpaquePointer
  private var statements = [Statement?](repeating: nil, count: Query.allCases.count)
  private let logFrames: UnsafeMutablePointer<CInt>
  private var whileAtWork: (() -> Void)?

  /// Opens an existing file. Nothing is read yet.
  /// - Parameter isShared: Whether several connections of this process, and no other process, use the file.
  ///   The log's index is then in this process's memory and not in a mapped file, which a full or failing
  ///   disk could hurt.
  init(path: String, isShared: Bool = false) throws(StoreError) {
    var handle: OpaquePointer?
    // The store's queue keeps threads apart; SQLite's own mutexes would be a second lock for the same.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, isShared ? "unix-excl" : nil)
    guard let handle else {
      throw StoreError(code: .outOfMemory, path: path, detail: "no memory for a connection")
    }
    guard code == SQLITE_OK else {
      let error = StoreError(sqlite: code, of: handle, path: path)
      sqlite3_close_v2(handle)
      throw error
    }
    self.path = path
    self.handle = handle
    self.logFrames = .allocate(capacity: 1)
    logFrames.initialize(to: 0)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.maximumLength)
    _ = sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        context?.assumingMemoryBound(to: CInt.self).pointee = frames
        return SQLITE_OK
      }, logFrames)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
    logFrames.deallocate()
  }

  /// Whether SQLite opened the file for reading only, because it may not be written.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// The number of the log's pages that are not in the database file yet, as of the last commit.
  var pagesInLog: Int { Int(logFrames.pointee) }

  /// The number of rows that the last statement inserted, changed or deleted; cascades do not count.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs a statement that gives no rows, or whose rows do not matter.
  func run(_ query: Query, _ values: [SQLValue] = []) throws(StoreError) {
    try rows(query, values) { _ in }
  }

  /// Runs a cached statement that writes the row.
  func put(_ query: Query, _ row: some StoredRow) throws(StoreError) {
    let statement = try cached(query)
    defer { statement.reset() }
    var writer = RowWriter(statement, type(of: row).table)
    row.write(to: &writer)
    writer.finish()
    try check(writer.code)
    try step(statement) { true }
  }

  /// Runs a cached statement and hands out its rows one by one.
  func rows(
    _ query: Query, _ values: [SQLValue] = [], _ body: ([SQLValue]) throws(StoreError) -> Void
  ) throws(StoreError) {
    try execute(try cached(query), values, body)
  }

  /// Runs a cached statement and hands out its rows for as long as the body wants another.
  func firstRows(
    _ query: Query, _ values: [SQLValue], while body: ([SQLValue]) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = try cached(query)
    try execute(statement, values) { () throws(StoreError) in try body(statement.row()) }
  }

  /// Runs a cached statement without parameters, and hands it out at each of its rows.
  func steps(of query: Query, _ body: (Statement) throws(StoreError) -> Void) throws(StoreError) {
    let statement = try cached(query)
    try execute(statement, []) { () throws(StoreError) in
      try body(statement)
      return true
    }
  }

  /// Runs a text that is used once: schema and pragmas. Only the first statement of the text runs.
  func rows(
    sql: String, _ values: [SQLValue] = [], _ body: ([SQLValue]) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    try execute(try prepare(sql), values, body)
  }

  /// Returns the first column of the first row; null when there is none.
  func value(sql: String) throws(StoreError) -> SQLValue {
    var result: SQLValue?
    try rows(sql: sql) { row in result = result ?? row.first }
    return result ?? .null
  }

  /// Returns the first row; `nil` when there is none.
  func firstRow(_ query: Query, _ values: [SQLValue] = []) throws(StoreError) -> [SQLValue]? {
    var result: [SQLValue]?
    try rows(query, values) { row in result = result ?? row }
    return result
  }

  /// Runs `body` as one transaction: on disk when this returns, undone when this throws.
  func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try run(.begin)
    do throws(StoreError) {
      let value = try body()
      try run(.commit)
      return value
    } catch {
      // Some failures have rolled back already. Where even this fails, isInTransaction tells.
      if isInTransaction { try? run(.rollback) }
      throw error
    }
  }

  /// Moves the log into the database file. The log's space is used again, not given back: writing over a file
  /// costs the disk less than making it longer.
  func checkpoint() throws(StoreError) { try checkpoint(SQLITE_CHECKPOINT_PASSIVE) }

  /// Moves the log into the database file, and gives the log's space back. No reader reads meanwhile.
  func checkpointAndEmptyLog() throws(StoreError) { try checkpoint(SQLITE_CHECKPOINT_TRUNCATE) }

  private func checkpoint(_ mode: CInt) throws(StoreError) {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(sqlite: code, of: handle, path: path) }
    logFrames.pointee = 0
  }

  /// Controls the layer between SQLite and the file (https://sqlite.org/c3ref/file_control.html).
  @discardableResult
  func control(_ operation: CInt, _ argument: UnsafeMutableRawPointer) -> CInt {
    sqlite3_file_control(handle, "main", operation, argument)
  }

  /// Calls the handler often while a statement is at work; `nil` ends that. SQLite checks the pages of all
  /// trees without a call.
  func whileAtWork(_ handler: (() -> Void)?) {
    whileAtWork = handler
    guard handler != nil else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    sqlite3_progress_handler(
      handle, Self.stepsBetweenCalls,
      { context in
        context.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue().whileAtWork?() }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The steps of SQLite's virtual machine between two calls of the handler.
  private static let stepsBetweenCalls: CInt = 10_000

  /// Releases memory that only makes later statements quicker.
  func releaseMemory() { sqlite3_db_release_memory(handle) }

  private func cached(_ query: Query) throws(StoreError) -> Statement {
    if let statement = statements[query.rawValue] { return statement }
    let statement = try prepare(query.sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    statements[query.rawValue] = statement
    return statement
  }

  /// Prepares a text, of which only the first statement counts.
  func prepare(_ sql: String, flags: UInt32 = 0) throws(StoreError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
    guard code == SQLITE_OK, let statement else {
      throw StoreError(sqlite: code, of: handle, path: path)
    }
    return Statement(owning: statement)
  }

  /// Runs a statement of this connection and hands out its rows one by one.
  func execute(
    _ statement: Statement, _ values: [SQLValue], _ body: ([SQLValue]) throws(StoreError) -> Void
  ) throws(StoreError) {
    try execute(statement, values) { () throws(StoreError) in
      try body(statement.row())
      return true
    }
  }

  private func execute(
    _ statement: Statement, _ values: [SQLValue], whileEach body: () throws(StoreError) -> Bool
  ) throws(StoreError) {
    defer { statement.reset() }
    try check(statement.bind(values))
    try step(statement, whileEach: body)
  }

  private func check(_ code: CInt) throws(StoreError) {
    guard code == SQLITE_OK else { throw StoreError(sqlite: code, of: handle, path: path) }
  }

  private func step(
    _ statement: Statement, whileEach body: () throws(StoreError) -> Bool
  ) throws(StoreError) {
    while true {
      let code = statement.step()
      switch code {
      case SQLITE_ROW: if try !body() { return }
      case SQLITE_DONE: return
      default: throw StoreError(sqlite: code, of: handle, path: path)
      }
    }
  }
}
