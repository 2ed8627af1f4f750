import Foundation
import Glibc
import LinuxSystem
import TestSupport

/// Facts about processes that tests have seen the numbers of.
enum Processes {
  /// Waits until a process is gone, or a zombie that nobody has waited for.
  /// - Returns: False when it is still there after 20 s.
  static func waitForEnd(_ pid: Int32) -> Bool {
    guard let handle = try? ProcessHandle(pid: pid), ProcessTable.isAlive(pid) else { return true }
    return (try? handle.waitForEnd()) ?? false
  }

  /// Waits until a thread of a process has had its turn and taken a signal that it was sent.
  /// - Returns: False when none has after 20 s.
  static func waitForTakenSignal(_ signal: Int32, in pid: Int32) -> Bool {
    for _ in 0..<20_000 {
      let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      guard let line = status?.split(separator: "\n").first(where: { $0.hasPrefix("ShdPnd:") }),
        let pending = UInt64(line.dropFirst(7).trimmingPrefix("\t"), radix: 16)
      else { return false }
      if pending & (1 << UInt64(signal - 1)) == 0 { return true }
      // Nothing tells of another process's signals.
      poll(nil, 0, 1)
    }
    return false
  }

  /// Waits until nothing is left of a process that has ended, or is about to.
  /// - Returns: False when it is still there after 20 s.
  static func waitUntilReaped(_ pid: Int32) -> Bool {
    for _ in 0..<20_000 {
      guard ProcessTable.parent(of: pid) != nil else { return true }
      // Nothing tells when a process is reaped by another one.
      poll(nil, 0, 1)
    }
    return false
  }
}
