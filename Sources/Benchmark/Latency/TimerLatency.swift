import Dispatch
import LinuxSystem
import Synchronization

/// The least that it takes to have code run at a date: a timer of the kernel's.
final class TimerLatency {
  private let queue = DispatchQueue(label: "io.bgtaskd.bench.timer")
  private let due = DispatchSemaphore(value: 0)
  private let timer: WakeUpTimer
  private let woken: SeenDate

  init() throws(SystemError) {
    let woken = SeenDate()
    self.woken = woken
    timer = try WakeUpTimer(queue: queue) { [due] _ in
      let now = SystemClock.wallUSec
      woken.uSec.withLock { $0 = now }
      due.signal()
    }
  }

  deinit { timer.close() }

  /// Waits for a date.
  /// - Returns: How many microseconds later the timer's handler ran.
  func measure() -> Int64 {
    let date = SystemClock.wallUSec + DueProgram.leadUSec
    queue.sync { timer.arm(wallUSec: date, monotonicUSec: nil) }
    due.wait()
    return woken.uSec.withLock { $0 } - date
  }
}
