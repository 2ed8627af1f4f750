import Glibc

/// Standard output and standard error, which whoever started this process may have closed.
package enum StandardStream {
  /// Writes all bytes to a standard descriptor.
  /// - Returns: `false` when they could not all be written.
  package static func write(_ bytes: [UInt8], to number: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
