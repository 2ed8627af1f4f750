import CSQLite

/// SQLite by itself: a request as a row in a transaction of its own, as durable as the daemon's
/// (`journal_mode = WAL`, `synchronous = FULL`), with a prepared statement and no other user of the file.
struct RowLoad: Load {
  private let table: Table

  init(_ bytes: [UInt8], path: String) throws { table = try Table(bytes, path: path) }

  mutating func run(forNSec length: Int64) throws -> Turn {
    try Turn.repeating(forNSec: length) { try table.insert() }
  }

  private final class Table {
    private var database: OpaquePointer?
    private var insertion: OpaquePointer?

    init(_ bytes: [UInt8], path: String) throws(BenchmarkError) {
      try check(sqlite3_open(path, &database))
      for text in [
        "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
        "CREATE TABLE requests (number INTEGER PRIMARY KEY, request BLOB NOT NULL)",
      ] {
        try check(sqlite3_exec(database, text, nil, nil, nil))
      }
      let text = "INSERT INTO requests (request) VALUES (?)"
      try check(sqlite3_prepare_v2(database, text, -1, &insertion, nil))
      // SQLITE_TRANSIENT: SQLite keeps a copy.
      let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      try check(sqlite3_bind_blob(insertion, 1, bytes, Int32(bytes.count), copies))
    }

    deinit {
      sqlite3_finalize(insertion)
      sqlite3_close(database)
    }

    func insert() throws(BenchmarkError) {
      try check(sqlite3_step(insertion), SQLITE_DONE)
      try check(sqlite3_reset(insertion))
    }

    private func check(_ code: CInt, _ wanted: CInt = SQLITE_OK) throws(BenchmarkError) {
      guard code == wanted else { throw .system("SQLite: \(String(cString: sqlite3_errmsg(database)))") }
    }
  }
}
