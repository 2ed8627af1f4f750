import Dispatch
import LinuxSystem

/// Time in which nothing is to happen.
enum Silence {
  /// Returns when the time is over, or when the process has ended.
  /// - Returns: Whether the process is still there.
  static func last(seconds: Int64, while pid: Int32) async -> Bool {
    let queue = DispatchQueue(label: "silence")
    return await withCheckedContinuation { continuation in
      queue.async {
        guard let process = try? ProcessHandle(pid: pid) else { return continuation.resume(returning: false) }
        let end = Countdown(uSec: seconds * 1_000_000, queue: queue) {
          process.stopWaiting()
          continuation.resume(returning: true)
        }
        do throws(SystemError) {
          try process.whenEnded(queue: queue) {
            end.cancel()
            continuation.resume(returning: false)
          }
        } catch {
          end.cancel()
          continuation.resume(returning: false)
        }
      }
    }
  }
}
