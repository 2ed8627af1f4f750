import BackgroundTasks

/// Goes through the steps of a program's start, and times them.
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

  /// What must be done before anything else.
  /// - Throws: What a step throws, and `CancellationError` when the program was told to end: the others are
  ///   not taken then.
  func runCritical() async throws {
    for step in startup.steps where step.urgency == .critical {
      if let error = await perform(step) { throw error }
      try Task.checkCancellation()
    }
  }

  /// What can wait, one step at a time, each when it is its turn.
  /// - Parameter turn: Ends when there is nothing else to be done, and says whether there is still time.
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
