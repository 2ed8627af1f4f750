import Dispatch
import Foundation
import Synchronization

/// The receiving end of sd_notify(3). It takes every message at once: a systemd stands still when ten of its
/// messages wait at a socket that is not read.
package final class NotifySocket: @unchecked Sendable {
  // Sendable: a mutex protects all variables.

  package let path: String
  private let number: CInt
  private let queue = DispatchQueue(label: "notifications")
  private let source: any DispatchSourceRead
  private let messages = Mutex<[[String]]>([])
  private let news = DispatchSemaphore(value: 0)
  private let keepsStatus: Bool

  /// Listens at this path.
  /// - Parameter keepsStatus: Whether messages are kept that have nothing but a status text.
  package init(path: String, keepsStatus: Bool = false) throws {
    self.path = path
    self.keepsStatus = keepsStatus
    let number = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try UnixName.bind(number, path)
    self.number = number
    source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
    source.setEventHandler { [weak self] in self?.take() }
    source.setCancelHandler { [number] in close(number) }
    source.activate()
  }

  deinit { source.cancel() }

  /// Waits for the next message that is kept.
  /// - Returns: The message's assignments, or `nil` when there was none until the date.
  package func receive(until end: ContinuousClock.Instant) -> [String]? {
    // What has arrived counts, also when its turn on the queue has not come.
    queue.sync { take() }
    let left = (end - ContinuousClock.now).components
    let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
    guard news.wait(timeout: .now() + .milliseconds(Int(max(milliseconds, 0)))) == .success else {
      return nil
    }
    return messages.withLock { $0.removeFirst() }
  }

  /// Waits for the next message that is kept.
  /// - Throws: ``RawConnectionError/timedOut`` when none comes for 20 s.
  package func next() throws -> [String] {
    guard let message = receive(until: .now + .seconds(20)) else { throw RawConnectionError.timedOut }
    return message
  }

  /// Waits for the next message with an assignment that begins so; others are passed over.
  /// - Throws: ``RawConnectionError/timedOut`` when none comes for 20 s.
  package func next(with assignment: String) throws -> [String] {
    while true {
      let message = try next()
      if message.contains(where: { $0.hasPrefix(assignment) }) { return message }
    }
  }

  private func take() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(number, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      guard count >= 0 else { return }
      let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
      guard keepsStatus || lines.contains(where: { !$0.hasPrefix("STATUS=") }) else { continue }
      messages.withLock { $0.append(lines) }
      news.signal()
    }
  }
}
