package import Dispatch

/// Calls a handler on a queue once, some time from now. Confined to its queue. One that nobody holds is
/// cancelled.
///
/// Unlike `asyncAfter`, whose cancelled items still wake the process when their time comes, it costs nothing
/// once it is cancelled.
package final class Countdown {
  private let timer: any DispatchSourceTimer

  /// Begins to count.
  /// - Parameter uSec: Microseconds of `CLOCK_MONOTONIC`; what is negative is over at once.
  package init(uSec: Int64, queue: DispatchQueue, handler: @escaping () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .microseconds(Int(clamping: max(uSec, 0))))
    timer.setEventHandler { [weak self, unowned queue] in
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
