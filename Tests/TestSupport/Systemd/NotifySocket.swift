import Foundation

/// The receiving end of sd_notify(3).
final class NotifySocket: @unchecked Sendable {
  let path: String
  private let number: CInt

  init(path: String) throws {
    self.path = path
    number = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let answer = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
    }
    guard number >= 0, answer == 0 else { throw BootedSystemError("bind \(path): error \(errno)") }
  }

  deinit { close(number) }

  /// Waits for the next message.
  /// - Returns: Its assignments; nil when there was none until the date.
  func receive(until end: ContinuousClock.Instant) -> [String]? {
    var file = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    let left = (end - ContinuousClock.now).components
    let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
    guard milliseconds > 0, poll(&file, 1, CInt(milliseconds)) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(number, &buffer, buffer.count, 0)
    guard count >= 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
