import BackgroundTasks
import SchedulerAPI
import SchedulerCore

/// Time that a process of the simulated application has asked for.
struct HeldTime {
  /// Whose it is.
  let owner: ConnectionID
  let tell: @Sendable (SchedulerNews<SchedulerMethod.BeginAssertion.Reply>) -> Void
}

extension SimulationState {
  /// A process asks for time.
  /// - Returns: Its connection, and what it is told first.
  mutating func beginAssertion(
    _ parameters: SchedulerMethod.BeginAssertion.Parameters, of owner: ConnectionID,
    _ tell: @escaping @Sendable (SchedulerNews<SchedulerMethod.BeginAssertion.Reply>) -> Void
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

  /// It has ended, if it had not.
  mutating func endAssertion(_ connection: ConnectionID) {
    if assertions.removeValue(forKey: connection) != nil { handle(.disconnected(connection)) }
  }

  /// All of a process end with it.
  mutating func endAssertions(of owner: ConnectionID) {
    for connection in assertions.filter({ $0.value.owner == owner }).keys.sorted() {
      endAssertion(connection)
    }
  }

  /// The scheduler closes its connection.
  mutating func dropAssertion(_ connection: ConnectionID) {
    if let held = assertions[connection] {
      outbox.append(.tell { held.tell(.ended(Self.connectionIsClosed)) })
    }
    endAssertion(connection)
  }

  static let connectionIsClosed = SchedulerInterfaceError.unavailable(
    message: "the simulated scheduler has closed the connection on which time was asked for")

  /// Tells who has asked for time how that stands.
  mutating func tellHolder(_ connection: ConnectionID, _ reply: SchedulerMethod.BeginAssertion.Reply) {
    if let held = assertions[connection] { outbox.append(.tell { held.tell(.news(reply)) }) }
  }
}

/// Ends what a process has asked for.
final class SimulatedTime: SchedulerWatch {
  private weak let simulation: Simulation?
  private let connection: ConnectionID

  init(_ simulation: Simulation?, _ connection: ConnectionID) {
    (self.simulation, self.connection) = (simulation, connection)
  }

  deinit { end() }

  func end() { simulation?.withState { $0.endAssertion(connection) } }
}
