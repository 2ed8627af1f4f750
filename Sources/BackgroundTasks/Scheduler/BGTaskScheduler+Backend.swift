import SchedulerAPI
import SchedulerCore

extension BGTaskScheduler {
  private static let turn = SharedTurn()

  /// Runs the body while ``shared`` works on another backend, with no registrations and no runs, and restores
  /// the real one. For tests of code that uses `.shared`; bodies wait for each other, so one must not begin
  /// another.
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

  /// Restarts the process that this scheduler stands for: its registrations and runs end, and a new session
  /// begins on another backend.
  package func restart(on backend: any SchedulerBackend) {
    exchange(SchedulerSession(backend)).backend.close()
  }

  /// Whether the daemon has still to hear how runs have ended: work that it never hears of is done again.
  package var hasUntoldEnds: Bool { session.backend.hasUntoldEnds }

  /// Whether this process has submitted one of these identifiers.
  package func hasSubmitted(where isMeant: (String) -> Bool) -> Bool { session.hasSubmitted(where: isMeant) }

  /// Submits a request, unless the same one is pending or running already: a repeating one keeps its dates.
  /// - Throws: ``Error``.
  package func submitUnlessThere(_ taskRequest: BGTaskRequest) throws {
    let (request, session) = (try taskRequest.wireRequest(), session)
    if try !session.has(request, in: Wire.TaskState.allCases) { try session.submit(request) }
  }
}
