import Glibc

/// The names of the store's files, and operations on them as files.
struct StateDirectory {
  /// The directory's path, as it was given.
  let path: String

  /// The file of tasks and runs.
  var database: String { "\(path)/bgtaskd.sqlite" }
  /// A file that is being written: a new store, or one that a recovery saves. It counts only once it is
  /// renamed.
  var unfinished: String { "\(path)/bgtaskd.sqlite.new" }
  /// The complete store that a recovery saved, which has only to be renamed to ``database``.
  var recovered: String { "\(path)/bgtaskd.sqlite.recovered" }
  /// A copy of a damaged file, which a recovery reads from.
  var scratch: String { "\(path)/bgtaskd.sqlite.reading" }
  /// The file that is locked while a process uses the directory.
  var lock: String { "\(path)/bgtaskd.lock" }

  /// The suffix of SQLite's write-ahead log.
  static let logSuffix = "-wal"

  /// Returns the names of the files that SQLite keeps beside this one.
  static func companions(of file: String) -> [String] {
    [file + logSuffix, "\(file)-shm", "\(file)-journal"]
  }

  /// Makes the directory and those above it, for its owner only, unless they are there.
  func make() throws(StoreError) {
    var end = path.startIndex
    while end != path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      if mkdir(part, 0o700) == 0 { continue }
      let number = errno
      if number == EEXIST { continue }
      // Whether the call says that it exists or that it may not be made depends on the file system.
      if Self.exists(part) { continue }
      throw StoreError(call: "mkdir", path: part, number: number)
    }
  }

  /// Whether a file of this name exists.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the file's size in bytes.
  static func size(of path: String) throws(StoreError) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw StoreError(call: "stat", path: path) }
    return Int(status.st_size)
  }

  /// Removes the file, if it is there.
  static func remove(_ path: String) throws(StoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw StoreError(call: "unlink", path: path) }
  }

  /// Removes a database and the files that SQLite keeps beside it.
  static func removeDatabase(_ path: String) throws(StoreError) {
    for file in companions(of: path) + [path] { try remove(file) }
  }

  /// Renames a file in the directory, in place of one that has the new name, and makes that and the links
  /// there durable.
  func rename(_ old: String, to new: String) throws(StoreError) {
    guard Glibc.rename(old, new) == 0 else { throw StoreError(call: "rename", path: old) }
    try File(opening: path, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }
}
