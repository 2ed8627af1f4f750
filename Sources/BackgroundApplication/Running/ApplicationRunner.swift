import BackgroundTasks
import Dispatch
import Synchronization

/// What an application's program does all day: it registers, submits what comes again, hands runs to their
/// handlers, and ends when it is told to or has nothing to do.
final class ApplicationRunner: Sendable {
  private let application: any BackgroundApplication
  private let scheduler: BGTaskScheduler
  private let declarations: [BackgroundTaskDeclaration]
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "BackgroundApplication", qos: .utility)

  private struct State {
    var runs: [String: RunningTask] = [:]
    /// Whoever waits for the end; nil before that and after it.
    var end: CheckedContinuation<Void, Never>?
    /// The program was told to end.
    var isEnding = false
    /// There is nothing more to wait for.
    var isOver = false
    /// Counts beginnings: who waits for idleness sees that there was one.
    var begun = 0
  }

  /// What a run finds that was told to end with its program.
  static let terminated = BGTaskReason(code: "terminated", message: "its program was told to end")

  init(_ application: some BackgroundApplication, _ scheduler: BGTaskScheduler) {
    self.application = application
    self.scheduler = scheduler
    declarations = application.tasks.declarations
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

  /// Submits what comes again, unless it is pending as it is: its next date stays.
  func submit() throws {
    for declaration in declarations where declaration.every != nil {
      try scheduler.submitUnlessThere(declaration.request(identifier: declaration.identifier))
    }
  }

  // MARK: All day

  func run() async throws {
    try await onQueue { try self.register() }
    try await submitWhenThere()
    application.log(BackgroundLogEntry(.info, "\(declarations.count) tasks are registered and submitted"))
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
  }

  /// A daemon that is away is waited for, in growing pauses.
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

  /// What blocks runs where that is no harm: the threads of Swift's tasks may not be blocked.
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
      state.begun += 1
      return false
    }
    // A run that nobody begins is interrupted by the end of the program, and begins again after it.
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

  /// What is not saved now may be lost.
  private func saveState() {
    for error in StateStores.shared.save() {
      application.log(BackgroundLogEntry(.error, "the state is not saved: \(error.localizedDescription)"))
    }
  }

  private func end(_ run: RunningTask, _ result: BackgroundMeasurement.Result) {
    guard let measurement = run.end(result) else { return }
    application.measure(measurement)
    var success = false
    switch result {
    case .succeeded: success = true
    case .failed(let error):
      let reason = measurement.expirationReason.map { ", told to stop: \($0.message)" } ?? ""
      let text = "\(measurement.identifier) failed: \(error.localizedDescription)\(reason)"
      application.log(BackgroundLogEntry(.warning, text, about: measurement.identifier))
    case .abandoned:
      let text = "\(measurement.identifier) did not stop in time"
      application.log(BackgroundLogEntry(.warning, text, about: measurement.identifier))
    }
    // Last: the program may be ended when it is told that there is nothing more to do.
    run.task.setTaskCompleted(success: success)
    let isLast = state.withLock { state in
      state.runs[run.task.runIdentifier] = nil
      return state.runs.isEmpty && state.isEnding
    }
    isLast ? finish() : endWhenIdle()
  }

  // MARK: The end

  /// Who was started by bgtaskd need not be there when nothing is due.
  private func endWhenIdle() {
    guard let timeout = application.idleTimeout, Self.isStartedOnDemand else { return }
    let begun = state.withLock { $0.runs.isEmpty ? $0.begun : nil }
    guard let begun else { return }
    queue.asyncAfter(deadline: .now() + timeout.dispatchInterval) {
      let isIdle = self.state.withLock { $0.runs.isEmpty && $0.begun == begun && !$0.isOver }
      if isIdle { self.finish() }
    }
  }

  /// By the variables that bgtaskd gives to the programs of manifests.
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
    for run in runs { run.terminate(Self.terminated) }
    queue.asyncAfter(deadline: .now() + application.terminationGrace.dispatchInterval) {
      for run in runs { self.end(run, .abandoned) }
    }
  }

  private func finish() {
    saveState()
    let end: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.isOver = true
      state.isEnding = true
      return state.end.take()
    }
    end?.resume()
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    .nanoseconds(Int(clamping: Int64((self / .nanoseconds(1)).rounded(.up))))
  }
}
