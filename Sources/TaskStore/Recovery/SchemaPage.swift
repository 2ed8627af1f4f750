import Glibc

/// The first page of a store's file, which says where everything in it is, and in every store says the same.
/// It takes the place of one that is damaged. A store's own says so much that it goes on in other pages,
/// which may be anything in a damaged file; this one leaves out what reading does not need, and is all of it.
enum SchemaPage {
  /// What SQLite gives a new file, in bytes.
  static let size = 4096

  /// Makes the page by means of files at this path.
  static func make(at path: String) throws(StoreError) -> [UInt8] {
    let tables = try tables(at: path)
    try StateDirectory.removeDatabase(path)
    _ = try File(opening: path, flags: O_RDWR | O_CREAT)
    do {
      let connection = try Connection(path: path)
      try connection.rows(sql: "PRAGMA journal_mode = WAL")
      // Each table begins in the page that is next. In the place of what is no table stands one that nobody
      // asks for.
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

  /// How the tables of a new store would be made if they had nothing but columns, by their first pages.
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
