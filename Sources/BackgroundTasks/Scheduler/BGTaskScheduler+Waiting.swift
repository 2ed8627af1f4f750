import Dispatch

/// What blocks, on a thread that may be blocked: the caller's may not, and the threads of Swift's tasks
/// neither.
extension BGTaskScheduler {
  /// Runs it, and does not wait for it.
  /// - Parameter body: Given the present session, and what it has to call when the application's handler has
  ///   returned.
  func asynchronously(
    _ body: @escaping @Sendable (SchedulerSession, _ ended: @escaping @Sendable () -> Void) -> Void
  ) {
    let session = session
    session.backend.callBegan()
    DispatchQueue.global(qos: .utility).async { body(session) { session.backend.callEnded() } }
  }

  /// Runs it, and waits for its end without blocking the caller's thread.
  nonisolated(nonsending) func asking<Value: Sendable, Failure: Swift.Error>(
    _ body: @escaping @Sendable (SchedulerSession) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let session = session
    session.backend.callBegan()
    // The caller goes on by then, so that it is known what it does next.
    defer { session.backend.callEnded() }
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(returning: Result { () throws(Failure) in try body(session) })
      }
    }
    return try result.get()
  }
}
