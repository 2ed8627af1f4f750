import Glibc

/// The machine's clocks, in microseconds.
package enum SystemClock {
  /// `CLOCK_REALTIME`: since the Unix epoch. The clock can step in both directions.
  package static var wallUSec: Int64 { read(CLOCK_REALTIME) }

  /// `CLOCK_MONOTONIC`: does not count suspend and never steps.
  package static var monotonicUSec: Int64 { read(CLOCK_MONOTONIC) }

  /// `CLOCK_BOOTTIME`: since the machine's boot, counts suspend and never steps.
  package static var bootUSec: Int64 { read(CLOCK_BOOTTIME) }

  /// The time that the machine has been suspended since its boot: `CLOCK_BOOTTIME`, which counts suspend,
  /// less `CLOCK_MONOTONIC`. The two reads are not atomic, so the value is right to some microseconds only,
  /// less when this thread is preempted between them.
  package static var suspendedUSec: Int64 {
    let monotonic = monotonicUSec
    return bootUSec - monotonic
  }

  /// Returns the seconds that the machine's time zone is ahead of UTC at a Unix second, as the C library
  /// knows the zone since the last tzset(3).
  package static func zoneOffset(at second: Int) -> Int64 {
    var fields = tm()
    var clock = time_t(second)
    return localtime_r(&clock, &fields) == nil ? 0 : Int64(fields.tm_gmtoff)
  }

  /// Returns the id of this boot, as random(4) gives it: `3f8e…-…`.
  /// - Throws: ``SystemError`` when `/proc` is not mounted.
  package static func bootID() throws(SystemError) -> String {
    let bytes = try SmallFile.read("/proc/sys/kernel/random/boot_id", atMost: 128)
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // These clocks always exist, so the call has no error that could be handled.
    let answer = clock_gettime(clock, &time)
    precondition(answer == 0, "clock_gettime: clock \(clock) is missing")
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
