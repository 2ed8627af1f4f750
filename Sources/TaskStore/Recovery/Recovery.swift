import Glibc

/// The making of a new store from the readable part of a damaged one. The damaged files are read from copies
/// and kept: nothing in the directory changes until the new store is complete and durable, and then one
/// renaming decides.
struct Recovery {
  private let directory: StateDirectory
  /// The name under which the damaged file is kept.
  private let kept: String

  init(directory: StateDirectory, stamp: String) throws(StoreError) {
    let isPlain = stamp.utf8.allSatisfy { byte in
      switch UInt8(byte) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    guard isPlain, !stamp.isEmpty, stamp.utf8.count <= 64 else {
      throw StoreError(
        code: .refused, path: directory.path,
        detail: "a time stamp for file names has 1 to 64 letters, digits, - _ and +")
    }
    self.directory = directory
    kept = try Self.freeName(for: "\(directory.database).damaged-\(stamp)")
  }

  /// Recovers the store. The caller has locked the directory.
  func run() throws(StoreError) -> RecoveryReport {
    try StoreFile.finishRecovery(in: directory)
    let files = [directory.database] + StateDirectory.companions(of: directory.database)
    guard files.contains(where: StateDirectory.exists) else {
      throw StoreError(code: .missing, path: directory.database, detail: "nothing to recover")
    }
    defer {
      try? StateDirectory.removeDatabase(directory.scratch)
      try? StateDirectory.removeDatabase(directory.unfinished)
    }
    try StoreFile.make(at: directory.unfinished)
    var report = try salvage(firstPage: try SchemaPage.make(at: directory.scratch))
    report.keptFiles = try keep(files)
    try File(opening: directory.unfinished, flags: O_RDONLY).synchronize()
    // From here on the new store counts, even if this is interrupted: see finishRecovery(in:).
    try directory.rename(directory.unfinished, to: directory.recovered)
    try StoreFile.finishRecovery(in: directory)
    return report
  }

  private func salvage(firstPage: [UInt8]) throws(StoreError) -> RecoveryReport {
    let target = try StoreFile.connect(to: directory.unfinished)
    var salvage = try Salvage(into: target)
    if StateDirectory.exists(directory.database) {
      let source = try open(firstPage: nil)
      try refuseNewer(source)
      try salvage.read(source)
    }
    guard !salvage.isWhole else { return try salvage.finish() }
    try salvage.read(try open(firstPage: firstPage))
    return try salvage.finish()
  }

  /// Connects to a copy of the damaged files.
  /// - Parameter firstPage: The page that takes the place of the copy's own.
  private func open(firstPage: [UInt8]?) throws(StoreError) -> Connection {
    try StateDirectory.removeDatabase(directory.scratch)
    if StateDirectory.exists(directory.database) {
      try File(opening: directory.database, flags: O_RDONLY).copy(to: directory.scratch)
    }
    let log = directory.database + StateDirectory.logSuffix
    if StateDirectory.exists(log) {
      try File(opening: log, flags: O_RDONLY).copy(to: directory.scratch + StateDirectory.logSuffix)
    }
    if let firstPage { try replaceFirstPage(firstPage) }
    let connection = try Connection(path: directory.scratch)
    for pragma in [
      "locking_mode = EXCLUSIVE", "mmap_size = 0", "trusted_schema = OFF", "temp_store = MEMORY",
      // Rows are checked one by one: a page with one bad cell may have good ones.
      "cell_size_check = OFF",
      // A schema that can be read in part is used in part.
      "writable_schema = ON",
    ] {
      try connection.rows(sql: "PRAGMA \(pragma)")
    }
    return connection
  }

  private func replaceFirstPage(_ page: [UInt8]) throws(StoreError) {
    let copy = try File(opening: directory.scratch, flags: O_RDWR | O_CREAT)
    let pages = UInt32(clamping: max(try StateDirectory.size(of: directory.scratch) / SchemaPage.size, 1))
    var page = page
    // "Size of the database file in pages" of the file format's header, big-endian.
    for place in 0..<4 { page[28 + place] = UInt8(truncatingIfNeeded: pages >> UInt32(24 - 8 * place)) }
    try copy.write(page, at: 0)
  }

  /// Refuses the file of a newer bgtaskd, which is not damaged and would be lost here. A version number alone
  /// may be damage; with as many migrations on record it is not.
  private func refuseNewer(_ source: Connection) throws(StoreError) {
    guard case .integer(let found)? = try? source.value(sql: "SELECT max(version) FROM migration"),
      found > Schema.migrations.count, (try? source.value(sql: "PRAGMA user_version")) == .integer(found)
    else { return }
    throw StoreError(
      code: .newerVersion(found: Int(found), known: Schema.migrations.count), path: directory.database,
      detail: "schema \(found)")
  }

  /// Gives the damaged files a second name beside the first.
  private func keep(_ files: [String]) throws(StoreError) -> [String] {
    var keptFiles: [String] = []
    for file in files where StateDirectory.exists(file) {
      let name = kept + file.dropFirst(directory.database.count)
      if link(file, name) != 0 { try File(opening: file, flags: O_RDONLY).copy(to: name) }
      keptFiles.append(name)
    }
    return keptFiles
  }

  private static func freeName(for name: String) throws(StoreError) -> String {
    for number in 1...100 {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      let files = [candidate] + StateDirectory.companions(of: candidate)
      if !files.contains(where: StateDirectory.exists) { return candidate }
    }
    throw StoreError(code: .refused, path: name, detail: "there are a hundred files of this name already")
  }
}
