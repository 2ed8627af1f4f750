import Glibc

/// Trust in the directory. Commands in the state are run as this user, and as any user where this is root. So
/// the directory and its files must be this user's, and no other user may write them or put others in their
/// place.
extension StateDirectory {
  /// Checks the way to the directory, the directory and its files.
  /// - Parameter makesIt: Whether to make the directory where it is missing.
  /// - Throws: ``StoreErrorCode/untrusted``; with `makesIt` also as ``make()``.
  func checkTrust(making makesIt: Bool = false) throws(StoreError) {
    try checkWay()
    if makesIt { try make() }
    // Another process may have made it first, so it is checked after it was made.
    try checkItself()
    try checkFiles()
  }

  /// Checks the existing part of the way to the directory, before anything is made in it.
  private func checkWay() throws(StoreError) {
    let place = try Self.absolute(path)
    try Self.checkAbove(place)
    // The way that symbolic links lead to is checked as well.
    var above = place
    while let slash = above.lastIndex(of: "/"), slash != above.startIndex {
      above = String(above[..<slash])
      guard let real = realpath(above, nil) else { continue }
      defer { free(real) }
      return try Self.checkAbove(String(cString: real) + "/.")
    }
  }

  /// Checks the directory itself, which exists.
  private func checkItself() throws(StoreError) {
    var path = Substring(path)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    try Self.check(String(path), isDirectory: true)
  }

  /// Checks the files that exist.
  private func checkFiles() throws(StoreError) {
    let databases = [database, unfinished, recovered, scratch]
    for file in [lock] + databases + databases.flatMap(Self.companions) {
      try Self.check(file, isDirectory: false)
    }
  }

  private static func absolute(_ path: String) throws(StoreError) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let current = getcwd(nil, 0) else { throw StoreError(call: "getcwd", path: path) }
    defer { free(current) }
    return "\(String(cString: current))/\(path)"
  }

  /// Checks that only root and this user may rename the parts of the way.
  private static func checkAbove(_ path: String) throws(StoreError) {
    var end = path.startIndex
    while let slash = path[end...].firstIndex(of: "/") {
      let above = slash == path.startIndex ? "/" : String(path[..<slash])
      end = path.index(after: slash)
      var own = stat()
      guard lstat(above, &own) == 0 else { return }
      let isLink = own.st_mode & S_IFMT == S_IFLNK
      var status = own
      if isLink, stat(above, &status) != 0 { return }
      for owner in [own.st_uid, status.st_uid] where owner != 0 && owner != geteuid() {
        throw untrusted(
          above, "user \(owner) owns it", allowed: "an owner that is root or user \(geteuid())",
          remedy: "choose another directory with --state-directory")
      }
      // In a sticky directory only the owner of a file can put another one in its place. A user's own group
      // has usually no other members; root's directories may belong to a group that has others in it.
      let others: mode_t = geteuid() == 0 && status.st_gid != 0 ? 0o022 : 0o002
      guard status.st_mode & others != 0, status.st_mode & S_ISVTX == 0 else { continue }
      throw untrusted(
        above, "its mode is \(text(status.st_mode)), so others can replace what is in it",
        allowed: "no writing by others, or the sticky bit",
        remedy: "choose another directory with --state-directory, or run: chmod go-w \(above)")
    }
  }

  private static func check(_ path: String, isDirectory: Bool) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw StoreError(call: "lstat", path: path) }
      return
    }
    let kind = isDirectory ? "a directory" : "a regular file"
    let remedy = isDirectory ? "choose another directory with --state-directory" : "move it away"
    switch status.st_mode & S_IFMT {
    case S_IFDIR where isDirectory, S_IFREG where !isDirectory: break
    case S_IFLNK:
      throw untrusted(
        path, "it is a symbolic link", allowed: kind,
        remedy: isDirectory ? "name the directory itself with --state-directory" : remedy)
    case S_IFDIR: throw untrusted(path, "it is a directory", allowed: kind, remedy: remedy)
    default:
      // Not a directory: the error of opening a file below it says more.
      if isDirectory { return }
      throw untrusted(path, "it is not a file", allowed: kind, remedy: remedy)
    }
    guard status.st_uid == geteuid() else {
      throw untrusted(
        path, "user \(status.st_uid) owns it", allowed: "user \(geteuid()), as whom bgtaskd runs",
        remedy: "\(remedy), or if you know what is in it: chown \(geteuid()) \(path)")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw untrusted(
        path, "its mode is \(text(status.st_mode)), so others can write it",
        allowed: "writing by its owner only",
        remedy: "\(remedy), or if nobody else has been there: chmod go-w \(path)")
    }
  }

  private static func untrusted(
    _ path: String, _ found: String, allowed: String, remedy: String
  ) -> StoreError {
    StoreError(code: .untrusted, path: path, detail: "\(found); allowed is \(allowed). To mend it, \(remedy)")
  }

  private static func text(_ mode: mode_t) -> String { "0" + String(mode & 0o7777, radix: 8) }
}
