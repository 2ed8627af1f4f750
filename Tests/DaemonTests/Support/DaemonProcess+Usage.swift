import LinuxSystem
import TestSupport
import Testing

extension DaemonProcess {
  /// Dispatch keeps threads for 5 s in case there is more to do. What it does with them is over when all
  /// threads look the same after a longer time.
  func usageOnceThreadsRest() async throws -> ProcessUsage {
    var usage = try ProcessUsage(of: pid)
    for _ in 0..<5 {
      #expect(await Silence.last(seconds: 6, while: pid))
      let earlier = usage
      usage = try ProcessUsage(of: pid)
      if usage.contextSwitches == earlier.contextSwitches { break }
    }
    return usage
  }
}
