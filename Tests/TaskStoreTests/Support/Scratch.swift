import Glibc

/// A directory of its own for one test, removed with all that is in it when this goes.
final class Scratch: Sendable {
  let path: String

  /// - Parameter inMemory: Where there is a file system in memory, for tests that write much and say nothing
  ///   about what a disk keeps.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let root =
      inMemory && access(memory, W_OK) == 0 ? memory : getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root)/bgtaskd-store-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw ScratchError(call: "mkdtemp", path: root) }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  /// A path in it.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ScratchError(call: "open", path: path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw ScratchError(call: "read", path: path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ScratchError(call: "open", path: path) }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      guard count > 0 else { throw ScratchError(call: "write", path: path) }
      done += count
    }
  }

  /// The names in a directory, sorted.
  static func list(_ path: String) throws -> [String] {
    guard let directory = opendir(path) else { throw ScratchError(call: "opendir", path: path) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func mode(_ path: String) throws -> mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { throw ScratchError(call: "stat", path: path) }
    return status.st_mode & 0o7777
  }

  private static func remove(_ path: String) {
    for name in (try? list(path)) ?? [] {
      let child = "\(path)/\(name)"
      if unlink(child) != 0 { remove(child) }
    }
    rmdir(path)
  }
}
