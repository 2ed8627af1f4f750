import Glibc

/// The first page of a store's file, which gives the place of every table, alike in every store. It replaces
/// a damaged one. A store's own first page is too small for its schema, which goes on in other pages, and
/// these may be anything in a damaged file. This page leaves out what reading does not need, and holds all.
enum SchemaPage {
  /// The size of a page in SQLite's new files, in bytes.
  static let size = 4096

  /// Makes the page by means of files at this path.
  static func make(at path: String) throws(StoreError) -> [UInt8] {
    let tables = try tables(at: path)
    try StateDirectory.removeDatabase(path)
    _ = try File(opening: path, flags: O_RDWR | O_CREAT)
    do {
      let connection = try Connection(path: path)
      try connection.rows(sql: "PRAGMA journal_mode = WAL")
      // Each table begins in the page that is next. A table that no query asks for stands in the place of
      // anything that is no table.
      for page in 2...(tables.keys.max() ?? 2) {
        try connection.rows(sql: tables[page] ?? "CREATE TABLE page\(page)(x)")
      }
      try connection.checkpoint()
    }
    let page = try File(opening: path, flags: O_RDONLY).read(atMost: size)
    // SQLite's file format, "B-tree Pages": the byte after the file's header says that nothing is below it.
    precondition(page.count == size && page[100] == 13, "the schema does not fit into its first page")
    return page
  }

  /// Returns statements for a new store's tables with nothing but columns, by the tables' first pages.
  private static func tables(at path: String) throws(StoreError) -> [Int64: String] {
    try StateDirectory.removeDatabase(path)
    try StoreFile.make(at: path)
    var tables: [Int64: String] = [:]
    try Connection(path: path).rows(
      sql: """
        SELECT rootpage, 'CREATE TABLE ' || sqlite_master.name || '(' || (
          SELECT group_concat(name || iif(pk, ' INTEGER PRIMARY KEY', ''))
          FROM pragma_table_info(sqlite_master.name)) || ')'
        FROM sqlite_master WHERE type = 'table'
        """
    ) { row in
      if case .integer(let page) = row[0], case .text(let sql) = row[1] { tables[page] = sql }
    }
    return tables
  }
}
