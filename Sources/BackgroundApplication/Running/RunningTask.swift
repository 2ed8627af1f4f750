import BackgroundTasks
import Synchronization

/// A run that a handler works for, from its launch to its end.
final class RunningTask: Sendable {
  let task: BGTask
  /// The scheduler that launched the run.
  let scheduler: BGTaskScheduler
  private let state = Mutex(State())
  private let begin = ContinuousClock.now

  private struct State {
    var work: Task<Void, Never>?
    var termination: BGTaskReason?
    var isOver = false
  }

  init(_ task: BGTask, on scheduler: BGTaskScheduler) { (self.task, self.scheduler) = (task, scheduler) }

  var expirationReason: BGTaskReason? { task.expirationReason ?? state.withLock { $0.termination } }

  /// Starts the work, which may have ended before this returns.
  /// - Parameter stopping: Called when the run is told to stop, after the work was.
  func start(stopping: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () async -> Void) {
    let work = Task { await CurrentWork.$work.withValue(self) { await body() } }
    let isTerminated = state.withLock { state in
      state.work = work
      return state.termination != nil
    }
    if isTerminated { work.cancel() }
    // Set only now: the handler of a run whose time is up already is called at once.
    task.expirationHandler = {
      work.cancel()
      stopping()
    }
  }

  /// Tells the work, once, to end with its program.
  func terminate(_ reason: BGTaskReason) {
    let work: Task<Void, Never>? = state.withLock { state in
      guard !state.isOver, state.termination == nil else { return nil }
      state.termination = reason
      return state.work
    }
    work?.cancel()
  }

  /// Whether the run was told to end with its program, and not by the scheduler before.
  var isTerminated: Bool { task.expirationReason == nil && state.withLock { $0.termination != nil } }

  /// Ends the run for its handler.
  /// - Returns: The run's measurement, before it is completed; nil when another caller has ended the run.
  func end(_ result: BackgroundMeasurement.Result) -> BackgroundMeasurement? {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    guard isFirst else { return nil }
    return BackgroundMeasurement(
      identifier: task.identifier, attempt: task.attempt, duration: ContinuousClock.now - begin,
      result: result, expirationReason: expirationReason)
  }
}
