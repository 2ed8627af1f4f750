package import Foundation

/// The output of a process to a pipe, collected while it runs.
package final class DaemonLog: @unchecked Sendable {
  private let pipe = Pipe()
  private let condition = NSCondition()
  private var collected = ""
  private var hasEnded = false

  /// The output so far.
  package var text: String { condition.withLock { collected } }

  /// Begins the program with the pipe as its standard error, and reads on a thread of its own until its end.
  package static func begin(_ process: Process) throws -> DaemonLog {
    let log = try process.begin {
      let log = DaemonLog()
      $0.standardError = log.pipe
      return log
    }
    log.begin()
    return log
  }

  private func begin() {
    try? pipe.fileHandleForWriting.close()
    let reading = pipe.fileHandleForReading
    Thread { [self] in
      while true {
        let data = reading.availableData
        condition.withLock {
          collected += String(decoding: data, as: UTF8.self)
          hasEnded = data.isEmpty
          condition.broadcast()
        }
        if data.isEmpty { return }
      }
    }.start()
  }

  /// Waits until the text has come.
  /// - Returns: `false` when the pipe ended, or 20 s went by, before that.
  package func wait(for wanted: String) -> Bool { wait { $0.contains(wanted) } }

  /// Waits until this many lines have come.
  /// - Returns: `false` when the pipe ended, or 20 s went by, before that.
  package func wait(forLines count: Int) -> Bool {
    wait { $0.utf8.count { $0 == UInt8(ascii: "\n") } >= count }
  }

  private func wait(until isThere: (String) -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 20)
    condition.lock()
    defer { condition.unlock() }
    while !isThere(collected) {
      if hasEnded || !condition.wait(until: end) { return isThere(collected) }
    }
    return true
  }
}
