import Glibc

/// The opening and making of the store's file.
enum StoreFile {
  /// Opens the directory's file, after making it where there is none and bringing its schema up to date. A
  /// file whose schema has to change has its pages checked first; the caller checks those of any other. The
  /// caller has locked the directory.
  static func open(
    _ directory: StateDirectory, progress: ProgressHandler? = nil
  ) throws(StoreError) -> Connection {
    try finishRecovery(in: directory)
    if try isMissing(in: directory) {
      try make(at: directory.unfinished)
      try directory.rename(directory.unfinished, to: directory.database)
    }
    let connection = try connect(to: directory.database)
    let migrator = Migrator()
    if try migrator.version(of: connection) < migrator.migrations.count {
      try connection.saying(.checking, to: progress) { () throws(StoreError) in try checkPages(connection) }
      try connection.saying(.migrating, to: progress) { () throws(StoreError) in
        try migrator.migrate(connection)
      }
    }
    connection.releaseMemory()
    return connection
  }

  /// Checks that SQLite finds its way in every page of the file, which takes as long as reading it.
  /// - Throws: ``StoreErrorCode/damaged``.
  static func checkPages(_ connection: Connection) throws(StoreError) {
    let problem = try connection.value(sql: "PRAGMA quick_check(1)")
    guard problem == .text("ok") else {
      let detail = if case .text(let text) = problem { text } else { "its pages cannot be checked" }
      throw StoreError(code: .damaged, path: connection.path, detail: detail)
    }
  }

  /// Connects to a file that is a store or empty, and sets what SQLite does not keep in the file. Nothing is
  /// written to any other file.
  static func connect(to path: String) throws(StoreError) -> Connection {
    let connection = try connect(
      to: path,
      [
        "foreign_keys = ON",
        // A request's environment may hold secrets, which do not outlive the task.
        "secure_delete = ON",
        // A log that is used again keeps its length, up to this.
        "journal_size_limit = 16777216",
      ])
    _ = try Migrator().version(of: connection)
    guard !connection.isReadOnly else { throw readOnly(path) }
    guard try connection.value(sql: "PRAGMA journal_mode = WAL") == .text("wal") else {
      throw StoreError(code: .readOnly, path: path, detail: "the file cannot be given a write-ahead log")
    }
    try connection.rows(sql: "PRAGMA synchronous = FULL")
    return connection
  }

  /// Makes a second connection to a file that this process has open already, for reading only.
  static func connectForReading(to path: String) throws(StoreError) -> Connection {
    try connect(to: path, ["query_only = ON", "cache_size = -512"])
  }

  private static func connect(to path: String, _ pragmas: [String]) throws(StoreError) -> Connection {
    let connection = try Connection(path: path, isShared: true)
    let common = [
      "busy_timeout = 2000", "mmap_size = 0", "trusted_schema = OFF", "cell_size_check = ON",
      "temp_store = MEMORY",
    ]
    for pragma in common + pragmas { try connection.rows(sql: "PRAGMA \(pragma)") }
    return connection
  }

  /// Returns the error of a file that SQLite only reads: it may not be written, or its header names a format
  /// that SQLite does not write, and no bgtaskd has made such a one.
  private static func readOnly(_ path: String) -> StoreError {
    do throws(StoreError) { _ = try File(opening: path, flags: O_RDWR) } catch {
      return StoreError(code: .readOnly, path: path, detail: "the file may not be written")
    }
    return StoreError(code: .damaged, path: path, detail: "its header names a format that is never written")
  }

  /// Makes a new, empty store that is complete and durable when this returns.
  static func make(at path: String) throws(StoreError) {
    try StateDirectory.removeDatabase(path)
    // SQLite gives its log the mode of the file.
    _ = try File(opening: path, flags: O_RDWR | O_CREAT | O_EXCL)
    try Migrator().migrate(try connect(to: path))
  }

  /// Completes an interrupted recovery: the salvaged file takes the damaged one's place.
  static func finishRecovery(in directory: StateDirectory) throws(StoreError) {
    guard StateDirectory.exists(directory.recovered) else { return }
    // The damaged file's log must not be applied to the salvaged one. It is kept under another name already.
    for file in StateDirectory.companions(of: directory.database) { try StateDirectory.remove(file) }
    try directory.rename(directory.recovered, to: directory.database)
  }

  /// Whether there is no store yet. A new store comes into being by a renaming, so an empty file, or a log
  /// without a file, is the rest of an earlier one.
  private static func isMissing(in directory: StateDirectory) throws(StoreError) -> Bool {
    guard StateDirectory.exists(directory.database) else {
      guard !StateDirectory.companions(of: directory.database).contains(where: StateDirectory.exists) else {
        throw StoreError(
          code: .damaged, path: directory.database, detail: "the file is gone, but its log is there")
      }
      return true
    }
    guard try StateDirectory.size(of: directory.database) > 0 else {
      throw StoreError(code: .damaged, path: directory.database, detail: "the file is empty")
    }
    return false
  }
}
