import Dispatch

/// The one that advances the simulation, while it waits for the application. Work items may be cancelled on any thread.
struct Waiter: @unchecked Sendable {
  let wait: SimulatedScheduler.Wait
  /// Ends the wait when the application hangs.
  let guardian: DispatchWorkItem
  /// Called once, outside the lock.
  let resume: @Sendable (Result<Void, any Error>) -> Void
}
