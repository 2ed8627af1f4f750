import Glibc

/// The standard streams as texts.
enum FileHandleText {
  private static let mostBytes = 4 << 20

  static func standardOutput(_ text: String) { write(text, to: STDOUT_FILENO) }
  static func standardError(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Reads standard input to its end, as far as the database takes it.
  static func standardInput() -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < mostBytes {
      let count = read(STDIN_FILENO, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: String, to descriptor: CInt) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
