import Glibc

/// How many processes want to run.
package enum ProcessorLoad {
  /// In the last minute, for each processor that is online, in hundredths (getloadavg(3)); nil when the
  /// kernel does not say.
  package static func perCore() -> Int? {
    var average = 0.0
    guard getloadavg(&average, 1) == 1 else { return nil }
    let processors = max(sysconf(CInt(_SC_NPROCESSORS_ONLN)), 1)
    return Int((min(average / Double(processors), 1_000_000) * 100).rounded())
  }
}
