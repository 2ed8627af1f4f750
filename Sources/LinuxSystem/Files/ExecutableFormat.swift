import Glibc

/// The kernel's view of a program's file (execve(2)).
package enum ExecutableFormat {
  /// Returns whether the kernel executes the file itself, which it does not for a script without `#!`: a
  /// shell reads that one. Nil when the file is missing or unreadable.
  ///
  /// Formats that are registered with binfmt_misc(5) are not known here.
  package static func isKnown(_ path: String) -> Bool? {
    // Opening a FIFO must not block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4)
    guard read(file, &bytes, bytes.count) >= 0 else { return nil }
    return bytes.starts(with: "#!".utf8) || bytes == [0x7F] + "ELF".utf8
  }
}
