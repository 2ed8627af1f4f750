#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the library says what nobody called it to hear: standard error, in one piece a line.
package enum StandardError {
  package static func say(_ message: String) {
    let line = Array("BackgroundTasks: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
