import BackgroundTasks
import SchedulerAPI
import SchedulerCore

/// An assertion of a process of the simulated application.
struct HeldTime {
  /// The connection of the process.
  let owner: ConnectionID
  let tell: SchedulerMethod.BeginAssertion.Tell
}

extension SimulationState {
  /// Begins an assertion of a process.
  /// - Returns: The assertion's connection, and its first reply.
  mutating func beginAssertion(
    _ parameters: SchedulerMethod.BeginAssertion.Parameters, of owner: ConnectionID,
    _ tell: @escaping SchedulerMethod.BeginAssertion.Tell
  ) throws -> (ConnectionID, SchedulerMethod.BeginAssertion.Reply) {
    guard let process = processes[owner] else { throw Self.processIsGone }
    try parameters.checkBounds()
    let connection = nextConnection()
    let reply = try call(
      .beginAssertion(
        try parameters.assertion(
          of: Self.caller.uid, on: connection, pid: nil, process: process.launch, at: clock.moment.wall)))
    guard case .asserting(let remaining, let grace, let reason) = reply else {
      preconditionFailure("\(reply) is no answer to who asks for time")
    }
    assertions[connection] = HeldTime(owner: owner, tell: tell)
    return (
      connection,
      .init(
        remainingDurationUSec: remaining?.uSec, graceDurationUSec: grace.uSec,
        reason: reason.map { Wire.Reason($0) })
    )
  }

  /// Ends an assertion, unless it has ended already.
  mutating func endAssertion(_ connection: ConnectionID) {
    if assertions.removeValue(forKey: connection) != nil { handle(.disconnected(connection)) }
  }

  /// Ends all assertions of a process.
  mutating func endAssertions(of owner: ConnectionID) {
    for connection in assertions.filter({ $0.value.owner == owner }).keys.sorted() {
      endAssertion(connection)
    }
  }

  /// Ends an assertion whose connection the scheduler closes.
  mutating func dropAssertion(_ connection: ConnectionID) {
    if let held = assertions[connection] {
      outbox.append(.tell { held.tell(.ended(Self.connectionIsClosed)) })
    }
    endAssertion(connection)
  }

  static let connectionIsClosed = SchedulerInterfaceError.unavailable(
    message: "the simulated scheduler has closed the connection of the assertion")

  /// Tells the process of an assertion how that stands.
  mutating func tellHolder(_ connection: ConnectionID, _ reply: SchedulerMethod.BeginAssertion.Reply) {
    if let held = assertions[connection] { outbox.append(.tell { held.tell(.news(reply)) }) }
  }
}

/// The watch of an assertion, which ends the assertion.
final class SimulatedTime: SchedulerWatch {
  private weak let simulation: Simulation?
  private let connection: ConnectionID

  init(_ simulation: Simulation?, _ connection: ConnectionID) {
    (self.simulation, self.connection) = (simulation, connection)
  }

  deinit { end() }

  func end() { simulation?.withState { $0.endAssertion(connection) } }
}
