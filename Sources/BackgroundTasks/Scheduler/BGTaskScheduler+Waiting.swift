import Dispatch

/// Blocking calls, on a thread that may be blocked: neither the caller's thread nor those of Swift's tasks
/// may be.
extension BGTaskScheduler {
  /// Runs `body`, and does not wait for it.
  /// - Parameter body: Takes the present session, and a function that it has to call when the application's
  ///   handler has returned.
  func asynchronously(
    _ body: @escaping @Sendable (SchedulerSession, _ ended: @escaping @Sendable () -> Void) -> Void
  ) {
    let session = session
    session.backend.callBegan()
    DispatchQueue.global(qos: .utility).async { body(session) { session.backend.callEnded() } }
  }

  /// Runs `body`, and waits for its end without blocking the caller's thread.
  nonisolated(nonsending) func asking<Value: Sendable, Failure: Swift.Error>(
    _ body: @escaping @Sendable (SchedulerSession) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let session = session
    session.backend.callBegan()
    // The call ends when the caller goes on, so that a simulation sees what the caller does next.
    defer { session.backend.callEnded() }
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(returning: Result { () throws(Failure) in try body(session) })
      }
    }
    return try result.get()
  }
}
