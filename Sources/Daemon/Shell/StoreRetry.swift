import Dispatch
import LinuxSystem
import SchedulerCore

/// The timer that tries a disk that took nothing: no event tells when there is room. Calls that come in try
/// the disk as well, and change nothing here; the timer is for the time without calls.
final class StoreRetry {
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private var pause = GrowingPause(first: .seconds(1), longest: .seconds(30))
  private var countdown: Countdown?

  /// Calls the handler on the queue after a second, and after growing pauses of half a minute at most, for as
  /// long as this object is held.
  init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.handler = handler
    wait()
  }

  private func wait() {
    countdown = Countdown(uSec: pause.next().uSec, queue: queue) { [weak self] in self?.retry() }
  }

  private func retry() {
    wait()
    handler()
  }
}
