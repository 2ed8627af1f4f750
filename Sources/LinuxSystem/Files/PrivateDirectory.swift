import Glibc

/// A directory that only this process's user can access, for small files that other users must not read.
package struct PrivateDirectory: Hashable, Sendable {
  package let path: String

  /// The directory at this path, which ``make()`` or the first write creates.
  package init(path: String) { self.path = path }

  /// Creates the directory, unless it exists.
  /// - Throws: ``SystemError`` with the path. EPERM when the directory belongs to another user.
  package func make() throws(SystemError) { _ = try open(making: true) }

  /// Writes a file, by default for its owner only. A file or link of this name is replaced, not followed.
  /// - Parameter mode: The file's mode, less the umask.
  /// - Throws: ``SystemError`` with the path; nothing of the file is left then. EPERM when the directory
  ///   belongs to another user.
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

  /// Removes a file, if it exists.
  package func remove(_ name: String) {
    guard let directory = try? open(making: false) else { return }
    unlinkat(directory.number, name, 0)
  }

  /// Removes the directory with its files.
  package func removeAll() {
    if let directory = try? open(making: false) {
      // The program that has the files may have taken away the permission that removing them needs.
      fchmod(directory.number, 0o700)
      for name in names { unlinkat(directory.number, name, 0) }
    }
    rmdir(path)
  }

  /// The names of the directory's files.
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

  /// Creates the directory, and missing ones above it with mode 755: other users need those, too.
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
