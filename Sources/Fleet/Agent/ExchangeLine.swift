import Dispatch
import FleetCore
import FleetDatabase
import SchedulerCore
import Varlink

/// The exchanges with the database, one at a time, on a queue of their own: libpq waits while it looks up the
/// server's name.
final class ExchangeLine: @unchecked Sendable {
  // Sendable: all of it is confined to its queue.
  private let queue = DispatchQueue(label: "io.bgtaskd.fleet.database")
  private let connection: DatabaseConnection
  private let tell: @Sendable (FleetEvent) -> Void
  private var text = ExchangeText()

  /// - Parameter tell: Takes the events, on the line's queue.
  init(parameters: String, tell: @escaping @Sendable (FleetEvent) -> Void) {
    self.tell = tell
    connection = DatabaseConnection(queue: queue, parameters: parameters) { tell(.hinted) }
  }

  /// Begins an exchange, which comes back as ``FleetEvent/answered(_:)`` or ``FleetEvent/failed(_:)``.
  func send(_ request: ExchangeRequest, limit: TimeSpan) {
    queue.async { [self] in
      connection.call("exchange_1", text.json(of: request), limitUSec: limit.uSec) { [self] in take($0) }
    }
  }

  private func take(_ answer: Result<String, DatabaseFailure>) {
    switch answer {
    case .success(let json):
      do throws(InvalidValue) {
        let answer = try ExchangeAnswer(json: json)
        if case .accepted(let result) = answer, !result.isBusy { text.accepted() }
        tell(.answered(answer))
      } catch {
        tell(.failed(.unreadable(cause: "the answer: \(error)")))
      }
    case .failure(.again): tell(.failed(.again))
    case .failure(.rejected(let message)): tell(.failed(.rejected(message: message)))
    case .failure(.forbidden(let message)):
      tell(.failed(.unreachable(mayHaveArrived: false, cause: message)))
    case .failure(.unreachable(let mayHaveArrived, let cause)):
      tell(.failed(.unreachable(mayHaveArrived: mayHaveArrived, cause: cause)))
    }
  }
}
