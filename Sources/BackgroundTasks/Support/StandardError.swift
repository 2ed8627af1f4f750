import Foundation

/// The library's messages that no caller waits for: on standard error, each line in one write.
package enum StandardError {
  package static func say(_ message: String) {
    let line = Array("BackgroundTasks: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
