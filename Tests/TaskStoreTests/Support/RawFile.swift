import Glibc

/// Files of a state directory as they lie there: bytes, names and modes.
enum RawFile {
  /// A call about one failed.
  struct Failure: Error, CustomStringConvertible {
    var call: String
    var path: String
    var number = errno

    var description: String { "\(call) \(path): error \(number)" }
  }

  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(call: "open", path: path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw Failure(call: "read", path: path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(call: "open", path: path) }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      guard count > 0 else { throw Failure(call: "write", path: path) }
      done += count
    }
  }

  /// The names in a directory, sorted.
  static func list(_ path: String) throws -> [String] {
    guard let directory = opendir(path) else { throw Failure(call: "opendir", path: path) }
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
    guard stat(path, &status) == 0 else { throw Failure(call: "stat", path: path) }
    return status.st_mode & 0o7777
  }
}
