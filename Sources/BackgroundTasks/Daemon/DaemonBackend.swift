import Foundation
package import SchedulerAPI
import SchedulerCore
import Synchronization
import Varlink

/// The daemon, over two connections: one for calls and one on which runs are delivered.
package final class DaemonBackend: SchedulerBackend {
  private let path: String?
  private let calls: CallConnection
  private let delivery: DeliveryConnection
  private let state: Mutex<State>

  private struct State {
    weak var delegate: (any SchedulerDelegate)?
    var applicationName: String
    /// The application's name that the daemon found for the first request, before there was a registration.
    var submittedName: String?
    var applicationState = Wire.ApplicationState.background
  }

  /// Creates a backend for the daemon at a socket; nil asks `SocketPath.choose` at every connection.
  /// - Parameter patience: The seconds that a registration waits for the daemon's answer.
  package init(path: String? = nil, patience: Double = 5) {
    self.path = path
    calls = CallConnection(path: path)
    delivery = DeliveryConnection(path: path, patience: patience)
    state = Mutex(State(applicationName: SocketPath.variable(named: JournalField.application.rawValue) ?? ""))
  }

  package func attach(_ delegate: any SchedulerDelegate) {
    state.withLock { $0.delegate = delegate }
    delivery.attach(self)
  }

  package func close() {
    delivery.close()
    calls.close()
  }

  // MARK: Requests

  package func submit(_ request: Wire.TaskRequest) throws {
    let reply = try calls.call(SchedulerMethod.Submit.self, .init(request: request), repetition: .harmful)
    state.withLock { $0.submittedName = $0.submittedName ?? reply.task.application }
  }

  package func submit(_ requests: [Wire.TaskRequest]) throws {
    let reply = try calls.call(
      SchedulerMethod.SubmitBatch.self, .init(requests: requests), repetition: .harmful)
    let answers = zip(requests, reply.results)
    guard let refusal = answers.lazy.compactMap({ $1.refusal(of: $0.identifier) }).first else { return }
    for (request, result) in answers where result.error == nil { try? cancel(request.identifier) }
    throw refusal
  }

  package func cancel(_ identifier: String) throws {
    _ = try calls.call(SchedulerMethod.Cancel.self, .init(identifier: identifier))
  }

  package func list() throws -> [Wire.Task] {
    try calls.pages(SchedulerMethod.List.self, .init()).flatMap(\.tasks)
  }

  package func runs(of identifier: String, limit: Int?) throws -> [Wire.Run] {
    try calls.pages(SchedulerMethod.History.self, .init(identifier: identifier, limit: limit)).flatMap(\.runs)
  }

  package func watch(_ tell: @escaping SchedulerMethod.Watch.Tell) -> any SchedulerWatch {
    WatchConnection(SchedulerMethod.Watch.self, .init(confirm: true), path: path, tell)
  }

  package func watchConditions(_ tell: @escaping SchedulerMethod.GetConditions.Tell) -> any SchedulerWatch {
    WatchConnection(SchedulerMethod.GetConditions.self, .init(), path: path, tell)
  }

  package func beginAssertion(
    _ assertion: SchedulerMethod.BeginAssertion.Parameters,
    _ tell: @escaping SchedulerMethod.BeginAssertion.Tell
  ) -> any SchedulerWatch {
    WatchConnection(SchedulerMethod.BeginAssertion.self, assertion, path: path, tell)
  }

  package func pause(_ pause: SchedulerMethod.Pause.Parameters) throws {
    _ = try calls.call(SchedulerMethod.Pause.self, pause)
  }

  package func resume(_ identifiers: String) throws {
    _ = try calls.call(SchedulerMethod.Resume.self, .init(identifiers: identifiers))
  }

  package func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply {
    try calls.call(SchedulerMethod.Explain.self, .init(identifier: identifier))
  }

  // MARK: Registration

  package func register(_ identifier: String) -> Bool { delivery.register(identifier) }

  package func unregister(_ identifier: String) { delivery.unregister(identifier) }

  // MARK: Runs

  package var progressInterval: Duration { .milliseconds(200) }

  package func handlerBegan(runId: String) {
    calls.tell(SchedulerMethod.HandlerBegan.self, .init(runId: runId))
  }

  package func checkpoint(runId: String) {
    calls.tell(SchedulerMethod.Checkpoint.self, .init(runId: runId))
  }

  package func reportProgress(runId: String, _ progress: Wire.Progress) {
    // A lost report does no harm: the next one says more, and without the daemon no user sees it.
    _ = try? calls.call(SchedulerMethod.ReportProgress.self, .init(runId: runId, progress: progress))
  }

  package func shouldDefer(runId: String) -> Bool {
    let reply = try? calls.call(SchedulerMethod.ShouldDefer.self, .init(runId: runId))
    return reply?.shouldDefer ?? false
  }

  package func complete(runId: String, success: Bool) {
    delivery.complete(.init(runId: runId, success: success))
  }

  package var hasUntoldEnds: Bool { delivery.hasUntoldEnds }

  // MARK: Debugging

  package func simulateLaunch(_ identifier: String) throws {
    _ = try calls.call(
      SchedulerMethod.SimulateLaunch.self, .init(identifier: identifier), repetition: .harmful)
  }

  package func simulateExpiration(_ identifier: String) throws {
    _ = try calls.call(SchedulerMethod.SimulateExpiration.self, .init(identifier: identifier))
  }

  // MARK: The application

  package var applicationName: String {
    get { state.withLock { $0.applicationName } }
    set { state.withLock { $0.applicationName = newValue } }
  }

  package var ownApplication: String? {
    let (name, submittedName) = state.withLock { ($0.applicationName, $0.submittedName) }
    return name.isEmpty ? delivery.application ?? submittedName : name
  }

  package func setApplicationState(_ applicationState: Wire.ApplicationState) {
    state.withLock { $0.applicationState = applicationState }
    sayApplicationState()
  }

  /// Tells the daemon the application's state. Without a name, ``resumed()`` does so later.
  private func sayApplicationState() {
    let applicationState = state.withLock { $0.applicationState }
    guard let name = ownApplication else { return }
    do {
      try calls.greet(.init(application: name, state: applicationState))
    } catch let error as SchedulerInterfaceError {
      StandardError.say("bgtaskd does not know the application's state: \(error)")
    } catch {
      // The next connection tells the state.
    }
  }
}

extension DaemonBackend: DeliveryConnectionOwner {
  func add(_ identifier: String, to registration: String) throws {
    _ = try calls.call(
      SchedulerMethod.AddIdentifiers.self, .init(registration: registration, identifiers: [identifier]))
  }

  func tell(_ end: DeliveredRuns.End) -> Bool {
    let (runId, success) = (end.runId, end.success)
    do {
      _ = try calls.call(SchedulerMethod.Complete.self, .init(runId: runId, success: success))
    } catch SchedulerInterfaceError.noSuchRun {
      StandardError.say(
        "the end of run \(runId), success: \(success), does not count: bgtaskd has given the run "
          + "up, or had heard of the end before; bgtaskctl history says which")
    } catch let error as SchedulerInterfaceError {
      if case .unavailable = error { return false }
      StandardError.say("the end of run \(runId), success: \(success), was refused: \(error)")
    } catch {
      return false
    }
    return true
  }

  func resumed() {
    let (isInUse, delegate) = state.withLock { ($0.applicationState != .background, $0.delegate) }
    if isInUse { sayApplicationState() }
    delegate?.repeatProgress()
  }

  func launch(_ launch: SchedulerMethod.Register.Launch) {
    state.withLock { $0.delegate }?.launch(launch, handled: {})
  }

  func expire(_ expire: SchedulerMethod.Register.Expire) {
    state.withLock { $0.delegate }?.expire(expire, handled: {})
  }
}
