import Foundation
import SchedulerAPI
import TestSupport

/// The built program while it works.
final class TransferProcess {
  private let process = Process()

  init(_ transfer: Wire.Transfer, program: URL = BuiltProduct.url("bgtask-transfer")) throws {
    process.executableURL = program
    var environment = ProcessInfo.processInfo.environment
    for (name, value) in Bench.environment(transfer) { environment[name] = value }
    process.environment = environment
    process.standardError = FileHandle.nullDevice
    try process.begin()
  }

  deinit { if process.isRunning { kill(SIGKILL) } }

  var pid: Int32 { process.processIdentifier }

  /// Sends a signal and waits for the end.
  /// - Returns: The exit status, or the signal's number when it ended by one.
  @discardableResult
  func kill(_ signal: CInt) -> Int32 {
    Foundation.kill(process.processIdentifier, signal)
    return wait()
  }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The most memory that it had in RAM so far, in KiB: all of it, and of that its own.
  var memory: (resident: Int, own: Int)? {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
      let rollup = try? String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)
    else { return nil }
    func figure(_ text: String, _ name: String) -> Int? {
      text.split(separator: "\n").first { $0.hasPrefix(name + ":") }?.split(separator: " ").dropFirst().first
        .flatMap { Int($0) }
    }
    guard let resident = figure(status, "VmHWM"), let clean = figure(rollup, "Private_Clean"),
      let dirty = figure(rollup, "Private_Dirty")
    else { return nil }
    return (resident, clean + dirty)
  }
}
