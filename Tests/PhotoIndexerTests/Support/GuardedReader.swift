import Foundation
import TestSupport

@testable import PhotoIndexer

/// Stands before `exiv2`: says which files it is given, and holds each until the test lets it pass. So a test
/// stops the program in the middle of its work, as any disk does that takes its time, without it knowing.
final class GuardedReader: @unchecked Sendable {
  /// The folder in which it has the name `exiv2`.
  let folder: String
  private let gate: CInt
  private let arrivals: CInt
  private let condition = NSCondition()
  private let queue = DispatchQueue(label: "arrivals")
  private let source: any DispatchSourceRead
  private var text = ""

  init(_ root: TemporaryFolder) throws {
    folder = root.path("guarded")
    let (gatePath, arrivalsPath) = (root.path("gate"), root.path("arrivals"))
    try root.write(
      "guarded/exiv2",
      """
      #!/bin/sh
      echo "${2##*/}" >\(arrivalsPath)
      read -r pass <\(gatePath)
      exec /usr/bin/exiv2 "$@"

      """, executable: true)
    (gate, arrivals) = (try Self.pipe(gatePath), try Self.pipe(arrivalsPath))
    source = DispatchSource.makeReadSource(fileDescriptor: arrivals, queue: queue)
    source.setEventHandler { [weak self] in self?.take() }
    source.setCancelHandler { [gate, arrivals] in
      close(gate)
      close(arrivals)
    }
    source.activate()
  }

  deinit { source.cancel() }

  /// Open for both sides: neither waits for the other, and programs come and go.
  private static func pipe(_ path: String) throws -> CInt {
    guard mkfifo(path, 0o600) == 0, case let opened = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC), opened >= 0
    else { throw RawConnectionError.failed(call: "mkfifo or open", code: errno) }
    return opened
  }

  /// As the program runs it.
  var reader: PictureReader { PictureReader(program: "\(folder)/exiv2") }

  /// The names of the files that it was given, in order.
  var given: [String] {
    queue.sync { take() }
    return condition.withLock { text.split(separator: "\n").map(String.init) }
  }

  /// Lets so many files pass, those that are held first.
  func pass(_ count: Int) {
    let newlines = [UInt8](repeating: UInt8(ascii: "\n"), count: count)
    precondition(write(gate, newlines, count) == count)
  }

  /// Lets everything pass from now on.
  func passAll() { pass(4096) }

  /// Waits until it was given so many files, the last of which it holds when the test let no more pass.
  /// - Throws: ``RawConnectionError/timedOut`` when that takes more than 20 s.
  func wait(given count: Int) throws {
    let end = Date(timeIntervalSinceNow: 20)
    try condition.withLock {
      while text.count(where: { $0 == "\n" }) < count {
        guard condition.wait(until: end) else { throw RawConnectionError.timedOut }
      }
    }
  }

  /// The same, for tests that must not keep one of the few threads of Swift's tasks.
  func given(_ count: Int) async throws {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try self.wait(given: count) }) }.start()
    }
  }

  private func take() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = read(arrivals, &bytes, bytes.count), count > 0 {
      condition.withLock {
        text += String(decoding: bytes[..<count], as: UTF8.self)
        condition.broadcast()
      }
    }
  }
}
