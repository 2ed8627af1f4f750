package import Dispatch

/// A timer that calls a handler on a queue once. Confined to its queue; deallocation cancels it.
///
/// A cancelled countdown costs nothing, unlike `asyncAfter`, whose cancelled items still wake the process
/// when their time comes.
package final class Countdown {
  private let timer: any DispatchSourceTimer

  /// Starts to count.
  /// - Parameters:
  ///   - uSec: Microseconds of `CLOCK_MONOTONIC`; a negative time is over at once.
  ///   - leewayUSec: The tolerated delay in microseconds, in which the kernel joins it with other wake-ups.
  package init(uSec: Int64, leewayUSec: Int64 = 0, queue: DispatchQueue, handler: @escaping () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + .microseconds(Int(clamping: max(uSec, 0))),
      leeway: .microseconds(Int(clamping: leewayUSec)))
    timer.setEventHandler { [weak self] in
      queue.wokeUp()
      self?.timer.cancel()
      handler()
    }
    timer.activate()
  }

  deinit { timer.cancel() }

  /// Cancels the countdown: the handler is not called any more.
  package func cancel() { timer.cancel() }
}
