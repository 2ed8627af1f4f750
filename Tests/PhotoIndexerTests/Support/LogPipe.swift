import Foundation
import Glibc
import TestSupport

/// What a program writes to a named pipe that holds no more than a page: when nobody reads, the program waits
/// in the middle of its work, as anything does whose log nobody takes. So a test holds it without it knowing.
final class LogPipe: @unchecked Sendable {
  /// The most that a program writes ahead of its reader.
  static let capacity = 4096
  /// F_SETPIPE_SZ (fcntl(2)), which Glibc's module does not show.
  private static let setPipeSize: CInt = 1031

  let path: String
  private let descriptor: CInt
  private let condition = NSCondition()
  private var isDraining = false
  private var text = ""
  private var taken: [String] = []

  init(_ folder: TemporaryFolder, _ name: String) throws {
    path = folder.path(name)
    // Open for writing as well: neither end waits for the other, and programs come and go.
    guard mkfifo(path, 0o600) == 0, case let opened = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC), opened >= 0
    else { throw RawConnectionError.failed(call: "mkfifo or open", code: errno) }
    descriptor = opened
    guard fcntl(descriptor, Self.setPipeSize, CInt(Self.capacity)) >= 0 else {
      throw RawConnectionError.failed(call: "fcntl", code: errno)
    }
  }

  deinit { close(descriptor) }

  /// The lines that were taken out so far.
  var lines: [String] { condition.withLock { taken } }

  /// Takes lines out until one has this in it.
  /// - Throws: ``RawConnectionError/timedOut`` when none comes for 20 s.
  @discardableResult
  func line(with wanted: String) throws -> String {
    while true {
      guard let line = try next() else { throw RawConnectionError.timedOut }
      if line.contains(wanted) { return line }
    }
  }

  /// Takes everything out from now on, while the body runs.
  func drained<Value>(_ body: () throws -> Value) rethrows -> Value {
    let hasEnded = DispatchSemaphore(value: 0)
    let isOver = Stop()
    Thread { [self] in
      while !isOver.isSet { _ = try? next(milliseconds: 20) }
      // What is there now is the rest.
      while (try? next(milliseconds: 0)) != nil {}
      hasEnded.signal()
    }.start()
    defer {
      isOver.isSet = true
      hasEnded.wait()
    }
    return try body()
  }

  private final class Stop: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool {
      get { lock.withLock { value } }
      set { lock.withLock { value = newValue } }
    }
  }

  /// The next line; nil when none comes in time.
  private func next(milliseconds: CInt = 20_000) throws -> String? {
    while true {
      if let end = text.firstIndex(of: "\n") {
        let line = String(text[..<end])
        text.removeSubrange(...end)
        condition.withLock { taken.append(line) }
        return line
      }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, milliseconds) > 0 else { return nil }
      // A byte at a time leaves the rest in the pipe, where it holds the program.
      var byte: UInt8 = 0
      var line: [UInt8] = []
      while byte != UInt8(ascii: "\n") {
        guard read(descriptor, &byte, 1) == 1 else { break }
        line.append(byte)
      }
      text += String(decoding: line, as: UTF8.self)
    }
  }
}
