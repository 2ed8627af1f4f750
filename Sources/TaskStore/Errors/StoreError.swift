/// Why the store could not do what it was asked. Whatever it was, nothing of it has been done.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  package var code: StoreErrorCode
  /// The file, or the directory, that it is about.
  package var path: String
  /// What SQLite or the system says, without a full stop.
  package var detail: String

  /// A failure.
  package init(code: StoreErrorCode, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }

  /// Something was asked of a store that was closed.
  init(closed path: String) { self.init(code: .closed, path: path, detail: "the store was closed") }

  /// An index led to a row that was not asked for.
  init(strayed row: Int64, path: String) {
    self.init(code: .damaged, path: path, detail: RowFault(strayed: row).description)
  }

  /// One line for the user: what is wrong with which file, and what to do about it.
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

  /// A short text for `Unavailable`: what a caller whose request was not accepted wants to know.
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
