import Dispatch

/// When to try a disk again that took nothing: nobody tells when there is room. Every call that comes in tries as
/// well; this is for the time when none does.
final class StoreRetry {
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private var pause = DispatchTimeInterval.seconds(1)
  private var timer: (any DispatchSourceTimer)?

  /// The handler is called on the queue after a second, and after ever longer pauses, half a minute at most.
  init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.handler = handler
    again()
  }

  deinit { timer?.cancel() }

  func again() {
    timer?.cancel()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + pause, leeway: .milliseconds(100))
    timer.setEventHandler(handler: handler)
    timer.activate()
    self.timer = timer
    if case .seconds(let seconds) = pause { pause = .seconds(min(seconds * 2, 30)) }
  }
}
