import Glibc

/// Reads whole small files and directories. Both are bounded: what lies on disk is not trusted to be small.
public enum FileReader {
  /// No more names than this are taken from a directory.
  public static let maximumNames = 65_536

  /// The file's bytes.
  /// - Parameter maximumBytes: No more than this is read, so a file that is larger comes back cut.
  /// - Throws: ``SystemError`` of open(2) or read(2).
  public static func read(_ path: String, maximumBytes: Int) throws(SystemError) -> [UInt8] {
    let descriptor = Descriptor(
      owning: try systemCall("open", path) { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) })
    let number = descriptor.number
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(maximumBytes, 64 << 10))
    while bytes.count < maximumBytes {
      let wanted = min(chunk.count, maximumBytes - bytes.count)
      let count = try systemCall("read", path) {
        chunk.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, wanted) }
      }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// The names in a directory, without `.` and `..`, in byte order. A directory that is not there or cannot be read
  /// has none.
  public static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < maximumNames, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
