import Dispatch
package import LinuxSystem

extension ProcessHandle {
  /// Waits until the process has ended.
  /// - Returns: `false` when it has not after 20 s.
  package func waitForEnd() throws -> Bool {
    let queue = DispatchQueue(label: "end of \(pid)")
    let ended = DispatchSemaphore(value: 0)
    try queue.sync { try whenEnded(queue: queue) { ended.signal() } }
    defer { queue.sync { stopWaiting() } }
    return ended.wait(timeout: .now() + .seconds(20)) == .success
  }
}
