import Glibc
import LinuxSystem

/// The standard streams as texts.
enum FileHandleText {
  private static let mostBytes = 4 << 20

  static func standardError(_ text: String) { _ = StandardStream.write(Array(text.utf8), to: STDERR_FILENO) }

  /// Writes to standard output. Returns `false` when not all of it could be written.
  static func standardOutput(_ text: String) -> Bool {
    StandardStream.write(Array(text.utf8), to: STDOUT_FILENO)
  }

  /// Reads standard input to its end.
  /// - Throws: A misuse for more than 4 MiB, and for bytes that are not UTF-8.
  static func standardInput() throws(Misuse) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece.prefix(count)
      guard bytes.count <= mostBytes else {
        throw Misuse("found more than \(mostBytes) bytes on standard input, allowed are as many")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Misuse("standard input is not UTF-8")
    }
    return text
  }
}
