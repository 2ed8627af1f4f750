import Glibc

/// A line on a terminal that says what is being measured; nothing is written elsewhere.
struct ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// Replaces the text of the line.
  func show(_ text: String) { write("\r\u{1B}[K\(text) …") }

  /// Removes the line.
  func end() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard isTerminal else { return }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
