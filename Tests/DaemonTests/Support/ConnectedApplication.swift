import SchedulerAPI
import TestSupport
import Varlink

/// A program of an application, at the other end of a connection of its own: it registers, and takes one
/// message of the daemon at a time.
final class ConnectedApplication {
  private let connection: ClientConnection
  private let calls: SchedulerClient
  /// What the daemon calls the registration.
  let registration: String
  /// What the daemon calls the application.
  let application: String

  /// Registers.
  /// - Throws: ``SchedulerInterfaceError`` when the daemon refuses.
  init(
    _ daemon: DaemonProcess, _ identifiers: [String], application: String = "", runs: [String]? = nil
  ) throws {
    calls = try daemon.client()
    connection = try ClientConnection(path: daemon.socket, timeLimit: .seconds(20), frameLimit: 1 << 20)
    try connection.send(
      SchedulerMethod.Register.self,
      .init(application: application, identifiers: identifiers, runs: runs), more: true)
    do {
      let first = try connection.receive(SchedulerMethod.Register.self)
      guard let name = first.registration, let owner = first.application, first.launch == nil,
        first.expire == nil
      else { throw ClientError.protocolViolation(message: "\(first) confirms nothing") }
      registration = name
      self.application = owner
    } catch ClientError.reply(let error) {
      throw SchedulerInterfaceError(error) ?? .unavailable(message: error.name)
    }
  }

  /// The next message.
  func next() throws -> SchedulerMethod.Register.Reply {
    try connection.receive(SchedulerMethod.Register.self)
  }

  /// The next message, which has to be a launch.
  func launch() throws -> SchedulerMethod.Register.Launch {
    let message = try next()
    guard let launch = message.launch else {
      throw ClientError.protocolViolation(message: "\(message) is no launch")
    }
    return launch
  }

  /// The next message, which has to be a notice to stop.
  func expire() throws -> SchedulerMethod.Register.Expire {
    let message = try next()
    guard let expire = message.expire else {
      throw ClientError.protocolViolation(message: "\(message) is no notice")
    }
    return expire
  }

  /// Reports the end of a run.
  func complete(_ run: String, success: Bool = true) throws {
    try calls.complete(runId: run, success: success)
  }

  /// What it calls the daemon with.
  var client: SchedulerClient { calls }

  /// Goes away.
  func disconnect() { connection.close() }
}
