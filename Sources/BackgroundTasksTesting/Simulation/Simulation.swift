import BackgroundTasks
import Dispatch
import SchedulerAPI
import SchedulerCore
import Synchronization

/// The simulated machine and its scheduler. Everything that changes it happens under one lock; the application is called
/// when the lock was left, by whoever advances time, and by nobody else.
final class Simulation: Sendable {
  typealias Wait = SimulatedScheduler.Wait

  private let state: Mutex<SimulationState>
  /// How long the application may take, in real time, before it counts as hung.
  private let patience: TimeInterval
  /// Launches the application; nil when the test does not say how.
  private let launching: (@Sendable (BGTaskScheduler) async -> Void)?
  /// The schedulers of the processes that were launched here.
  private let launched = Mutex<[RunID: BGTaskScheduler]>([:])
  let applicationClock: SimulatedScheduler.ApplicationClock

  init(
    _ state: sending SimulationState, applicationClock: SimulatedScheduler.ApplicationClock,
    patience: TimeInterval, launching: (@Sendable (BGTaskScheduler) async -> Void)?
  ) {
    self.state = Mutex(state)
    self.applicationClock = applicationClock
    self.patience = patience
    self.launching = launching
  }

  /// Looks at the state, or changes it; whoever waits for that goes on.
  func withState<Value>(_ body: (inout SimulationState) throws -> sending Value) rethrows -> sending Value {
    defer { resumeIfSettled() }
    return try state.withLock(body)
  }

  private func resumeIfSettled() {
    let waiter: Waiter? = state.withLock { state in
      guard let waiter = state.waiter, state.isSettled(waiter.wait) else { return nil }
      return state.waiter.take()
    }
    waiter?.guardian.cancel()
    waiter?.resume(.success(()))
  }

  // MARK: Advancing

  /// The point that lies so far ahead.
  func point(after length: TimeSpan) -> MonotonicTime {
    state.withLock { $0.clock.moment.monotonic + length }
  }

  /// Only one advances at a time.
  func begin() throws {
    try state.withLock { state in
      guard !state.isDriven else {
        throw SimulationError.invalid(
          "virtual time is being advanced already: advance it from one place in the test, and never from within a handler"
        )
      }
      state.isDriven = true
    }
  }

  func end() { state.withLock { $0.isDriven = false } }

  /// Goes on as far as that is possible without waiting for the application. False when there is nothing left to do.
  func proceed(to target: MonotonicTime, _ wait: Wait) throws -> Bool {
    while true {
      switch try state.withLock({ try $0.step(to: target, wait) }) {
      case .done: return false
      case .wait: return true
      case .skip: break
      case .launch(let launch, let run, let delegate):
        delegate.launch(launch) { [weak self] in self?.withState { $0.handlerReturned(run) } }
      case .expire(let notice, let run, let delegate):
        delegate.expire(notice) { [weak self] in self?.withState { $0.expirationHandled(run) } }
      case .start(let process): start(process)
      case .end(let process): endProcess(process)
      }
    }
  }

  /// Waits until the application has come as far as that; then, or when it hangs, `resume` is called once.
  func whenSettled(_ wait: Wait, _ resume: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    let guardian = DispatchWorkItem { [weak self] in self?.giveUp() }
    let waiter = Waiter(wait: wait, guardian: guardian, resume: resume)
    state.withLock { $0.waiter = waiter }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: guardian)
    resumeIfSettled()
  }

  private func giveUp() {
    let seconds = patience
    let (waiter, complaint): (Waiter?, String) = state.withLock { state in
      guard let waiter = state.waiter.take() else { return (nil, "") }
      return (waiter, state.complaint(waiter.wait))
    }
    waiter?.resume(
      .failure(
        SimulationError.hung("\(complaint). Waited for \(seconds) seconds of real time (hangTimeout).")))
  }

  func cancelWait() {
    let waiter = state.withLock { $0.waiter.take() }
    waiter?.guardian.cancel()
    waiter?.resume(.failure(CancellationError()))
  }

  // MARK: Processes

  private func start(_ process: RunID) {
    guard let launching else {
      return withState {
        _ = $0.handle(
          .launchFailed(
            process, message: "the simulation does not know how to launch the application (launching:)",
            isPassing: false))
      }
    }
    withState { state in
      state.note(.applicationLaunched)
      var work = Work(identifier: "", connection: nil, runIdentifier: nil)
      work.hasEnded = true
      state.works[process] = work
    }
    let scheduler = BGTaskScheduler(backend: SimulatedConnection(self, launch: process))
    launched.withLock { $0[process] = scheduler }
    Task {
      await launching(scheduler)
      self.withState { $0.handlerReturned(process) }
    }
  }

  /// The scheduler ends a process that it launched.
  private func endProcess(_ process: RunID) {
    withState { state in
      state.works[process] = nil
      if let connection = state.connection(ofLaunch: process) { state.disconnect(connection) }
      state.handle(.runEnded(process, .status(0)))
    }
    // It closes its connection, which must find the lock free.
    let scheduler = launched.withLock { $0.removeValue(forKey: process) }
    withExtendedLifetime(scheduler) {}
  }

  /// All processes of the application die.
  func endApplication() {
    withState { state in
      for connection in state.processes.keys.sorted() { state.disconnect(connection) }
      state.works = [:]
    }
    let schedulers = launched.withLock { launched in
      defer { launched = [:] }
      return launched
    }
    for process in schedulers.keys.sorted(by: { $0.text < $1.text }) {
      withState { _ = $0.handle(.runEnded(process, .signal("SIGKILL"))) }
    }
  }

  /// The runs that processes say they still work on.
  func restart() {
    let delegates = state.withLock { state in
      state.processes.compactMapValues { process in process.delegate }
    }
    let working = delegates.mapValues { $0.runsInProgress }
    withState { $0.restart(working: working) }
  }

  func reboot(downtime: TimeSpan) {
    withState { $0.reboot(downtime: downtime) }
    let schedulers = launched.withLock { launched in
      defer { launched = [:] }
      return launched
    }
    withExtendedLifetime(schedulers) {}
  }
}
