import Glibc
import TestSupport

/// A pipe with a name, by which a test and a program tell each other when to go on. A program reads a line
/// with `read line < PATH` and writes one with `echo text > PATH`; neither end waits for the other to be
/// opened.
final class NamedPipe {
  let path: String
  private let descriptor: CInt
  private var text = ""

  init(_ folder: TemporaryFolder, _ name: String, permissions: mode_t = 0o600) throws {
    path = folder.path(name)
    guard mkfifo(path, 0o600) == 0, chmod(path, permissions) == 0 else {
      throw RawConnectionError.failed(call: "mkfifo", code: errno)
    }
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw RawConnectionError.failed(call: "open", code: errno) }
  }

  deinit { close(descriptor) }

  /// Lets a program go on that reads a line.
  func write(_ line: String = "go") {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Waits for a line of a program.
  /// - Throws: ``RawConnectionError/timedOut`` when none comes.
  func read() throws -> String {
    while true {
      if let end = text.firstIndex(of: "\n") {
        defer { text.removeSubrange(...end) }
        return String(text[..<end])
      }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 20_000) > 0 else { throw RawConnectionError.timedOut }
      var space = [UInt8](repeating: 0, count: 4096)
      let count = Glibc.read(descriptor, &space, space.count)
      if count > 0 { text += String(decoding: space[..<count], as: UTF8.self) }
    }
  }
}
