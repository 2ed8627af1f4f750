import Glibc

/// Looks at directories before files are written into them.
enum DirectoryCheck {
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// - Throws: A failure that says how to make the directory when it is not there.
  static func require(_ path: String, for purpose: String) throws(Failure) {
    guard !isDirectory(path) else { return }
    throw Failure(
      .noInput, name: "NoDirectory", message: "there is no directory \(path) to write \(purpose) into",
      next: "create it first: mkdir -p \(path)")
  }
}
