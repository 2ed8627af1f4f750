import Glibc

/// Reads directories.
package enum DirectoryReader {
  /// No more names than this are taken from a directory: what lies on disk is not trusted to be small.
  package static let maximumNames = 65_536

  /// The names in a directory, without `.` and `..`, in byte order. A directory that is not there or cannot
  /// be read has none.
  package static func names(in directory: String) -> [String] { (try? listing(of: directory)) ?? [] }

  /// The names in a directory, without `.` and `..`, in byte order.
  /// - Throws: ``SystemError`` of opendir(3), with the path.
  package static func listing(of directory: String) throws(SystemError) -> [String] {
    try rawListing(of: directory).map(\.description)
  }

  /// The same as the file system has them: names are bytes to it.
  package static func rawListing(of directory: String) throws(SystemError) -> [RawText] {
    guard let stream = opendir(directory) else { throw SystemError(call: "opendir", subject: directory) }
    defer { closedir(stream) }
    var names: [RawText] = []
    while names.count < maximumNames, let entry = readdir(stream) {
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
