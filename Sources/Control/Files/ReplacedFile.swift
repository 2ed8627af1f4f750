import Glibc
import LinuxSystem

/// A file that is written beside the one whose place it takes, so that nobody ever reads half of it.
enum ReplacedFile {
  /// Writes the file.
  /// - Parameter mode: Whatever the umask is.
  /// - Throws: ``SystemError`` with the path. What the file had is then there still.
  static func write(_ text: String, to path: String, mode: UInt32) throws(SystemError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw SystemError(call: "rename", subject: path, code: EINVAL, saying: "Only a file is replaced")
    }
    // A name of its own that begins with a dot and ends in nothing that anybody looks for.
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

  /// Writes what a person has asked to have in a file, with the permissions that files of theirs have.
  static func publish(_ text: String, at path: String) throws(Failure) {
    // There is no asking for the mask without setting it.
    let mask = umask(0o077)
    umask(mask)
    try write(forPeople: text, to: path, mode: 0o644 & ~UInt32(mask))
  }

  /// The same as ``write(_:to:mode:)``, with a failure that says what to do.
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
