import Glibc
import LinuxSystem

/// A file that is written beside the file that it replaces, so that no reader ever sees half of it.
enum ReplacedFile {
  /// Writes the file.
  /// - Parameter mode: The permissions, whatever the umask is.
  /// - Throws: ``SystemError`` with the path. The old content is then still there.
  static func write(_ text: String, to path: String, mode: UInt32) throws(SystemError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw SystemError(call: "rename", subject: path, code: EINVAL, saying: "Only a file is replaced")
    }
    // The draft's own name begins with a dot and ends in no suffix that programs look for.
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    let start = slash ?? path.startIndex
    let draft = "\(path[..<start]).\(path[start...]).\(getpid())"
    unlink(draft)
    do throws(SystemError) {
      try SmallFile.create(text, at: draft, mode: mode)
      try systemCall("rename", path) { rename(draft, path) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Writes a file that a user asked for, with the permissions of that user's files.
  static func publish(_ text: String, at path: String) throws(Failure) {
    // umask(2) can be read only by setting it.
    let mask = umask(0o077)
    umask(mask)
    try write(forPeople: text, to: path, mode: 0o644 & ~UInt32(mask))
  }

  /// Writes like ``write(_:to:mode:)``, with a failure that says what to do.
  static func write(forPeople text: String, to path: String, mode: UInt32) throws(Failure) {
    do throws(SystemError) {
      try write(text, to: path, mode: mode)
    } catch {
      throw Failure(
        .inputOutput, name: "CannotWrite", message: "\(path) cannot be written: \(error.text)",
        next: "name a file in a directory that is there and that you may write to")
    }
  }
}
