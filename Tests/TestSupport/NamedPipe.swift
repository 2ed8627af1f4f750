package import Glibc

/// A pipe with a name, by which a test and a program tell each other when to go on. A program reads a line
/// with `read line < PATH` and writes one with `echo text > PATH`; neither end waits for the other to be
/// opened.
package final class NamedPipe {
  /// The path of the pipe, as programs call it.
  package let path: String
  private let descriptor: CInt
  private let folder: TemporaryFolder?
  private var text = ""

  /// Makes the pipe in a folder, which is there as long as the pipe.
  /// - Throws: ``RawConnectionError/failed(call:code:)``.
  package convenience init(_ folder: TemporaryFolder, _ name: String, permissions: mode_t = 0o600) throws {
    try self.init(folder.path(name), from: folder.path(name), permissions, keeping: folder)
  }

  /// Makes the pipe in a container, where everybody may write to it.
  /// - Throws: ``RawConnectionError/failed(call:code:)``.
  package convenience init(in system: BootedSystem) throws {
    let path = "/run/fifo-\(UInt64.random(in: 0...UInt64.max))"
    try self.init(path, from: system.path(path), 0o622)
  }

  private init(
    _ path: String, from place: String, _ permissions: mode_t, keeping folder: TemporaryFolder? = nil
  ) throws {
    self.path = path
    self.folder = folder
    guard mkfifo(place, 0o600) == 0, chmod(place, permissions) == 0 else {
      throw RawConnectionError.failed(call: "mkfifo", code: errno)
    }
    // Open for both, so that it never ends and nobody who writes has to wait for a reader.
    descriptor = open(place, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw RawConnectionError.failed(call: "open", code: errno) }
  }

  deinit { close(descriptor) }

  /// Lets a program go on that reads a line.
  package func write(_ line: String = "go") {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Waits for a line of a program.
  /// - Throws: ``RawConnectionError/timedOut`` when none comes for 20 s.
  package func read() throws -> String {
    while true {
      if let end = text.firstIndex(of: "\n") {
        defer { text.removeSubrange(...end) }
        return String(text[..<end])
      }
      guard let piece = readPiece() else { throw RawConnectionError.timedOut }
      text += piece
    }
  }

  /// Waits for the next piece of what programs write, which may be several lines.
  /// - Returns: The piece, or `nil` when none came for 20 s.
  package func readPiece() -> String? {
    guard hasText(within: 20_000) else { return nil }
    var space = [UInt8](repeating: 0, count: 64 * 1024)
    let count = Glibc.read(descriptor, &space, space.count)
    return count > 0 ? String(decoding: space[..<count], as: UTF8.self) : nil
  }

  /// Returns whether there is something to read, now or within so many milliseconds.
  package func hasText(within milliseconds: CInt = 0) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }
}
