import Dispatch
import LinuxSystem

/// Facts about processes that tests have seen the numbers of.
enum Processes {
  /// Waits until a process is gone, or a zombie that nobody has waited for.
  /// - Returns: False when it is still there after 20 s.
  static func waitForEnd(_ pid: Int32) -> Bool {
    guard let handle = try? ProcessHandle(pid: pid), ProcessTable.isAlive(pid) else { return true }
    let hasEnded = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "end of \(pid)")
    guard (try? queue.sync(execute: { try handle.whenEnded(queue: queue) { hasEnded.signal() } })) != nil
    else {
      return false
    }
    defer { queue.sync { handle.stopWaiting() } }
    return hasEnded.wait(timeout: .now() + .seconds(20)) == .success
  }
}
