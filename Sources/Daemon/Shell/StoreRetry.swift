import Dispatch
import LinuxSystem
import SchedulerCore

/// When to try a disk again that took nothing: nobody tells when there is room. Every call that comes in
/// tries as well, and changes nothing here; this is for the time when none does.
final class StoreRetry {
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private var pause = GrowingPause(first: .seconds(1), longest: .seconds(30))
  private var countdown: Countdown?

  /// The handler is called on the queue after a second, and after ever longer pauses, half a minute at most,
  /// for as long as this is held.
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
