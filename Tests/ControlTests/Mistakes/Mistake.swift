import SchedulerAPI
import SchedulerCore
import Varlink

@testable import Control

/// A command line as a person mistypes or misuses it, and what that person is told.
struct Mistake: CustomStringConvertible, Sendable {
  /// Without the program's name, quoted as for a shell.
  let line: String
  let status: Int32
  /// How the sentence begins.
  let message: String
  /// What is said of what to do.
  let next: String

  init(_ line: String, _ status: Int32, _ message: String, next: String = usage) {
    (self.line, self.status, self.message, self.next) = (line, status, message, next)
  }

  private static let usage = "--help explains its use"

  /// Command lines with what each is told first; the exit status and what to do are the same for all of them.
  static func told(
    status: Int32 = 64, next: String = usage, _ messages: KeyValuePairs<String, String>
  ) -> [Mistake] {
    messages.map { Mistake($0.key, status, $0.value, next: next) }
  }

  var description: String { line }

  /// A daemon with two tasks that holds requests to the protocol's bounds.
  static func daemon() throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .submit(let parameters):
        do throws(SchedulerInterfaceError) {
          _ = try parameters.request.submission()
          exchange.reply(SchedulerMethod.Submit.Reply(task: Samples.task(parameters.request.identifier)))
        } catch {
          exchange.fail(error)
        }
      case .get(let parameters):
        guard parameters.identifier == "org.example.backup" else {
          return unknown(exchange, parameters.identifier)
        }
        exchange.reply(task: Samples.task())
      case .explain(let parameters): unknown(exchange, parameters.identifier)
      case .cancel(let parameters): unknown(exchange, parameters.identifier)
      case .simulateLaunch(let parameters): unknown(exchange, parameters.identifier)
      case .simulateExpiration(let parameters): unknown(exchange, parameters.identifier)
      case .history: exchange.reply(runs: [])
      case .status: exchange.reply(Samples.status)
      case .pause(let parameters):
        refuse(
          exchange, "identifiers",
          "found \"\(parameters.identifiers ?? "")\", allowed are ASCII letters, digits, '.', '-' and '_', "
            + "and * at the end")
      case .resume: exchange.reply(SchedulerMethod.Resume.Reply(resumed: []))
      case .listPauses: exchange.reply(SchedulerMethod.ListPauses.Reply(pauses: []))
      case .simulateConditions(let parameters):
        for (name, value) in parameters.conditions.sorted(by: { $0.key < $1.key }) {
          refuse(exchange, "conditions.\(name)", "found \"\(value)\", allowed are other values")
        }
      default: exchange.hangUp()
      }
    }
  }

  private static func unknown(_ exchange: FakeDaemon.Exchange, _ identifier: String) {
    exchange.fail(noTask: identifier)
  }

  private static func refuse(_ exchange: FakeDaemon.Exchange, _ field: String, _ message: String) {
    exchange.fail(SchedulerInterfaceError.invalidRequest(field: field, message: message))
  }
}
