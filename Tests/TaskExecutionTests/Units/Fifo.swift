import Foundation
import TestSupport

/// A named pipe inside the container: a program writes into it, a test waits for that.
final class Fifo {
  /// Its path inside.
  let inside: String
  private let file: CInt
  private var buffered = ""

  init(_ system: BootedSystem) throws {
    inside = "/run/fifo-\(UInt64.random(in: 0...UInt64.max))"
    let path = system.path(inside)
    mkfifo(path, 0o622)
    chmod(path, 0o622)
    // Open for both, so that it never ends and nobody who writes has to wait for a reader.
    file = open(path, O_RDWR | O_CLOEXEC)
  }

  deinit { close(file) }

  /// The next piece of what is written; nil after 20 s without one.
  func read() -> String? {
    var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 20_000) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = Glibc.read(file, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// The next line of what is written, without its end.
  func readLine() -> String? {
    while true {
      if let end = buffered.firstIndex(of: "\n") {
        defer { buffered = String(buffered[buffered.index(after: end)...]) }
        return String(buffered[..<end])
      }
      guard let piece = read() else { return nil }
      buffered += piece
    }
  }

  /// Whether there is something to read now.
  var hasText: Bool {
    var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 1
  }

  /// Writes, for a program that reads.
  func write(_ text: String) { _ = Glibc.write(file, text, text.utf8.count) }
}
