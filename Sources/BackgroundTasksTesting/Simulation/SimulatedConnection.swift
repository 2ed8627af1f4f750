import BackgroundTasks
import SchedulerAPI
import SchedulerCore
import Synchronization

/// A process's connection to the simulated scheduler.
final class SimulatedConnection: SchedulerBackend {
  private let simulation: Simulation
  private let launch: RunID?
  private let state = Mutex(State())

  private struct State {
    var connection: ConnectionID?
    var applicationName = ""
  }

  /// - Parameter launch: The launch for which the process was started; nil for the test's own process.
  init(_ simulation: Simulation, launch: RunID? = nil) {
    self.simulation = simulation
    self.launch = launch
  }

  private func connection() throws -> ConnectionID {
    guard let connection = state.withLock({ $0.connection }) else { throw SimulationState.processIsGone }
    return connection
  }

  func attach(_ delegate: any SchedulerDelegate) {
    let connection = simulation.withState { $0.connect(delegate, launch: launch) }
    state.withLock { $0.connection = connection }
  }

  var now: Date {
    switch simulation.applicationClock {
    case .system: Date()
    case .simulated: simulation.withState { $0.now }
    }
  }

  func close() {
    guard let connection = state.withLock({ $0.connection.take() }) else { return }
    simulation.withState { $0.disconnect(connection) }
  }

  // MARK: Requests

  func submit(_ request: Wire.TaskRequest) throws {
    let connection = try connection()
    try simulation.withState { state in
      do {
        guard state.processes[connection] != nil else { throw SimulationState.processIsGone }
        if request.command != nil {
          throw SchedulerInterfaceError.invalidRequest(
            field: "command", message: "a simulation runs handlers, not programs")
        }
        let translated = simulation.dates(at: state.now).taken(in: request)
        _ = try state.call(.submit(try translated.submission()))
      } catch let error as SchedulerInterfaceError {
        state.noteRefusal(of: request.identifier, error.description)
        throw error
      }
    }
  }

  func cancel(_ identifier: String) throws {
    _ = try simulation.withState { try $0.call(.cancel(identifier: identifier)) }
  }

  func list() throws -> [Wire.Task] {
    simulation.withState { state in
      let dates = simulation.dates(at: state.now)
      let snapshots = state.core.tasks(of: SimulationState.caller.uid, prefix: "")
      return snapshots.compactMap { snapshot in
        state.store.request(of: snapshot.task.id).map { request in
          var task = Wire.Task(snapshot, request: request)
          task.request = dates.handedOut(task.request)
          return task
        }
      }
    }
  }

  func runs(of identifier: String, limit: Int?) throws -> [Wire.Run] {
    simulation.withState { state in
      let dates = simulation.dates(at: state.now)
      return state.store.runs(of: identifier).prefix(limit ?? .max).map { dates.handedOut(Wire.Run($0)) }
    }
  }

  func watch(_ tell: @escaping SchedulerMethod.Watch.Tell) -> any SchedulerWatch {
    let began = SchedulerMethod.Watch.Reply(event: "began", timeUSec: Int64(now.timeIntervalSince1970 * 1e6))
    return SimulationWatch(simulation, first: { _ in tell(.news(began)) }) { [weak simulation] news in
      // The state is locked here, and the dates need nothing of it.
      if let simulation { tell(.news(simulation.dates(of: news).handedOut(news))) }
    }
  }

  func watchConditions(_ tell: @escaping SchedulerMethod.GetConditions.Tell) -> any SchedulerWatch {
    SimulationWatch(
      simulation, first: { tell(.news(.init(conditions: Wire.Conditions($0.core.conditions)))) }
    ) { news in
      if let conditions = news.conditions { tell(.news(.init(conditions: conditions))) }
    }
  }

  func beginAssertion(
    _ assertion: SchedulerMethod.BeginAssertion.Parameters,
    _ tell: @escaping SchedulerMethod.BeginAssertion.Tell
  ) -> any SchedulerWatch {
    let connection: ConnectionID
    let first: SchedulerMethod.BeginAssertion.Reply
    do {
      let own = try self.connection()
      (connection, first) = try simulation.withState { try $0.beginAssertion(assertion, of: own, tell) }
    } catch {
      tell(.ended(error))
      return SimulatedTime(nil, ConnectionID(0))
    }
    tell(.news(first))
    return SimulatedTime(simulation, connection)
  }

  var uptime: Duration { .microseconds(simulation.withState { $0.clock.moment.monotonic.uSec }) }

  func pause(_ pause: SchedulerMethod.Pause.Parameters) throws {
    try simulation.withState { state in
      let until = simulation.dates(at: state.now).taken(pause.untilUSec).map(WallTime.init(uSec:))
      let scope = try pause.scope(for: SimulationState.caller)
      _ = try state.call(.pause(scope, until: until, stops: pause.stop ?? false))
    }
  }

  func resume(_ identifiers: String) throws {
    let scope = try SchedulerMethod.Resume.Parameters(identifiers: identifiers).scope(
      for: SimulationState.caller)
    _ = try simulation.withState { try $0.call(.resume(scope)) }
  }

  func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply {
    try simulation.withState { state in
      let found = state.core.explain(identifier, of: SimulationState.caller.uid, at: state.clock.moment)
      guard let found else { throw SchedulerInterfaceError.noSuchTask(identifier: identifier) }
      return simulation.dates(at: state.now).handedOut(SchedulerMethod.Explain.Reply(found))
    }
  }

  // MARK: Registration

  func register(_ identifier: String) -> Bool {
    simulation.withState { state in
      do {
        try state.register(identifier, on: try connection())
        return true
      } catch {
        state.noteRefusal(of: identifier, "\(error)")
        return false
      }
    }
  }

  /// Does nothing: launches that come all the same find no handler.
  func unregister(_ identifier: String) {}

  // MARK: Runs

  func complete(runId: String, success: Bool) {
    simulation.withState { state in
      do {
        _ = try state.call(.complete(RunID(runId), success: success))
      } catch {
        let identifier = state.works[RunID(runId)]?.identifier ?? "run \(runId)"
        state.noteRefusal(
          of: identifier, "setTaskCompleted(success: \(success)) does not count: the run has ended already")
      }
    }
  }

  /// Does nothing: no launch asks for it, because the simulated process is there at once.
  func handlerBegan(runId: String) {}

  func checkpoint(runId: String) {
    // A run that ended meanwhile has nothing to save any more.
    simulation.withState { _ = try? $0.call(.checkpoint(RunID(runId))) }
  }

  func reportProgress(runId: String, _ progress: Wire.Progress) {
    guard let progress = try? progress.checked() else { return }
    // A run that ended meanwhile has no progress any more.
    simulation.withState { _ = try? $0.call(.reportProgress(RunID(runId), progress)) }
  }

  var progressInterval: Duration { .zero }

  func shouldDefer(runId: String) -> Bool {
    simulation.withState { state in
      let reason = try? state.core.shouldDefer(
        RunID(runId), caller: SimulationState.caller, at: state.clock.moment)
      let shouldStop = reason.flatMap { $0 } != nil
      state.works[RunID(runId)]?.ask(shouldStop: shouldStop)
      return shouldStop
    }
  }

  // MARK: Debugging

  func simulateLaunch(_ identifier: String) throws {
    try simulation.withState { _ = try $0.call(.simulateLaunch(identifier: identifier)) }
  }

  func simulateExpiration(_ identifier: String) throws {
    try simulation.withState { try $0.simulateExpiration(identifier, nil) }
  }

  // MARK: Calls under way

  /// Virtual time stands still until all calls have ended.
  func callBegan() { simulation.withState { $0.openCalls += 1 } }
  func callEnded() { simulation.withState { $0.openCalls -= 1 } }

  // MARK: The application

  /// The simulated application is the only one, so its name decides nothing.
  var applicationName: String {
    get { state.withLock { $0.applicationName } }
    set { state.withLock { $0.applicationName = newValue } }
  }

  var ownApplication: String? { simulation.withState { $0.rules.applications.first?.name } }

  func setApplicationState(_ state: Wire.ApplicationState) {
    guard let connection = try? connection() else { return }
    simulation.withState { $0.setApplicationState(state, on: connection) }
  }
}
