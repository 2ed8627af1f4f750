import Synchronization

/// Only on Linux: runs a function that must not be broken off in the middle, in time that bgtaskd gives it:
/// see ``BackgroundAssertion``.
///
/// When the limit is over, and when the machine is about to go, the Swift task in which the body runs is
/// cancelled: it ends what it does and returns or throws, within a few seconds. The body runs as well when no
/// scheduler can be asked, or it refuses: ``BackgroundAssertion/current`` says so. The time has ended when
/// this returns.
///
/// ```swift
/// try await withBackgroundAssertion("saving", limit: .seconds(30)) { try await document.save() }
/// ```
/// - Parameters:
///   - why: What for, for `bgtaskctl list`: one line of up to 255 bytes.
///   - limit: For how long at most, from a second to ten minutes.
///   - scheduler: Whom to ask.
///   - body: What is to be done, where it says that it is isolated.
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

/// A function that becomes a Swift task, and may be cancelled before it has. Whoever cancels needs none of
/// the threads of Swift's tasks, which the work may keep.
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
