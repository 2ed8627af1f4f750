import BackgroundTasks

/// The runner of the steps of a program's start, which times them.
final class StartupRunner: Sendable {
  private let application: any BackgroundApplication
  let startup: Startup
  private let history: StateStore<StartupHistory>?

  init(_ application: some BackgroundApplication) {
    self.application = application
    startup = application.startup
    history =
      startup.steps.isEmpty
      ? nil : StateStore("startup-history", initially: StartupHistory(), in: startup.directory)
    history?.update { [steps = startup.steps] in $0.keep(Set(steps.map(\.name))) }
  }

  /// Runs the steps that must be done before anything else.
  /// - Throws: The error of a step, and `CancellationError` when the program was told to end: the other steps
  ///   are not run then.
  func runCritical() async throws {
    for step in startup.steps where step.urgency == .critical {
      if let error = await perform(step) { throw error }
      try Task.checkCancellation()
    }
  }

  /// Runs the steps that can wait, one at a time, each when it is its turn.
  /// - Parameter turn: Returns when there is no other work, with whether there is still time.
  func runDeferred(_ turn: () async -> Bool, ended: () -> Void) async {
    for step in startup.steps where step.urgency == .deferred {
      guard await turn() else { return }
      if let error = await perform(step), !Task.isCancelled {
        let text = "\(step.name) failed at the start: \(error.localizedDescription)"
        application.log(BackgroundLogEntry(.warning, text))
      }
      ended()
    }
  }

  private func perform(_ step: StartupStep) async -> (any Error)? {
    let begin = ContinuousClock.now
    var failure: (any Error)?
    do { try await step.body() } catch { failure = error }
    let duration = ContinuousClock.now - begin
    let past = history?.value ?? StartupHistory()
    let median = past.median(of: step.name)
    if failure == nil {
      if let median, past.isRegression(duration, of: step.name) {
        let text = "\(step.name) took \(duration) at the start, more than twice its usual \(median)"
        application.log(BackgroundLogEntry(.warning, text))
      }
      history?.update { $0.add(duration, of: step.name) }
    }
    application.measure(
      step: StartupMeasurement(step: step, duration: duration, median: median, error: failure))
    return failure
  }
}
