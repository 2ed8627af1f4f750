import Glibc

/// The load of the processors.
package enum ProcessorLoad {
  /// Returns the load average of the last minute for each online processor, in hundredths (getloadavg(3));
  /// nil when the kernel does not say.
  package static func perCore() -> Int? {
    var average = 0.0
    guard getloadavg(&average, 1) == 1 else { return nil }
    let processors = max(sysconf(CInt(_SC_NPROCESSORS_ONLN)), 1)
    return Int((min(average / Double(processors), 1_000_000) * 100).rounded())
  }
}
