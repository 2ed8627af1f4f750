import Synchronization

/// Only on Linux: runs a function that must not be interrupted in the middle, in time that bgtaskd gives it:
/// see ``BackgroundAssertion``.
///
/// The Swift task in which the body runs is cancelled when the limit is over, and when the machine is about
/// to sleep or shut down: it must return or throw within a few seconds. The body also runs when no scheduler
/// can be asked or the scheduler refuses; ``BackgroundAssertion/current`` says so. The assertion has ended
/// when this function returns.
///
/// ```swift
/// try await withBackgroundAssertion("saving", limit: .seconds(30)) { try await document.save() }
/// ```
/// - Parameters:
///   - why: The purpose, for `bgtaskctl list`: one line of up to 255 bytes.
///   - limit: The longest time, from a second to ten minutes.
///   - scheduler: The scheduler that is asked.
///   - body: The work, called where it says that it is isolated.
/// - Returns: What the body returns.
/// - Throws: What the body throws, and nothing else.
nonisolated(nonsending) public func withBackgroundAssertion<Result: Sendable>(
  _ why: String, limit: Duration, on scheduler: BGTaskScheduler = .shared,
  _ body: @escaping @Sendable @isolated(any) () async throws -> Result
) async throws -> Result {
  let body = CancellableWork(body)
  let assertion = await BackgroundAssertion.begin(why, limit: limit, on: scheduler) { _ in body.cancel() }
  defer { assertion.end() }
  let work = BackgroundAssertion.$current.withValue(assertion) { body.start() }
  return try await withTaskCancellationHandler {
    try await work.value
  } onCancel: {
    work.cancel()
  }
}

/// A function that becomes a Swift task, and may be cancelled before that. Cancelling needs none of the
/// threads of Swift's tasks, which the work may keep.
private final class CancellableWork<Result: Sendable>: Sendable {
  private enum State {
    case waiting
    case cancelled
    case working(Task<Result, any Error>)
  }

  private let body: @Sendable @isolated(any) () async throws -> Result
  private let state = Mutex(State.waiting)

  init(_ body: @escaping @Sendable @isolated(any) () async throws -> Result) { self.body = body }

  func start() -> Task<Result, any Error> {
    let work = Task(operation: body)
    let isCancelled = state.withLock { state in
      defer { state = .working(work) }
      if case .cancelled = state { return true }
      return false
    }
    if isCancelled { work.cancel() }
    return work
  }

  func cancel() {
    let work: Task<Result, any Error>? = state.withLock { state in
      guard case .working(let work) = state else {
        state = .cancelled
        return nil
      }
      return work
    }
    work?.cancel()
  }
}
