import Dispatch
import SchedulerAPI
import Synchronization

/// Only on Linux: time to finish what the program is in the middle of.
///
/// While it is held the machine waits before it sleeps or shuts down, as long as its own limit allows, and
/// bgtaskd does not end the program as idle. When the limit is over, and when the machine is about to go, the
/// expiration handler is called: the program has a few seconds to end what it does, and then ``end()``. A
/// program that stays longer loses its time, and is killed if bgtaskd has started it.
///
/// ```swift
/// let saving = await BackgroundAssertion.begin("saving", limit: .seconds(30)) { _ in document.stopSaving() }
/// try document.save()
/// saving.end()
/// ```
///
/// ``withBackgroundAssertion(_:limit:on:_:)`` does all that around a function. An assertion that
/// nobody keeps has ended.
public final class BackgroundAssertion: Sendable {
  /// The one that the present Swift task runs in, by
  /// ``withBackgroundAssertion(_:limit:on:_:)``.
  @TaskLocal public static var current: BackgroundAssertion?

  private struct State {
    var watch: (any SchedulerWatch)?
    var isAnswered = false
    var isHeld = false
    var hasEnded = false
    /// By the scheduler's clock.
    var end: Duration?
    var reason: BGTaskReason?
    var wasTold = false
    var refusal: BGTaskScheduler.Error?
    var waiter: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let backend: any SchedulerBackend
  private let expirationHandler: @Sendable (BGTaskReason) -> Void

  /// A daemon that is there and does not answer is waited for no longer.
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

  /// Asks for time, and waits for the answer. It is there in any case: a scheduler that is away or refuses
  /// keeps nobody from working, and ``refusal`` says what it was.
  /// - Parameters:
  ///   - why: What for, for `bgtaskctl list`: one line of up to 255 bytes.
  ///   - limit: For how long at most, from a second to ten minutes.
  ///   - scheduler: Whom to ask.
  ///   - expirationHandler: Called once, on a background queue, when the program has to end what it does; not
  ///     when it is ended before.
  nonisolated(nonsending) public static func begin(
    _ why: String, limit: Duration, on scheduler: BGTaskScheduler = .shared,
    expirationHandler: @escaping @Sendable (BGTaskReason) -> Void = { _ in }
  ) async -> BackgroundAssertion {
    let assertion = BackgroundAssertion(
      why, limit: limit, scheduler.session.backend, expirationHandler: expirationHandler)
    await withCheckedContinuation { continuation in assertion.whenAnswered { continuation.resume() } }
    return assertion
  }

  /// It is over. Nothing happens when it was already.
  public func end() {
    let watch = state.withLock { state in
      state.hasEnded = true
      state.isHeld = false
      return state.watch.take()
    }
    watch?.end()
  }

  /// The scheduler knows of it, and waits for its end. False when it has ended, when it was refused, and from
  /// when the daemon is gone.
  public var isHeld: Bool { state.withLock { $0.isHeld } }

  /// So much is left until the program is told to end; zero when it was told, and when it is not held. By the
  /// clock that stands still while the machine sleeps, true within 50 ms.
  public var remaining: Duration {
    let (isHeld, end) = state.withLock { ($0.isHeld, $0.reason == nil ? $0.end : nil) }
    guard isHeld, let end else { return .zero }
    return max(end - backend.uptime, .zero)
  }

  /// Why it has to end; nil when it has not, and when the machine that was about to go is back.
  public var reason: BGTaskReason? { state.withLock { $0.reason } }

  /// Why it is not held although it has not ended: no daemon could be reached, it refused, has not answered
  /// yet, or is gone.
  public var refusal: BGTaskScheduler.Error? { state.withLock { $0.refusal } }

  // MARK: What the scheduler says

  /// Calls it once, anywhere, when the scheduler has answered or has been waited for long enough.
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
          // Confirmed, or the machine that was about to go is back, or stays.
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
