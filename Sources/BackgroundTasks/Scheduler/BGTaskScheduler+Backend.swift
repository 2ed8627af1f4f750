import SchedulerAPI
import SchedulerCore

extension BGTaskScheduler {
  private static let turn = SharedTurn()

  /// Lets ``shared`` work on another backend while the body runs, with no registrations and no runs, and
  /// gives it back what it had. For tests of code that says `.shared`; bodies wait for each other, so one
  /// must not begin another.
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

  /// The process that this scheduler stands for ends, with its registrations and runs, and another begins, on
  /// another backend.
  package func restart(on backend: any SchedulerBackend) {
    exchange(SchedulerSession(backend)).backend.close()
  }

  /// The daemon has still to hear how runs have ended, which would be done again otherwise.
  package var hasUntoldEnds: Bool { session.backend.hasUntoldEnds }

  /// Whether this process has submitted one of these identifiers.
  package func hasSubmitted(where isMeant: (String) -> Bool) -> Bool { session.hasSubmitted(where: isMeant) }

  /// Submits a request, unless the same is there already, pending or running: a repeating one goes on with
  /// the dates that it has.
  /// - Throws: ``Error``.
  package func submitUnlessThere(_ taskRequest: BGTaskRequest) throws {
    let (request, session) = (try taskRequest.wireRequest(), session)
    if try !session.has(request, in: Wire.TaskState.allCases) { try session.submit(request) }
  }
}
