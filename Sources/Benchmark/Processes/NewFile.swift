import Glibc
import LinuxSystem

/// Files that are written whole.
enum NewFile {
  /// Writes a text, in place of what the file had.
  /// - Throws: ``SystemError`` with the path.
  static func write(_ text: String, to path: String) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let file = Descriptor(owning: try systemCall("open", path) { open(path, flags, 0o600) })
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      written += try systemCall("write", path) {
        bytes[written...].withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
      }
    }
  }
}
