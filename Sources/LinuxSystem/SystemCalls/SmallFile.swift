import Glibc

/// Files that are read or written whole: those of `/proc` and `/sys`, and those that people write. An entry
/// of a directory that other users write to may be of any kind: reading a pipe waits for its writer, and
/// opening a terminal or another device may do more than that. So no call here waits, and only files are
/// read.
package enum SmallFile {
  /// Returns the file's bytes, not more than `limit`. `/dev/null` is an empty file.
  /// - Throws: ``SystemError`` of open(2) or read(2), with the path; also for another kind of entry, which it
  ///   names.
  package static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let file = Descriptor(
      owning: try systemCall("open", path) { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) })
    var status = stat()
    _ = try systemCall("fstat", path) { fstat(file.number, &status) }
    if let kind = otherKind(status) {
      throw SystemError(
        call: "open", subject: path, code: EINVAL, saying: "Found \(kind), allowed is a file")
    }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let step = min(limit - bytes.count, 16 * 1024)
      let answer: Result<Int, SystemError> = withUnsafeTemporaryAllocation(byteCount: step, alignment: 1) {
        space in
        Result { () throws(SystemError) in
          let count = try systemCall("read", path) { Glibc.read(file.number, space.baseAddress, step) }
          bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: space[..<count]))
          return count
        }
      }
      if try answer.get() == 0 { break }
    }
    return bytes
  }

  /// Replaces the contents of a file.
  /// - Parameter mode: The mode of a new file, less the umask.
  /// - Throws: ``SystemError`` of open(2) or write(2), with the path.
  package static func write(_ text: String, to path: String, mode: UInt32) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let file = Descriptor(owning: try systemCall("open", path) { open(path, flags, mode) })
    try write(Array(text.utf8), to: file, path)
  }

  /// Writes a new file.
  /// - Parameter mode: The file's mode, whatever the umask is.
  /// - Throws: ``SystemError`` with the path: of open(2), also where the name exists already, of fchmod(2) or
  ///   of write(2).
  package static func create(_ text: String, at path: String, mode: UInt32) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = Descriptor(owning: try systemCall("open", path) { open(path, flags, mode) })
    try systemCall("fchmod", path) { fchmod(file.number, mode) }
    try write(Array(text.utf8), to: file, path)
  }

  /// Writes all bytes to an open file.
  /// - Throws: ``SystemError`` of write(2), with the path.
  package static func write(
    _ bytes: [UInt8], to file: borrowing Descriptor, _ path: String
  ) throws(SystemError) {
    try writeAll(bytes, to: file.number, path)
  }

  /// Returns the kind of an entry that is not read, nil for others; reading a directory fails by itself.
  private static func otherKind(_ status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFDIR: nil
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    // `/dev/null` is number 3 of the memory devices (null(4)).
    case S_IFCHR where status.st_rdev == 1 << 8 | 3: nil
    case S_IFCHR, S_IFBLK: "a device"
    default: "something else"
    }
  }
}
