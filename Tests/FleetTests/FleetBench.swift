import FleetDatabase
import Foundation
import SchedulerAPI
import TestSupport
import Testing

/// A fleet of real daemons with real agents and a real database, on this machine.
final class FleetBench {
  let server: PostgresServer
  private(set) var machines: [FleetMachine] = []

  init() throws {
    server = try PostgresServer(schema: DatabaseConnection.schema)
    // Hints make work come at once.
    try server.sql("UPDATE bgtask_fleet.settings SET notify = true")
  }

  /// Lets one more machine join.
  /// - Parameter serverLines: Lines for `[Server]` of the daemon, with which the agent is user nobody.
  @discardableResult
  func join(
    groups: String = "lab", allows: String? = nil, environment: [String: String] = [:],
    asNobody serverLines: String? = nil
  ) throws -> FleetMachine {
    let machine = try FleetMachine(
      number: machines.count + 1, server, groups: groups, allows: allows ?? "ops:\(Self.ownName)",
      environment: environment, asNobody: serverLines)
    machines.append(machine)
    return machine
  }

  static var ownName: String { NSUserName() }

  /// Calls a function of the database as a person, as bgtaskctl does.
  func call(_ function: String, _ argument: String, as role: String = "ops") throws -> FinishedProgram {
    let folder = machines[0].daemon.folder
    let file = try folder.write("\(role).conf", "[Fleet]\nDatabase=\(server.connection(role))\n")
    return try FinishedProgram.run(
      BuiltProduct.url("bgtask-fleet"), ["call", function, "--config=\(file)"], input: argument)
  }

  /// Runs `bgtaskctl fleet` as a person.
  func control(_ words: [String], as role: String = "ops") throws -> FinishedProgram {
    let file = try machines[0].daemon.folder.write(
      "\(role).conf", "[Fleet]\nDatabase=\(server.connection(role))\n")
    return try FinishedProgram.run(
      BuiltProduct.url("bgtaskctl"), ["fleet"] + words, environment: ["BGTASK_FLEET_CONFIG": file])
  }

  /// Asks the database until it says so. Each question is a program of its own, so they are not many.
  func wait(_ question: String, _ answer: String) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try server.sql(question) != answer + "\n" {
      guard ContinuousClock.now < end else {
        Issue.record("\(question) is not \(answer): \(try server.sql(question))")
        return
      }
    }
  }

  /// Submits a script.
  /// - Parameter when: Requirements, without quotes in them.
  func submit(
    _ identifier: String, mode: String = "once", more: String = "", as role: String = "ops",
    when: String? = nil, _ script: String
  ) throws {
    let script = script.replacing("\"", with: "\\\"")
    let wish = when.map { "\"when\": \"\($0)\"," } ?? ""
    let requirements = when.map { "\"requirements\": \"\($0)\"," } ?? ""
    let run = try call(
      "submit_1",
      """
      {"identifier": "\(identifier)", "group": "lab", "mode": "\(mode)", \(more) \(requirements)
       "request": {"identifier": "\(identifier)", "kind": "processing",
         \(wish) "command": {"argv": ["/bin/sh", "-c", "\(script)"]}}}
      """, as: role)
    if run.status != 0 { throw Failure(words: run.errors) }
  }

  struct Failure: Error { let words: String }
}

/// A machine of the fleet: a daemon and its agent.
final class FleetMachine {
  let daemon: DaemonProcess
  private let settings: String
  private let words: [String]
  private let environment: [String: String]
  private(set) var agent: Process
  private(set) var log: DaemonLog

  /// - Parameters:
  ///   - environment: What daemon and agent have besides the tests' own environment.
  ///   - serverLines: Lines for `[Server]` of the daemon, with which the agent is user nobody.
  init(
    number: Int, _ server: PostgresServer, groups: String, allows: String,
    environment: [String: String] = [:], asNobody serverLines: String? = nil
  ) throws {
    self.environment = environment
    daemon = try DaemonProcess(
      folder: TemporaryFolder(permissions: serverLines == nil ? 0o700 : 0o755),
      configuration: Self.configuration(serverLines), environment: environment)
    let folder = daemon.folder
    settings = """
      [Fleet]
      Name=m\(number)
      Database=\(server.connection("m\(number)"))
      Groups=\(groups)
      AllowTasksOf=\(allows)

      """
    let file = try folder.write("fleet.conf", settings)
    try FileManager.default.createDirectory(atPath: folder.path("fleet"), withIntermediateDirectories: true)
    let identity = String(repeating: "0", count: 31) + String(number, radix: 16)
    let program = BuiltProduct.url("bgtask-fleet").path()
    if serverLines != nil {
      for path in [folder.path("fleet"), daemon.socket] { chmod(path, 0o777) }
    }
    words =
      (serverLines == nil ? [program] : PostgresServer.asNobody + [program]) + [
        "agent", "--config=\(file)", "--state-directory=\(folder.path("fleet"))", "--socket=\(daemon.socket)",
        "--identity=\(identity)",
      ]
    (agent, log) = try Self.begin(words, environment)
  }

  private static func begin(
    _ words: [String], _ environment: [String: String]
  ) throws -> (Process, DaemonLog) {
    let agent = Process()
    agent.executableURL = URL(filePath: words[0])
    agent.arguments = Array(words.dropFirst())
    agent.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    agent.standardOutput = FileHandle.nullDevice
    agent.standardInput = FileHandle.nullDevice
    return (agent, try DaemonLog.begin(agent))
  }

  deinit {
    if agent.isRunning { kill(agent.processIdentifier, SIGKILL) }
    agent.waitUntilExit()
  }

  /// Starts the agent, or another one after its end.
  func startAgent() throws { (agent, log) = try Self.begin(words, environment) }

  func killAgent() {
    kill(agent.processIdentifier, SIGKILL)
    agent.waitUntilExit()
  }

  private static func configuration(_ serverLines: String?) -> String {
    DaemonProcess.quick + (serverLines.map { "[Server]\n\($0)\n" } ?? "")
  }

  /// Has the daemon read other lines for its `[Server]`.
  func reloadDaemon(_ serverLines: String) throws {
    _ = try daemon.folder.write("bgtaskd.conf", Self.configuration(serverLines))
    daemon.send(signal: SIGHUP)
  }

  /// Adds lines to the settings with which the machine joined, and has the agent read them.
  func reload(_ lines: String) throws {
    _ = try daemon.folder.write("fleet.conf", settings + lines)
    send(signal: SIGHUP)
  }

  func send(signal: Int32) { kill(agent.processIdentifier, signal) }
}
