import Glibc

/// A directory of its own, removed with what is in it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/bgtaskctl-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw TestFailure("mkdtemp: \(errno)") }
    path = String(cString: made)
  }

  /// Writes a file and gives its path.
  func write(_ name: String, _ bytes: some Sequence<UInt8>, mode: mode_t = 0o644) throws -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw TestFailure("open \(file): \(errno)") }
    defer { close(descriptor) }
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw TestFailure("write \(file): \(errno)") }
      rest = rest.dropFirst(count)
    }
    return file
  }

  deinit {
    if let entries = opendir(path) {
      while let entry = readdir(entries) {
        withUnsafePointer(to: &entry.pointee.d_name) {
          let name = $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
          if name != "." && name != ".." { unlink("\(path)/\(name)") }
        }
      }
      closedir(entries)
    }
    rmdir(path)
  }
}
