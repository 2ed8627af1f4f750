/// The migration of a file to the schema that this program works with.
struct Migrator {
  /// Every step, from an empty file on.
  var migrations = Schema.migrations

  /// Carries out the steps that the file lacks, each in one transaction with its record.
  /// - Throws: ``StoreErrorCode/notOurs``, ``StoreErrorCode/newerVersion(found:known:)``, and errors of
  ///   SQLite.
  func migrate(_ connection: Connection) throws(StoreError) {
    let version = try version(of: connection)
    for number in migrations.indices.dropFirst(version) {
      let migration = migrations[number]
      try connection.transaction { () throws(StoreError) in
        if number == 0 {
          try connection.rows(sql: "PRAGMA application_id = \(Schema.applicationID)")
          try connection.rows(
            sql: "CREATE TABLE migration (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
        }
        for statement in migration.statements { try connection.rows(sql: statement) }
        try connection.rows(
          sql: "INSERT INTO migration (version, name) VALUES (?1, ?2)",
          [.integer(Int64(number + 1)), .text(migration.name)])
        try connection.rows(sql: "PRAGMA user_version = \(number + 1)")
      }
    }
  }

  /// Returns the number of steps that the file has taken; 0 for an empty file.
  /// - Throws: ``StoreErrorCode/notOurs``, ``StoreErrorCode/newerVersion(found:known:)``, and errors of
  ///   SQLite.
  func version(of connection: Connection) throws(StoreError) -> Int {
    let application = try connection.value(sql: "PRAGMA application_id")
    let user = try connection.value(sql: "PRAGMA user_version")
    let objects = try connection.value(sql: "SELECT count(*) FROM sqlite_schema")
    if application == .integer(0), user == .integer(0), objects == .integer(0) { return 0 }
    guard application == .integer(Schema.applicationID) else {
      throw StoreError(
        code: .notOurs, path: connection.path, detail: "its application id says that another program made it")
    }
    guard case .integer(let found) = user, found > 0 else {
      throw StoreError(code: .damaged, path: connection.path, detail: "its schema has no version")
    }
    guard found <= migrations.count else {
      throw StoreError(
        code: .newerVersion(found: Int(found), known: migrations.count), path: connection.path,
        detail: "schema \(found)")
    }
    return Int(found)
  }
}

/// A step from one version of the schema to the next. Once released it never changes.
struct Migration {
  /// The name that the file records.
  var name: String
  /// The statements, carried out in order, in one transaction with the record of the migration.
  var statements: [String]
}
