import Glibc
import LinuxSystem

/// An empty directory that is removed with the files in it.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/bgtaskd-linux-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemError(call: "mkdtemp") }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != "..", unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    }
    closedir(directory)
    rmdir(path)
  }
}
