/// The one that advances the simulation, while it waits for the application.
struct Waiter: Sendable {
  /// Tells it from those before.
  let number: UInt64
  let wait: SimulatedScheduler.Wait
  /// Called once, outside the lock.
  let resume: @Sendable (Result<Void, any Error>) -> Void
}
