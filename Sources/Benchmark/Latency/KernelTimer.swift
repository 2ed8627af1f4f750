import CLinux
import Glibc
import LinuxSystem

/// A timer of the kernel's (timerfd_create(2)) that is waited for, with nothing in between.
final class KernelTimer {
  private let timer: SharedDescriptor

  init() throws(SystemError) {
    timer = SharedDescriptor(
      owning: try systemCall("timerfd_create") { clinux_timer_create(CLOCK_REALTIME) })
  }

  /// Waits for a date.
  /// - Returns: How many microseconds later this goes on.
  func wait(untilUSec date: Int64) throws(SystemError) -> Int64 {
    try systemCall("timerfd_settime") {
      clinux_timer_arm(timer.number, date / 1_000_000, date % 1_000_000 * 1000, 0)
    }
    var polled = pollfd(fd: timer.number, events: Int16(POLLIN), revents: 0)
    try systemCall("poll") { poll(&polled, 1, -1) }
    return SystemClock.wallUSec - date
  }
}
