/// An error of the store. Nothing of the failed operation has been done.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  package var code: StoreErrorCode
  /// The path of the file or the directory.
  package var path: String
  /// The message of SQLite or the system, without a full stop.
  package var detail: String

  package init(code: StoreErrorCode, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }

  /// Creates the error of a call to a closed store.
  init(closed path: String) { self.init(code: .closed, path: path, detail: "the store was closed") }

  /// Creates the error of an index that led to a row that was not asked for.
  init(strayed row: Int64, path: String) {
    self.init(code: .damaged, path: path, detail: RowFault(strayed: row).description)
  }

  /// A line for the user: the file, its problem, and the remedy.
  package var description: String {
    switch code {
    case .full, .readOnly, .ioError, .missing, .busy, .outOfMemory, .refused, .closed:
      "\(path): \(cause)"
    case .untrusted:
      "\(path) cannot be trusted with what bgtaskd runs: \(detail)"
    case .damaged:
      "\(path) is damaged (\(detail)). To salvage what can be read, run: "
        + "bgtaskd --recover --state-directory \(directory)"
    case .newerVersion(let found, let known):
      "\(path) was written by a newer bgtaskd (its schema has version \(found), this bgtaskd knows up to "
        + "version \(known)). Run the newer bgtaskd, or choose another directory with --state-directory"
    case .locked(let pid?):
      "another bgtaskd (pid \(pid)) uses the state directory \(directory)"
    case .locked(nil):
      "another bgtaskd uses the state directory \(directory)"
    case .notOurs:
      "\(path) is not a file of bgtaskd (\(detail)). Move it away, or choose another directory with "
        + "--state-directory"
    }
  }

  /// A short text for `Unavailable`, for a caller whose request was not accepted.
  package var cause: String {
    switch code {
    case .full: "no space left in \(directory) (\(detail)); make room there"
    case .readOnly: "\(path) cannot be written (\(detail))"
    case .ioError: "the disk of \(path) reports an error (\(detail))"
    case .damaged: "the state file is damaged (\(detail))"
    case .newerVersion: "the state file was written by a newer bgtaskd"
    case .locked: "another bgtaskd uses the state directory"
    case .notOurs: "the state file is not a file of bgtaskd (\(detail))"
    case .missing: "there is no such state file (\(detail))"
    case .busy: "another program holds the state file locked (\(detail))"
    case .outOfMemory: "no memory left (\(detail))"
    case .refused: "the state file does not take this (\(detail))"
    case .untrusted: "the state directory cannot be trusted (\(detail))"
    case .closed: "the state file was closed"
    }
  }

  private var directory: Substring {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : path[..<slash]
  }
}
