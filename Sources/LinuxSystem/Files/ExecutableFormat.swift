import Glibc

/// What the kernel makes of a program's file (execve(2)).
package enum ExecutableFormat {
  /// Whether the kernel starts the file by itself. A script that does not begin with `#!` it does not; a
  /// shell reads such a one then. Nil when there is no such file, or it cannot be read.
  ///
  /// What somebody has registered with binfmt_misc(5) is not known here.
  package static func isKnown(_ path: String) -> Bool? {
    // A pipe of that name must not be waited for.
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
