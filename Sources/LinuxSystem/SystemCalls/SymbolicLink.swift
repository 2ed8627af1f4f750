import Glibc

/// The targets of symbolic links.
package enum SymbolicLink {
  /// Returns a link's target, which may be relative to its directory (readlink(2)); nil when it cannot be
  /// read or is not UTF-8.
  package static func target(of path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { space in
      guard let start = space.baseAddress else { return nil }
      let length = readlink(path, start, space.count)
      guard length > 0 else { return nil }
      return String(validating: space[..<length], as: UTF8.self)
    }
  }

  /// Returns the path without links, `.` and `..` (realpath(3)); nil when it leads nowhere or is not UTF-8.
  package static func realPath(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return RawText(cString: real).text
  }
}
