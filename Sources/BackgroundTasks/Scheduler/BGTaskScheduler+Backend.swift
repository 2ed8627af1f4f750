extension BGTaskScheduler {
  private static let turn = SharedTurn()

  /// Lets ``shared`` work on another backend while the body runs, with no registrations and no runs, and gives it back
  /// what it had. For tests of code that says `.shared`; bodies wait for each other.
  package static func withShared<Result>(
    on backend: any SchedulerBackend, _ body: () throws -> Result
  ) rethrows -> Result {
    turn.begin()
    defer { turn.end() }
    let real = shared.exchange(SchedulerSession(backend))
    defer { _ = shared.exchange(real) }
    return try body()
  }

  /// Lets ``shared`` work on another backend while the body runs, as the other form does, without blocking a thread.
  package static func withShared<Result>(
    on backend: any SchedulerBackend, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    await turn.begin()
    defer { turn.end() }
    let real = shared.exchange(SchedulerSession(backend))
    defer { _ = shared.exchange(real) }
    return try await body()
  }
}
