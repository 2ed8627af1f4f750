import BackgroundTasks
import Dispatch
import Synchronization

/// The work of an application's program: registers and submits tasks, hands runs to their handlers, and ends
/// when it is told to or has nothing to do.
final class ApplicationRunner: Sendable {
  private let application: any BackgroundApplication
  private let scheduler: BGTaskScheduler
  private let declarations: [BackgroundTaskDeclaration]
  private let startup: StartupRunner
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "BackgroundApplication", qos: .utility)

  private struct State {
    var runs: [String: RunningTask] = [:]
    /// The waiter for the program's end; nil before that and after it.
    var end: CheckedContinuation<Void, Never>?
    /// Whether the program was told to end.
    var isEnding = false
    /// Whether there is nothing more to wait for.
    var isOver = false
    /// The tasks that were pending when the program was ready, or have run since.
    var known: Set<String> = []
    /// The number of runs that have begun: a wait for idleness notices a new one by it.
    var begun = 0
    /// Whether a deferred step of the start runs.
    var isStarting = false
    /// The claim on the machine's time while runs are told to end.
    var assertion: BackgroundAssertion?
    /// The waiter for the end of the runs.
    var idleWaiter: CheckedContinuation<Void, Never>?

    var isIdle: Bool { runs.isEmpty && !isStarting }

    func isIdle(since begun: Int) -> Bool { isIdle && self.begun == begun && !isEnding && !isOver }
  }

  /// The expiration reason of a run that was told to end with its program.
  static let terminated = BGTaskReason(code: "terminated", message: "its program was told to end")

  init(_ application: some BackgroundApplication, _ scheduler: BGTaskScheduler) {
    self.application = application
    self.scheduler = scheduler
    declarations = application.tasks.declarations
    startup = StartupRunner(application)
  }

  // MARK: Before anything is due

  /// Registers a handler for each task.
  func register() throws {
    let refused = declarations.filter { declaration in
      !scheduler.register(forTaskWithIdentifier: declaration.identifier, using: nil) { task in
        self.begin(task, declaration)
      }
    }
    if !refused.isEmpty { throw BackgroundApplicationError.notPermitted(refused.map(\.identifier)) }
  }

  /// Submits the repeating tasks, unless they are pending as they are: their next dates stay.
  ///
  /// A task for which there is no room does not keep the others from running.
  func submit() throws {
    for declaration in declarations where declaration.every != nil {
      do {
        try scheduler.submitUnlessThere(declaration.request(identifier: declaration.identifier))
      } catch BGTaskScheduler.Error.tooManyPendingTaskRequests {
        let text =
          "\(declaration.identifier) does not come again: too many tasks of its kind are pending already; "
          + "declare it as Processing, or have MaxPendingRefreshPerApplication= or "
          + "MaxPendingProcessingPerApplication= raised"
        application.log(BackgroundLogEntry(.warning, text, about: declaration.identifier))
      }
    }
  }

  // MARK: All day

  func run() async throws {
    do {
      try await startup.runCritical()
      try await onQueue { try self.register() }
      try await submitWhenThere()
    } catch {
      saveState()
      // The program was told to end before it had begun.
      if Task.isCancelled, error is CancellationError { return }
      throw error
    }
    await notePending()
    application.log(BackgroundLogEntry(.info, "\(declarations.count) tasks are registered and submitted"))
    let rest = Task { await startup.runDeferred(turnOfStep, ended: endStep) }
    defer { rest.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.isOver { state.end = continuation }
          return state.isOver
        }
        if isOver { continuation.resume() }
        endWhenIdle()
      }
    } onCancel: {
      terminate()
    }
    warnOfUnsubmitted()
  }

  /// Notes the pending tasks: another process may have submitted those that this one only runs.
  private func notePending() async {
    guard declarations.contains(where: \.awaitsSubmission) else { return }
    let pending = await scheduler.pendingTaskRequests().map(\.identifier)
    state.withLock { $0.known.formUnion(pending) }
  }

  /// Warns of declared tasks that were never submitted: they never run, and nothing else would say so.
  private func warnOfUnsubmitted() {
    let known = state.withLock { $0.known }
    for declaration in declarations
    where declaration.awaitsSubmission && !known.contains(where: declaration.covers)
      && !scheduler.hasSubmitted(where: declaration.covers)
    {
      let text =
        "\(declaration.identifier) is declared without every:, and has not been submitted: it does not run "
        + "until it is submitted"
      application.log(BackgroundLogEntry(.warning, text, about: declaration.identifier))
    }
  }

  /// Submits, and waits for a daemon that is away, in growing pauses.
  private func submitWhenThere() async throws {
    var pause = Duration.milliseconds(100)
    while !Task.isCancelled {
      do {
        return try await onQueue { try self.submit() }
      } catch BGTaskScheduler.Error.unavailable {
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, .seconds(60))
      }
    }
  }

  /// Runs blocking work on a queue: the threads of Swift's tasks may not be blocked.
  private func onQueue(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }

  private func begin(_ task: BGTask, _ declaration: BackgroundTaskDeclaration) {
    let run = RunningTask(task, on: scheduler)
    let isEnding = state.withLock { state in
      guard !state.isEnding else { return true }
      state.runs[task.runIdentifier] = run
      state.known.insert(task.identifier)
      state.begun += 1
      return false
    }
    // A run that does not begin is interrupted by the end of the program, and begins again after it.
    if isEnding { return }
    run.start(
      stopping: { self.saveState() },
      {
        do {
          try await declaration.handler(task)
          self.end(run, .succeeded)
        } catch {
          self.end(run, .failed(error))
        }
      })
  }

  /// Saves the state, which may be lost otherwise.
  private func saveState() {
    for error in StateStores.shared.save() {
      application.log(BackgroundLogEntry(.error, "the state is not saved: \(error.localizedDescription)"))
    }
  }

  /// Ends a run whose handler is done with it, or was waited for long enough. Called on any thread.
  private func end(_ run: RunningTask, _ result: BackgroundMeasurement.Result) {
    guard let measurement = run.end(result) else { return }
    application.measure(measurement)
    let success: Bool
    switch result {
    case .succeeded: success = true
    case .failed(let error):
      success = false
      let reason = measurement.expirationReason.map { ", told to stop: \($0.message)" } ?? ""
      let text = "\(measurement.identifier) failed: \(error.localizedDescription)\(reason)"
      application.log(BackgroundLogEntry(.warning, text, about: measurement.identifier))
    case .abandoned:
      success = false
      let text = "\(measurement.identifier) did not stop in time"
      application.log(BackgroundLogEntry(.warning, text, about: measurement.identifier))
    }
    // Not on the threads of Swift's tasks: the daemon may be slow to answer, and disks are.
    DispatchQueue.global(qos: .utility).async { self.conclude(run, success: success) }
  }

  private func conclude(_ run: RunningTask, success: Bool) {
    // A run that the program's end broke off is not over: without a report, it begins again afterwards.
    // Reported last, because the program may be ended once the daemon hears that there is nothing more to do.
    if success || !run.isTerminated { run.task.setTaskCompleted(success: success) }
    let (isLast, waiter) = state.withLock { state in
      state.runs[run.task.runIdentifier] = nil
      let waiter = state.runs.isEmpty ? state.idleWaiter.take() : nil
      return (state.runs.isEmpty && state.isEnding, waiter)
    }
    waiter?.resume()
    isLast ? finish() : endWhenIdle()
  }

  // MARK: What the start has put off

  /// Waits until no run is in progress and none has begun for a while.
  /// - Returns: Whether a deferred step may run now; not when the program ends.
  private func turnOfStep() async -> Bool {
    while true {
      let begun = state.withLock { $0.begun }
      try? await Task.sleep(for: startup.startup.quiet)
      let turn: Bool? = state.withLock { state in
        if state.isEnding || state.isOver { return false }
        guard state.runs.isEmpty, state.begun == begun else { return nil }
        state.isStarting = true
        return true
      }
      if let turn { return turn }
      await untilIdle()
    }
  }

  /// Waits for the end of the runs in progress.
  private func untilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.runs.isEmpty { state.idleWaiter = continuation }
        return state.runs.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }

  private func endStep() {
    state.withLock { $0.isStarting = false }
    endWhenIdle()
  }

  // MARK: The end

  /// Ends the idle program where bgtaskd has started it: it need not be there when no task is due.
  private func endWhenIdle() {
    guard let timeout = application.idleTimeout, Self.isStartedOnDemand else { return }
    let begun = state.withLock { $0.isIdle ? $0.begun : nil }
    guard let begun else { return }
    queue.asyncAfter(deadline: .now() + timeout.dispatchInterval) {
      guard self.state.withLock({ $0.isIdle(since: begun) }) else { return }
      // The daemon is away, and would repeat runs of whose ends it has not heard.
      if self.scheduler.hasUntoldEnds { return self.endWhenIdle() }
      // A run that begins meanwhile goes on.
      self.saveState()
      let isIdle = self.state.withLock { state in
        guard state.isIdle(since: begun) else { return false }
        state.isEnding = true
        return true
      }
      if isIdle { self.leave() }
    }
  }

  /// Whether bgtaskd has started the program, by the variables that it gives to programs of manifests.
  private static var isStartedOnDemand: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["BGTASK_APPLICATION"] != nil && environment["BGTASKD_SOCKET"] != nil
  }

  private func terminate() {
    let runs = state.withLock { state in
      state.isEnding = true
      return state.runs.values.map { $0 }
    }
    if runs.isEmpty { return finish() }
    Task {
      // Held first, so that the machine does not go while runs save what they have.
      await holdMachine()
      for run in runs { run.terminate(Self.terminated) }
      queue.asyncAfter(deadline: .now() + application.terminationGrace.dispatchInterval) {
        for run in runs { self.end(run, .abandoned) }
      }
    }
  }

  private func holdMachine() async {
    let limit = min(max(application.terminationGrace, .seconds(1)), .seconds(600))
    let assertion = await BackgroundAssertion.begin("ending its runs", limit: limit, on: scheduler)
    let isOver = state.withLock { state in
      if !state.isOver { state.assertion = assertion }
      return state.isOver
    }
    if isOver { assertion.end() }
  }

  private func finish() {
    saveState()
    leave()
  }

  private func leave() {
    let (end, assertion) = state.withLock { state in
      state.isOver = true
      state.isEnding = true
      return (state.end.take(), state.assertion.take())
    }
    assertion?.end()
    end?.resume()
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    .nanoseconds(Int(clamping: Int64((self / .nanoseconds(1)).rounded(.up))))
  }
}
