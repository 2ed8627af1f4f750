import Dispatch
import SchedulerAPI
import Synchronization

/// Only on Linux: a claim on time to finish work before the machine sleeps or shuts down.
///
/// While the assertion is held, the machine waits before it sleeps or shuts down, as long as its own limit
/// allows, and bgtaskd does not end the program as idle. The expiration handler is called when the
/// assertion's limit is over, and when the machine is about to go: the program has a few seconds to finish
/// and to call ``end()``. A program that takes longer loses its time, and is killed if bgtaskd has started
/// it.
///
/// ```swift
/// let saving = await BackgroundAssertion.begin("saving", limit: .seconds(30)) { _ in document.stopSaving() }
/// try document.save()
/// saving.end()
/// ```
///
/// ``withBackgroundAssertion(_:limit:on:_:)`` holds an assertion around a function. An assertion ends with
/// the last reference to it.
public final class BackgroundAssertion: Sendable {
  /// The assertion of the present Swift task, set by ``withBackgroundAssertion(_:limit:on:_:)``.
  @TaskLocal public static var current: BackgroundAssertion?

  private struct State {
    var watch: (any SchedulerWatch)?
    var isAnswered = false
    var isHeld = false
    var hasEnded = false
    /// The end of the limit, by the scheduler's clock.
    var end: Duration?
    var reason: BGTaskReason?
    var wasTold = false
    var refusal: BGTaskScheduler.Error?
    var waiter: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let backend: any SchedulerBackend
  private let expirationHandler: @Sendable (BGTaskReason) -> Void

  /// The longest wait for an answer of a daemon that is there.
  private static let patience = DispatchTimeInterval.seconds(1)

  init(
    _ why: String, limit: Duration, _ backend: any SchedulerBackend,
    expirationHandler: @escaping @Sendable (BGTaskReason) -> Void
  ) {
    (self.backend, self.expirationHandler) = (backend, expirationHandler)
    let parameters = SchedulerMethod.BeginAssertion.Parameters(
      why: why, limitDurationUSec: Microseconds.of(limit))
    let watch = backend.beginAssertion(parameters) { [weak self] news in self?.take(news) }
    state.withLock { $0.watch = watch }
  }

  deinit { end() }

  /// Asks for time, and waits for the answer. The assertion is returned in any case, because a scheduler that
  /// is away or refuses must not stop the program's work; ``refusal`` says what was wrong.
  /// - Parameters:
  ///   - why: The purpose, for `bgtaskctl list`: one line of up to 255 bytes.
  ///   - limit: The longest time, from a second to ten minutes.
  ///   - scheduler: The scheduler that is asked.
  ///   - expirationHandler: Called once, on a background queue, when the program has to finish its work; not
  ///     when the assertion has ended before.
  nonisolated(nonsending) public static func begin(
    _ why: String, limit: Duration, on scheduler: BGTaskScheduler = .shared,
    expirationHandler: @escaping @Sendable (BGTaskReason) -> Void = { _ in }
  ) async -> BackgroundAssertion {
    let assertion = BackgroundAssertion(
      why, limit: limit, scheduler.session.backend, expirationHandler: expirationHandler)
    await withCheckedContinuation { continuation in assertion.whenAnswered { continuation.resume() } }
    return assertion
  }

  /// Ends the assertion. Does nothing when it has ended already.
  public func end() {
    let watch = state.withLock { state in
      state.hasEnded = true
      state.isHeld = false
      return state.watch.take()
    }
    watch?.end()
  }

  /// Whether the scheduler knows of the assertion, and waits for its end. False when the assertion has ended,
  /// when it was refused, and once the daemon is gone.
  public var isHeld: Bool { state.withLock { $0.isHeld } }

  /// The time left until the program is told to finish; zero when it was told, and when the assertion is not
  /// held. Measured by the clock that stands still while the machine sleeps, true within 50 ms.
  public var remaining: Duration {
    let (isHeld, end) = state.withLock { ($0.isHeld, $0.reason == nil ? $0.end : nil) }
    guard isHeld, let end else { return .zero }
    return max(end - backend.uptime, .zero)
  }

  /// The reason why the program has to finish; nil when it need not, also because the machine is back.
  public var reason: BGTaskReason? { state.withLock { $0.reason } }

  /// The reason why the assertion is not held although it has not ended: no daemon could be reached, or the
  /// daemon refused, has not answered yet, or is gone.
  public var refusal: BGTaskScheduler.Error? { state.withLock { $0.refusal } }

  // MARK: What the scheduler says

  /// Calls `body` once, on any thread, when the scheduler has answered or was waited for long enough.
  func whenAnswered(_ body: @escaping @Sendable () -> Void) {
    let isAnswered = state.withLock { state in
      if !state.isAnswered { state.waiter = body }
      return state.isAnswered
    }
    if isAnswered { return body() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      self?.state.withLock { state in
        if !state.isAnswered, !state.hasEnded {
          state.refusal = BGTaskScheduler.Error(.unavailable, "bgtaskd has not answered yet")
        }
        return state.waiter.take()
      }?()
    }
  }

  private func take(_ news: SchedulerNews<SchedulerMethod.BeginAssertion.Reply>) {
    let now = backend.uptime
    let (waiter, told) = state.withLock { state -> ((@Sendable () -> Void)?, BGTaskReason?) in
      state.isAnswered = true
      var told: BGTaskReason?
      switch news {
      case .news(let reply):
        state.isHeld = !state.hasEnded
        state.refusal = nil
        if let reason = reply.reason.map({ BGTaskReason($0) }) {
          if !state.wasTold, !state.hasEnded { told = reason }
          state.wasTold = true
          state.reason = reason
        } else {
          // The assertion is confirmed, or the machine that was about to go is back, or stays.
          state.reason = nil
          state.end = reply.remainingDurationUSec.map { now + .microseconds($0) }
        }
      case .ended(let error):
        if !state.hasEnded { state.refusal = BGTaskScheduler.Error(cause: error) }
        state.isHeld = false
      }
      return (state.waiter.take(), told)
    }
    waiter?()
    guard let told else { return }
    backend.callBegan()
    DispatchQueue.global(qos: .userInitiated).async { [expirationHandler, backend] in
      expirationHandler(told)
      backend.callEnded()
    }
  }
}
