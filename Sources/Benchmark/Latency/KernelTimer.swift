import CLinux
import Glibc
import LinuxSystem

/// A timer of the kernel (timerfd_create(2)) and a wait for it, with nothing in between.
final class KernelTimer {
  private let timer: SharedDescriptor

  init() throws(SystemError) {
    timer = SharedDescriptor(
      owning: try systemCall("timerfd_create") { clinux_timer_create(CLOCK_REALTIME) })
  }

  /// Waits for a date.
  /// - Returns: The time from the date until the return, in microseconds.
  func wait(untilUSec date: Int64) throws(SystemError) -> Int64 {
    try systemCall("timerfd_settime") {
      clinux_timer_arm(timer.number, date / 1_000_000, date % 1_000_000 * 1000, 0)
    }
    var polled = pollfd(fd: timer.number, events: Int16(POLLIN), revents: 0)
    try systemCall("poll") { poll(&polled, 1, -1) }
    return SystemClock.wallUSec - date
  }
}
