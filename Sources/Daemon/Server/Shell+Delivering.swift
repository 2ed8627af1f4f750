import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

/// Applications: their registrations, launches and notices, and the ends of their connections.
extension Shell {
  func register(
    _ parameters: SchedulerMethod.Register.Parameters, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    let pid = server.peerProcess(of: id)
    let process = pid.flatMap { programs.process(of: $0) }
    let request = RegistrationRequest(
      connection: id.connection,
      application: try Wire.checked(name: parameters.application, field: "application"),
      identifiers: try parameters.checkedIdentifiers(), runs: try parameters.checkedRuns(),
      process: process,
      connected: process == nil ? nil : pid.flatMap { server.firstConnection(of: $0) }.map(MonotonicTime.init)
    )
    applications.insert(id.session)
    take(.register(request), id, caller)
  }

  func setApplicationState(
    _ parameters: SchedulerMethod.SetApplicationState.Parameters, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    let application = try Wire.checked(name: parameters.application, field: "application")
    applications.insert(id.session)
    take(
      .setApplicationState(parameters.state, application: application, connection: id.connection), id, caller)
  }

  /// Confirms a registration. Launches and notices follow on this connection.
  func registered(_ id: CallID, name: String, application: String) {
    server.becomesApplication(id)
    guard server.beginStream(id, isWatching: false) else { return }
    handlers[id.connection] = id
    send(.init(registration: name, application: application), to: id)
  }

  /// Takes in the end of a connection. That is an event where the connection was an application's or an
  /// assertion's, or waited for conditions.
  func disconnected(_ session: SessionID) {
    let connection = ConnectionID(session.value)
    let wasApplication = applications.remove(session) != nil
    let wasWaiting = inquiries.removeValue(forKey: connection) != nil
    guard wasApplication || wasWaiting else { return }
    handlers[connection] = nil
    holders[connection] = nil
    take(.disconnected(connection))
  }

  /// Delivers a run to the connection's program. When that is gone meanwhile, the event of its end follows.
  func deliver(_ launch: Launch, _ payloads: FoundPayloads, to connection: ConnectionID) {
    guard payloads[launch.run.taskID] == nil else { return deliverNow(launch, payloads, to: connection) }
    // A disk that takes nothing may still be read.
    let task = launch.run.taskID
    store.payloads(of: [task]) { read in
      let payloads = (try? read.get()) ?? [task: .failure(.unreadable("the state file was closed"))]
      self.later { $0.deliverNow(launch, payloads, to: connection) }
    }
  }

  private func deliverNow(_ launch: Launch, _ payloads: FoundPayloads, to connection: ConnectionID) {
    let task: Wire.Task
    let snapshot = TaskSnapshot(
      task: launch.task, state: .running, run: launch.run, declaredIn: launch.declaredIn)
    switch (payloads[launch.run.taskID] ?? .failure(.missing)).task(snapshot) {
    case .success(let found): task = found
    case .failure(let problem): return cannotStart(launch, problem)
    }
    guard let call = handlers[connection] else { return }
    send(
      .init(
        launch: .init(
          runId: launch.run.id.text, task: task, limitUSec: launch.limit.uSec,
          reportsHandler: launch.isOnDemand ? true : nil)), to: call)
    take(.runStarted(launch.run.id))
  }

  /// Tells the connection's program to stop a run.
  func warn(_ run: RunID, on connection: ConnectionID, _ reason: Reason, grace: TimeSpan) {
    guard let call = handlers[connection] else { return }
    send(
      .init(
        expire: .init(
          runId: run.text, reason: Wire.Reason(reason), graceDurationUSec: grace.uSec)), to: call)
  }

  private func send(_ reply: SchedulerMethod.Register.Reply, to call: CallID) {
    server.reply(call, Message.reply(reply, continues: true), continues: true)
  }
}
