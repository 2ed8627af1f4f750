import Glibc

/// Reads the names in directories.
package enum DirectoryReader {
  /// The most names that are taken from a directory, because its size is not trusted.
  package static let maximumNames = 65_536

  /// Returns the names in a directory, without `.` and `..`, in byte order; none for a directory that is
  /// missing or unreadable.
  package static func names(in directory: String) -> [String] { (try? listing(of: directory)) ?? [] }

  /// Returns the names in a directory, without `.` and `..`, in byte order.
  /// - Parameter limit: The most names that are taken.
  /// - Throws: ``SystemError`` of opendir(3), with the path.
  package static func listing(
    of directory: String, atMost limit: Int = maximumNames
  ) throws(SystemError) -> [String] {
    try rawListing(of: directory, atMost: limit).map(\.description)
  }

  /// Returns the same names as bytes, which is what the file system has.
  package static func rawListing(
    of directory: String, atMost limit: Int = maximumNames
  ) throws(SystemError) -> [RawText] {
    guard let stream = opendir(directory) else { throw SystemError(call: "opendir", subject: directory) }
    defer { closedir(stream) }
    var names: [RawText] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
          RawText(cString: $0)
        }
      }
      if name != RawText(".") && name != RawText("..") { names.append(name) }
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
