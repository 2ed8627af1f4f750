import CSystemd
import Dispatch
import FleetCore
import FleetDatabase
import Glibc
import LinuxSystem
import SchedulerAPI
import SystemdSyntax

/// `bgtask-fleet`: the agent (`agent`), and one call of the fleet's database for bgtaskctl (`call FUNCTION`,
/// the argument's JSON on standard input, the answer's on standard output) or many (`follow FUNCTION`).
package enum FleetProgram {
  static let usage = """
    Usage: bgtask-fleet agent [--config=FILE] [--state-directory=DIR] [--socket=PATH] [--identity=HEX]
           bgtask-fleet call FUNCTION [--config=FILE]
           bgtask-fleet follow FUNCTION [--config=FILE]
           bgtask-fleet schema [apply] [--config=FILE]
           bgtask-fleet --help | --version
    """

  /// Runs the program.
  package static func main() {
    // A connection that the server has closed is an error of the write, and no reason to end.
    signal(SIGPIPE, SIG_IGN)
    do throws(Misuse) {
      let options = try FleetOptions(ProcessArguments.ownTexts)
      switch options.verb {
      case .agent: try runAgent(options)
      case .call(let function): try call(function, options)
      case .follow(let function): try follow(function, options)
      case .schema(let applies): try schema(applies, options)
      case .help: say(usage + "\n")
      case .version: say("bgtask-fleet \(ProductVersion.number)\n")
      }
    } catch {
      fail(error.message, error.isUsage ? 64 : 78)
    }
  }

  static func fail(_ message: String, _ status: Int32) -> Never {
    FileHandleText.standardError("bgtask-fleet: \(message)\n")
    exit(status)
  }

  /// Ends the program because the database has not answered, with the reason.
  /// - Parameter attempts: The number of times that it was asked.
  static func fail(_ failure: DatabaseFailure, attempts: Int = 1) -> Never {
    switch failure {
    case .again:
      let times = attempts > 1 ? " \(attempts) times" : ""
      fail("others were in the way in the database\(times); try again", 75)
    case .rejected(let message): fail(message, 1)
    case .forbidden(let message): fail(message, 77)
    case .unreachable(_, let cause): fail("the fleet's database cannot be reached: \(cause)", 69)
    }
  }

  /// The application for which machines have their names in a fleet.
  private static let applicationID = sd_id128_t(
    qwords: (0x5c71_d3f2_4b0e_47a9, 0x8d1e_6a93_c20f_b754))

  private static func say(_ text: String) {
    guard FileHandleText.standardOutput(text) else { fail("the output cannot be written", 74) }
  }

  // MARK: The agent

  private static func runAgent(_ options: FleetOptions) throws(Misuse) {
    let signals: SignalSource
    do throws(SystemError) {
      signals = try SignalSource(catching: AgentShell.caughtSignals)
    } catch {
      fail("\(error)", 71)
    }
    let log = SystemLog(.auto, identifier: "bgtask-fleet")
    let settings = try options.settings(warning: log)
    guard let machine = options.identity ?? MachineIdentity.machineID(for: applicationID) else {
      throw Misuse("this machine has no /etc/machine-id: see systemd-machine-id-setup(1)", isUsage: false)
    }
    let file = StateFile(directory: options.stateDirectory)
    let stored: StoredFleet?
    do {
      stored = try file.read()
    } catch {
      // The work of the file goes on: the database says what this machine holds, and the daemon what runs.
      log.write(LogEntry(.error, "The agent's file cannot be read, and is begun anew: \(error)."))
      stored = nil
    }
    let shell = AgentShell(
      settings, signals: signals, identity: machine, file: file, socket: options.socket,
      ownUser: UserAccount.current.name,
      log: log, seed: .random(in: .min ... .max),
      readSettings: { () throws(Misuse) in try options.settings(warning: log) })
    shell.executor.queue.async {
      shell.onQueue {
        do { try $0.start(stored) } catch { fail("\(error)", 71) }
      }
    }
    withExtendedLifetime(shell) { dispatchMain() }
  }

  // MARK: A call

  /// The longest time of a call, in microseconds.
  private static let callLimitUSec: Int64 = 60_000_000

  private static func call(_ function: String, _ options: FleetOptions) throws(Misuse) {
    let argument = try FileHandleText.standardInput()
    try ask(options, repetitions: DatabaseQuestion.Repetition.ofCall) {
      $0.call(function, argument, limitUSec: callLimitUSec, completion: $1)
    }
  }

  private static func follow(_ function: String, _ options: FleetOptions) throws(Misuse) {
    let session = CallSession(function, parameters: try options.settings().database)
    session.start()
    withExtendedLifetime(session) { dispatchMain() }
  }

  private static func schema(_ applies: Bool, _ options: FleetOptions) throws(Misuse) {
    guard applies else { return say(DatabaseConnection.schema) }
    // The script's own transaction is over with its first error.
    try ask(options, repetitions: 0) {
      $0.run(DatabaseConnection.schema, limitUSec: callLimitUSec, completion: $1)
    }
  }

  /// Asks the database, prints its answer, and ends.
  private static func ask(
    _ options: FleetOptions, repetitions: Int, _ body: @escaping DatabaseQuestion.Body
  ) throws(Misuse) {
    let database = try options.settings().database
    let queue = DispatchQueue(label: "call")
    nonisolated(unsafe) let question = DatabaseQuestion(
      queue: queue, parameters: database, .init(repetitions, seed: .random(in: .min ... .max)), body)
    queue.async {
      question.ask { answer in
        switch answer {
        case .success(let json):
          if !json.isEmpty { say(json + "\n") }
          exit(0)
        case .failure(let failure): fail(failure, attempts: repetitions + 1)
        }
      }
    }
    withExtendedLifetime(question) { dispatchMain() }
  }
}

/// A wrong use of the program, or of its configuration.
struct Misuse: Error {
  let message: String
  let isUsage: Bool

  init(_ message: String, isUsage: Bool = true) { (self.message, self.isUsage) = (message, isUsage) }
}
