import Glibc

/// Time that the processor spends on this thread: what else the machine does adds little to it.
enum ProcessorTime {
  /// What a piece of work comes to, and the nanoseconds that it takes.
  static func spent<Outcome>(_ body: () -> Outcome) -> (outcome: Outcome, nanoseconds: Int64) {
    let start = now()
    let outcome = body()
    return (outcome, now() - start)
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
