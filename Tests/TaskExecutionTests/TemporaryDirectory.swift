import Glibc
import LinuxSystem

/// An empty directory that is removed with what is in it.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/bgtaskd-execution-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemError(call: "mkdtemp") }
    path = String(cString: made)
  }

  deinit {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(path)/\(name)")
    }
    closedir(directory)
    rmdir(path)
  }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String, mode: mode_t) throws -> String {
    let path = "\(path)/\(name)"
    let file = Descriptor(
      owning: try systemCall("open", path) { open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) })
    let bytes = Array(text.utf8)
    try systemCall("write", path) { write(file.number, bytes, bytes.count) }
    try systemCall("fchmod", path) { fchmod(file.number, mode) }
    return path
  }
}
