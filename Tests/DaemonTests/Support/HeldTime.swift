import SchedulerAPI
import TestSupport
import Varlink

/// A program that has asked for time, at the other end of a connection of its own.
final class HeldTime {
  private let connection: ClientConnection
  /// What confirmed it.
  let first: SchedulerMethod.BeginAssertion.Reply

  /// Asks for time.
  /// - Parameter limitUSec: For how long; nil only wants to hear when the machine goes.
  /// - Throws: ``SchedulerInterfaceError`` when the daemon refuses.
  init(_ daemon: DaemonProcess, _ why: String = "saving", limitUSec: Int64? = 30_000_000) throws {
    connection = try ClientConnection(path: daemon.socket, timeLimit: .seconds(20), frameLimit: 1 << 20)
    try connection.send(
      SchedulerMethod.BeginAssertion.self, .init(why: why, limitDurationUSec: limitUSec), more: true)
    first = try Self.answer(on: connection)
  }

  private static func answer(on connection: ClientConnection) throws -> SchedulerMethod.BeginAssertion.Reply {
    do throws(ClientError) {
      return try connection.receive(SchedulerMethod.BeginAssertion.self)
    } catch {
      guard case .reply(let refusal) = error, let known = SchedulerInterfaceError(refusal) else {
        throw error
      }
      throw known
    }
  }

  /// Waits until it is told to end.
  func told() throws -> SchedulerMethod.BeginAssertion.Reply {
    try connection.receive(SchedulerMethod.BeginAssertion.self)
  }

  /// Waits until the daemon has closed its connection.
  func dropped() -> Bool {
    do {
      _ = try connection.receive()
      return false
    } catch {
      return if case .closed = error { true } else { false }
    }
  }

  /// Ends it.
  func end() { connection.close() }
}
