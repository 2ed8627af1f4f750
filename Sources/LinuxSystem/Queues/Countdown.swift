package import Dispatch

/// Calls a handler on a queue once, some time from now. Confined to its queue. One that nobody holds is
/// cancelled.
///
/// Unlike `asyncAfter`, whose cancelled items still wake the process when their time comes, it costs nothing
/// once it is cancelled.
package final class Countdown {
  private let timer: any DispatchSourceTimer

  /// Begins to count.
  /// - Parameters:
  ///   - uSec: Microseconds of `CLOCK_MONOTONIC`; what is negative is over at once.
  ///   - leewayUSec: So much later will do, in microseconds: the kernel joins it with other wake-ups.
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

  /// Takes it back: the handler is not called any more.
  package func cancel() { timer.cancel() }
}
