import Foundation
import LinuxSystem
import TestSupport

/// A wall clock that is wrong for some processes: the soak's library, which stands before the C library.
enum FalseClock {
  /// Returns the variables with which a process sees a wall clock that is so many seconds ahead.
  static func environment(in folder: TemporaryFolder, aheadBy seconds: Int64) throws -> [String: String] {
    let library = folder.path("clock.so")
    let compiler = try FinishedProgram.run(
      URL(filePath: "/usr/bin/cc"),
      ["-shared", "-fPIC", "-o", library, Repository.path("Tests/FleetTests/Soak/clock.c")])
    guard compiler.status == 0 else { throw FleetBench.Failure(words: compiler.errors) }
    // The library's struct clocks: the generation, the real and the shown beginning of the three clocks in
    // nanoseconds, and their rate.
    let real = [SystemClock.wallUSec, SystemClock.monotonicUSec, SystemClock.bootUSec].map { $0 * 1000 }
    var shown = real
    shown[0] += seconds * 1_000_000_000
    var bytes = Data()
    for number in [2] + real + shown { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
    withUnsafeBytes(of: 1.0) { bytes.append(contentsOf: $0) }
    let clock = folder.path("clock")
    try bytes.write(to: URL(filePath: clock))
    return ["LD_PRELOAD": library, "SOAK_CLOCK": clock]
  }
}
