import Glibc

/// A directory that nobody but this process's user can look into, for small files that others must not read.
package struct PrivateDirectory: Hashable, Sendable {
  /// Where it is.
  package let path: String

  /// The directory at this path, which is made when something is written to it.
  package init(path: String) { self.path = path }

  /// Makes the directory, unless it is there.
  /// - Throws: ``SystemError`` with the path. EPERM when it belongs to somebody else.
  package func make() throws(SystemError) { _ = try open(making: true) }

  /// Writes a file, for its owner only. One of this name that is there already is replaced, and not followed.
  /// - Parameter mode: Of the file, less the umask.
  /// - Throws: ``SystemError`` with the path; nothing of the file is left then. EPERM when the directory
  ///   belongs to somebody else.
  package func write(_ bytes: [UInt8], to name: String, mode: UInt32 = 0o600) throws(SystemError) {
    let directory = try open(making: true)
    let subject = "\(path)/\(name)"
    unlinkat(directory.number, name, 0)
    let file = Descriptor(
      owning: try systemCall("openat", subject) {
        openat(directory.number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      })
    do throws(SystemError) {
      try SmallFile.write(bytes, to: file, subject)
    } catch {
      unlinkat(directory.number, name, 0)
      throw error
    }
  }

  /// Removes a file. One that is not there is gone already.
  package func remove(_ name: String) {
    guard let directory = try? open(making: false) else { return }
    unlinkat(directory.number, name, 0)
  }

  /// Removes the directory with its files.
  package func removeAll() {
    if let directory = try? open(making: false) {
      // Whoever has the files may have taken itself the right to remove them.
      fchmod(directory.number, 0o700)
      for name in names { unlinkat(directory.number, name, 0) }
    }
    rmdir(path)
  }

  /// The names of its files.
  package var names: [String] { DirectoryReader.names(in: path) }

  private func open(making: Bool) throws(SystemError) -> Descriptor {
    if making { try make(path, mode: 0o700) }
    let directory = Descriptor(
      owning: try systemCall("open", path) {
        Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      })
    var status = stat()
    try systemCall("fstat", path) { fstat(directory.number, &status) }
    guard status.st_uid == geteuid() else { throw SystemError(call: "open", subject: path, code: EPERM) }
    if status.st_mode & 0o077 != 0 {
      try systemCall("fchmod", path) { fchmod(directory.number, 0o700) }
    }
    return directory
  }

  /// Those above it are other people's business too.
  private func make(_ path: String, mode: mode_t) throws(SystemError) {
    do throws(SystemError) {
      try systemCall("mkdir", path) { mkdir(path, mode) }
    } catch {
      guard error.code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
        if error.code == EEXIST { return }
        throw error
      }
      try make(String(path[..<slash]), mode: 0o755)
      try systemCall("mkdir", path) { mkdir(path, mode) }
    }
  }
}
