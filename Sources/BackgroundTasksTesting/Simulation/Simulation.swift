import BackgroundTasks
import Dispatch
import SchedulerAPI
import SchedulerCore
import Synchronization

/// The simulated machine and its scheduler. Every change happens under one lock. Only the caller that
/// advances time calls the application, outside the lock.
final class Simulation: Sendable {
  typealias Wait = SimulatedScheduler.Wait

  private let state: Mutex<SimulationState>
  /// The seconds of real time that the application may take before it counts as hung.
  private let patience: TimeInterval
  /// Launches the application; nil when the test gives no way to do so.
  private let launching: (@Sendable (BGTaskScheduler) async -> Void)?
  private let application = Mutex(ApplicationSchedulers())
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

  /// Reads or changes the state; a wait that this settles is over.
  func withState<Value>(_ body: (inout SimulationState) throws -> sending Value) rethrows -> sending Value {
    defer { resumeIfSettled() }
    return try state.withLock(body)
  }

  private func resumeIfSettled() {
    let waiter: Waiter? = state.withLock { state in
      guard let waiter = state.waiter, state.isSettled(waiter.wait) else { return nil }
      return state.waiter.take()
    }
    waiter?.resume(.success(()))
  }

  // MARK: Advancing

  /// Returns the point that lies this far ahead.
  func point(after length: TimeSpan) -> MonotonicTime {
    state.withLock { $0.clock.moment.monotonic + length }
  }

  /// Begins to advance time, which one caller at a time may do.
  func begin() throws {
    try state.withLock { state in
      guard !state.isDriven else {
        throw SimulationError.invalid(
          "virtual time is being advanced already: advance it from one place in the test, and never from "
            + "within a handler"
        )
      }
      state.isDriven = true
    }
  }

  func end() { state.withLock { $0.isDriven = false } }

  /// Goes on as far as that is possible without waiting for the application. Returns false when there is
  /// nothing left to do.
  func proceed(to target: MonotonicTime, _ wait: Wait) throws -> Bool {
    while true {
      switch try state.withLock({ try $0.step(to: target, wait) }) {
      case .done: return false
      case .wait: return true
      case .skip: break
      case .launch(let launch, let run, let delegate):
        delegate.launch(launch) { [weak self] in self?.withState { $0.handlerReturned(run) } }
      case .transfer(let transfer, let run):
        let status = perform(transfer)
        withState { _ = $0.handle(.runEnded(run, .status(status))) }
      case .expire(let notice, let run, let delegate):
        delegate.expire(notice) { [weak self] in self?.withState { $0.expirationHandled(run) } }
      case .start(let process): start(process)
      case .end(let process): endProcess(process)
      case .tell(let tell): tell()
      }
    }
  }

  // MARK: Transfers

  /// The server that the test has set for transfers.
  var server: SimulatedScheduler.Server {
    get { application.withLock { $0.server } }
    set { application.withLock { $0.server = newValue } }
  }

  private func perform(_ transfer: Wire.Transfer) -> Int32 {
    let answer =
      URL(string: transfer.url).map { server($0, transfer.direction == .upload ? .upload : .download) }
      ?? .failure(status: nil, message: "the address cannot be read")
    return SimulatedTransfer(transfer: transfer).end(answer)
  }

  /// Calls `resume` once, when the application has come as far as `wait` says, or when it hangs.
  func whenSettled(_ wait: Wait, _ resume: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    let number = state.withLock { state in
      state.lastWaiter += 1
      state.waiter = Waiter(number: state.lastWaiter, wait: wait, resume: resume)
      return state.lastWaiter
    }
    watch(number, rounds: Self.rounds)
    resumeIfSettled()
  }

  /// The number of rounds after which patience runs out.
  private static let rounds = 10

  /// Ends a wait that lasts too long. When other tests keep all threads of Swift's tasks busy, handlers do
  /// not hang but wait for a thread; so each round of patience ends with a task that has to get one, too.
  private func watch(_ number: UInt64, rounds: Int) {
    DispatchQueue.global().asyncAfter(deadline: .now() + patience / Double(Self.rounds)) { [weak self] in
      guard let self, state.withLock({ $0.waiter?.number }) == number else { return }
      Task.detached { [weak self] in
        if rounds > 1 { self?.watch(number, rounds: rounds - 1) } else { self?.giveUp(number) }
      }
    }
  }

  private func giveUp(_ number: UInt64) {
    let (waiter, complaint): (Waiter?, String) = state.withLock { state in
      guard let waiter = state.waiter, waiter.number == number else { return (nil, "") }
      state.waiter = nil
      return (waiter, state.complaint(waiter.wait))
    }
    waiter?.resume(
      .failure(
        SimulationError.hung("\(complaint). Waited for \(patience) seconds of real time (hangTimeout).")))
  }

  func cancelWait() {
    let waiter = state.withLock { $0.waiter.take() }
    waiter?.resume(.failure(CancellationError()))
  }

  // MARK: Processes

  /// Sets the application's scheduler, which the simulation does not own.
  func attach(_ scheduler: BGTaskScheduler) { application.withLock { $0.own = scheduler } }

  /// Makes `BGTaskScheduler.shared` a process of the application from now on.
  func beginShared(_ connection: SimulatedConnection) { application.withLock { $0.shared = connection } }

  func endShared() {
    application.withLock { $0.shared.take() }?.close()
  }

  /// Ends the application's process, if there is one, and begins another.
  /// - Parameter launch: The launch for which it is started; nil when it is the test's own process.
  private func renewProcess(launch: RunID?) -> BGTaskScheduler? {
    let connection = SimulatedConnection(self, launch: launch)
    let scheduler: BGTaskScheduler? = application.withLock { application in
      application.launch = launch
      guard application.shared != nil else { return application.own }
      application.shared = connection
      return .shared
    }
    scheduler?.restart(on: connection)
    return scheduler
  }

  private func start(_ process: RunID) {
    guard let launching, let scheduler = renewProcess(launch: process) else {
      return withState {
        _ = $0.handle(
          .launchFailed(
            process, message: "the simulation does not know how to launch the application (launching:)",
            isPassing: false))
      }
    }
    withState { state in
      state.note(.applicationLaunched, "The application is launched.")
      state.works[process] = Work(identifier: "", connection: nil, runIdentifier: nil)
    }
    Task {
      await launching(scheduler)
      self.withState { $0.works[process] = nil }
    }
  }

  /// Ends a process that the scheduler has launched.
  private func endProcess(_ process: RunID) {
    withState { $0.works[process] = nil }
    if application.withLock({ $0.launch == process }) { _ = renewProcess(launch: nil) }
    withState { _ = $0.handle(.runEnded(process, .status(0))) }
  }

  /// Ends the application's process as if it died.
  func endApplication() {
    let launch = application.withLock { $0.launch }
    if let launch { withState { $0.works[launch] = nil } }
    _ = renewProcess(launch: nil)
    if let launch { withState { _ = $0.handle(.runEnded(launch, .signal("SIGKILL"))) } }
  }

  /// Replaces the scheduler by another one. Processes name the runs on which they still work.
  func restart() {
    let delegates = state.withLock { $0.processes.compactMapValues(\.delegate) }
    let working = delegates.mapValues(\.runsInProgress)
    withState { $0.restart(working: working) }
  }

  func reboot(downtime: TimeSpan) {
    withState { $0.reboot(downtime: downtime) }
    _ = renewProcess(launch: nil)
  }
}

/// The ways in which the application's process talks to the simulation, and its server.
struct ApplicationSchedulers {
  /// The scheduler that the test hands out.
  weak var own: BGTaskScheduler?
  /// The connection of `BGTaskScheduler.shared`, while a test has put the simulation behind it.
  var shared: SimulatedConnection?
  /// The launch for which the present process was started.
  var launch: RunID?
  var server: SimulatedScheduler.Server = { _, _ in .content(Data()) }
}
