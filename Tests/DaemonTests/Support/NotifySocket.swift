import Glibc
import TestSupport

/// The service manager's end of sd_notify(3).
final class NotifySocket {
  let path: String
  private let descriptor: CInt

  init(_ folder: TemporaryFolder) throws {
    path = folder.path("notify")
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try UnixName.bind(descriptor, path)
  }

  deinit { close(descriptor) }

  /// The next message, a line for each assignment.
  /// - Throws: ``RawConnectionError/timedOut`` when none comes for 20 s.
  func next() throws -> [String] {
    guard let message = try next(within: 20_000) else { throw RawConnectionError.timedOut }
    return message
  }

  /// The same; nil when none comes for so many milliseconds.
  func next(within mSec: CInt) throws -> [String]? {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, mSec) > 0 else { return nil }
    var space = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &space, space.count, 0)
    return String(decoding: space.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  /// The next message with an assignment that begins so; others are passed over.
  func next(with assignment: String) throws -> [String] {
    while true {
      let message = try next()
      if message.contains(where: { $0.hasPrefix(assignment) }) { return message }
    }
  }
}
