import BackgroundTasks
import Synchronization

/// A run that a handler works for, from its launch to its end.
final class RunningTask: Sendable {
  let task: BGTask
  /// Where it was launched from.
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

  /// Starts what does the work. It may have come to its end before this returns.
  /// - Parameter stopping: Called when the run is told to stop, after the work.
  func start(stopping: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () async -> Void) {
    let work = Task { await CurrentWork.$work.withValue(self) { await body() } }
    let isTerminated = state.withLock { state in
      state.work = work
      return state.termination != nil
    }
    if isTerminated { work.cancel() }
    // Set only now: whoever's time is up already is told at once.
    task.expirationHandler = {
      work.cancel()
      stopping()
    }
  }

  /// The program is told to end: so is the work, once.
  func terminate(_ reason: BGTaskReason) {
    let work: Task<Void, Never>? = state.withLock { state in
      guard !state.isOver, state.termination == nil else { return nil }
      state.termination = reason
      return state.work
    }
    work?.cancel()
  }

  /// It was told to end with its program, and not by the scheduler before.
  var isTerminated: Bool { task.expirationReason == nil && state.withLock { $0.termination != nil } }

  /// The run is over for its handler.
  /// - Returns: What there is to say of it, before it is completed; nil when somebody else was quicker.
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
