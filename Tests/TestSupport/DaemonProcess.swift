package import Foundation
import LinuxSystem
package import SchedulerAPI
import Varlink

/// The built daemon in a folder of its own. It is killed when nobody holds it any more.
package final class DaemonProcess {
  /// Everything of this daemon: socket, state, configuration.
  package let folder: TemporaryFolder
  private let program: [String]
  private let arguments: [String]
  private let environment: [String: String?]
  private let input: FileHandle
  private var process = Process()
  private var log = DaemonLog()

  /// Rules under which tests see what they do at once, on the smallest of disks as well.
  package static let quick = """
    [Scheduler]
    ProcessingRequiresIdle=no
    [Conditions]
    AllowSimulation=yes
    SettlingSec=0
    [Store]
    StateReserveBytes=0

    """

  /// Starts the daemon and waits until it listens.
  /// - Parameters:
  ///   - folder: Its folder; a new one when nil.
  ///   - configuration: The text of its `bgtaskd.conf`.
  ///   - socketName: Where it listens, within the folder.
  ///   - stateDirectory: Where it keeps its state; its own folder when nil.
  ///   - program: The daemon, an absolute path; before it may stand a program that becomes it, with
  ///     arguments. The one that was built with the tests when empty.
  ///   - input: Its standard input, for a program that makes something of it.
  package init(
    folder: TemporaryFolder? = nil, configuration: String = DaemonProcess.quick,
    socketName: String = "socket",
    stateDirectory: String? = nil, program: [String] = [], arguments: [String] = [],
    environment: [String: String?] = [:], input: FileHandle = .nullDevice
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    socket = folder.path(socketName)
    self.input = input
    let file = try folder.write("bgtaskd.conf", configuration)
    self.program = program.isEmpty ? [BuiltProduct.url("bgtaskd").path()] : program
    self.arguments =
      [
        "--socket", socket, "--config", file, "--state-directory",
        stateDirectory ?? folder.path("state"),
      ] + arguments
    self.environment = environment
    try start()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    killPrograms()
  }

  /// What it has started and left behind.
  private func killPrograms() {
    for pid in (try? ProcessTable.all()) ?? []
    where ProcessTable.environmentValue(of: pid, "BGTASKD_SOCKET") == socket {
      kill(pid, SIGKILL)
    }
  }

  /// Where it listens.
  package let socket: String

  /// Its process.
  package var pid: Int32 { process.processIdentifier }

  /// What it has written to its standard error since it was last started.
  package var logText: String { log.text }

  /// Starts it again after its end, and waits until it listens.
  /// - Throws: ``DaemonDidNotStart`` with what it said.
  package func start() throws {
    try launch()
    guard log.wait(for: "listens on") else { throw DaemonDidNotStart(log: log.text) }
  }

  /// Starts it again after its end, and waits for nothing.
  package func launch() throws {
    process = Process()
    process.executableURL = URL(filePath: program[0])
    process.arguments = program.dropFirst() + arguments
    var variables = ProcessInfo.processInfo.environment
    // Nor the display of whoever runs the tests, who may be at it.
    for name in ["NOTIFY_SOCKET", "BGTASKD_SOCKET", "STATE_DIRECTORY", "RUNTIME_DIRECTORY", "DISPLAY"] {
      variables[name] = nil
    }
    // Not this machine's own: tests would keep it from sleeping.
    variables["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(folder.path("no-bus"))"
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = input
    log = try DaemonLog.begin(process)
  }

  /// Waits until its log says this.
  /// - Returns: False when it ended, or 20 s went by, before that.
  package func waitForLog(_ text: String) -> Bool { log.wait(for: text) }

  /// Waits until its log has so many lines.
  /// - Returns: False when it ended, or 20 s went by, before that.
  package func waitForLog(lines count: Int) -> Bool { log.wait(forLines: count) }

  /// SIGKILL, and waits for the end.
  package func killHard() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Sends a signal.
  package func send(signal: Int32) { kill(process.processIdentifier, signal) }

  /// SIGTERM, and waits for the end.
  /// - Returns: Its exit status.
  @discardableResult
  package func stop() -> Int32 {
    kill(process.processIdentifier, SIGTERM)
    return waitUntilExit()
  }

  /// Waits for the end.
  /// - Returns: Its exit status.
  package func waitUntilExit() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// A new connection of the tests' own user.
  package func client() throws -> SchedulerClient {
    try SchedulerClient(path: socket, timeLimit: .seconds(20))
  }

  /// Runs bgtaskctl against it.
  package func control(_ arguments: String..., environment: [String: String?] = [:]) throws -> FinishedProgram
  {
    var variables = environment
    variables["BGTASKD_SOCKET"] = socket
    return try FinishedProgram.run(BuiltProduct.url("bgtaskctl"), arguments, environment: variables)
  }

  /// Waits until a fact holds that is looked up on a connection, looking again whenever the daemon says that
  /// something happened.
  /// - Returns: What was looked up; nil when 20 s went by before that.
  package func wait<Fact>(for fact: (SchedulerClient) throws -> Fact?) throws -> Fact? {
    let client = try client()
    let events = try RawConnection(socket)
    try events.watch(allUsers: true)
    let end = ContinuousClock.now + .seconds(20)
    repeat {
      if let found = try fact(client) { return found }
      // Every event is a reason to look again, and so is a second without one: not every fact is an event.
      _ = try? events.receive(within: .seconds(1))
    } while ContinuousClock.now < end
    return nil
  }

  /// Waits for the newest run of an identifier to have ended.
  package func waitForEnd(of identifier: String, attempts: Int = 1) throws -> Wire.Run? {
    try wait { client in
      let runs = try client.runs(identifier: identifier)
      guard runs.count >= attempts, let newest = runs.first, newest.outcome != nil else { return nil }
      return newest
    }
  }
}
