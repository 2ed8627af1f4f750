package import Foundation
import LinuxSystem
package import SchedulerAPI
import Varlink

/// The built daemon in a folder of its own. It is killed with the last reference to it.
package final class DaemonProcess {
  /// The folder of this daemon's socket, state and configuration.
  package let folder: TemporaryFolder
  private let program: [String]
  private let arguments: [String]
  private let environment: [String: String?]
  private let input: FileHandle
  private var process = Process()
  private var log = DaemonLog()

  /// Rules under which tests see at once what they do, on the smallest of disks as well.
  package static let quick = """
    [Scheduler]
    ProcessingRequiresIdle=no
    Judgement=eager
    [Conditions]
    AllowSimulation=yes
    SettlingSec=0
    [Store]
    StateReserveBytes=0

    """

  /// The release daemon where `make test` has just built it, else the one of the tests' build: what takes
  /// much processor time and is about the daemon that ships costs an eighth with it.
  package static let shipped: [String] =
    ProcessInfo.processInfo.environment["BGTASKD_SHIPPED"] == nil
    ? [] : BuiltProduct.release("bgtaskd").map { [$0.path()] } ?? []

  /// Starts the daemon and waits until it listens.
  /// - Parameters:
  ///   - folder: The daemon's folder; a new one when `nil`.
  ///   - configuration: The text of its `bgtaskd.conf`.
  ///   - socketName: The path of its socket within the folder.
  ///   - stateDirectory: The directory of its state; one in the folder when `nil`.
  ///   - program: The daemon, an absolute path, or a program that becomes the daemon, with arguments. The one
  ///     that was built with the tests when empty.
  ///   - input: The standard input, for a program that makes use of it.
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

  /// Kills the programs that the daemon has started and left behind.
  private func killPrograms() {
    for pid in (try? ProcessTable.all()) ?? []
    where ProcessTable.environmentValue(of: pid, "BGTASKD_SOCKET") == socket {
      kill(pid, SIGKILL)
    }
  }

  /// The path of its socket.
  package let socket: String

  /// The identifier of its process.
  package var pid: Int32 { process.processIdentifier }

  /// The text that it has written to its standard error since its last start.
  package var logText: String { log.text }

  /// Starts the daemon again after its end, and waits until it listens.
  /// - Throws: ``DaemonDidNotStart`` with its output.
  package func start() throws {
    try launch()
    guard log.wait(for: "listens on") else { throw DaemonDidNotStart(log: log.text) }
  }

  /// Starts the daemon again after its end, and waits for nothing.
  package func launch() throws {
    process = Process()
    process.executableURL = URL(filePath: program[0])
    process.arguments = program.dropFirst() + arguments
    var variables = ProcessInfo.processInfo.environment
    // The display of the user who runs the tests is left out too: that user may be at it.
    for name in ["NOTIFY_SOCKET", "BGTASKD_SOCKET", "STATE_DIRECTORY", "RUNTIME_DIRECTORY", "DISPLAY"] {
      variables[name] = nil
    }
    // A bus that does not exist: on this machine's own, tests would keep it from sleeping.
    variables["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(folder.path("no-bus"))"
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = input
    log = try DaemonLog.begin(process)
  }

  /// Waits until its log has this text.
  /// - Returns: `false` when the daemon ended, or 20 s went by, before that.
  package func waitForLog(_ text: String) -> Bool { log.wait(for: text) }

  /// Waits until its log has this many lines.
  /// - Returns: `false` when the daemon ended, or 20 s went by, before that.
  package func waitForLog(lines count: Int) -> Bool { log.wait(forLines: count) }

  /// Sends SIGKILL and waits for the end.
  package func killHard() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Sends a signal to the daemon.
  package func send(signal: Int32) { kill(process.processIdentifier, signal) }

  /// Sends SIGTERM and waits for the end.
  /// - Returns: The exit status of the daemon.
  @discardableResult
  package func stop() -> Int32 {
    kill(process.processIdentifier, SIGTERM)
    return waitUntilExit()
  }

  /// Waits for the end of the daemon.
  /// - Returns: The exit status of the daemon.
  package func waitUntilExit() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Creates a connection of the tests' own user.
  package func client() throws -> SchedulerClient {
    try SchedulerClient(path: socket, timeLimit: .seconds(20))
  }

  /// Runs bgtaskctl with this daemon.
  package func control(_ arguments: String..., environment: [String: String?] = [:]) throws -> FinishedProgram
  {
    try control(arguments, environment: environment)
  }

  /// Runs bgtaskctl with this daemon, with the arguments in an array.
  package func control(_ arguments: [String], environment: [String: String?] = [:]) throws -> FinishedProgram
  {
    var variables = environment
    variables["BGTASKD_SOCKET"] = socket
    return try FinishedProgram.run(BuiltProduct.url("bgtaskctl"), arguments, environment: variables)
  }

  /// Waits until a fact holds that is looked up on a connection, again after each event of the daemon.
  /// - Returns: The fact; `nil` when 20 s went by before that.
  package func wait<Fact>(for fact: (SchedulerClient) throws -> Fact?) throws -> Fact? {
    let client = try client()
    let events = try RawConnection(socket)
    try events.watch(allUsers: true)
    let end = ContinuousClock.now + .seconds(20)
    repeat {
      if let found = try fact(client) { return found }
      // A second without an event is a reason to look again as well: not every fact has an event.
      _ = try? events.receive(within: .seconds(1))
    } while ContinuousClock.now < end
    return nil
  }

  /// Waits until the newest run of an identifier has ended.
  package func waitForEnd(of identifier: String, attempts: Int = 1) throws -> Wire.Run? {
    try wait { client in
      let runs = try client.runs(identifier: identifier)
      guard runs.count >= attempts, let newest = runs.first, newest.outcome != nil else { return nil }
      return newest
    }
  }
}

extension DaemonProcess {
  /// Starts a daemon on a machine on which everything may run, whatever the real one is like. `rules` are
  /// added to the quick ones of `[Scheduler]`.
  package static func calm(
    _ rules: String = "", folder: TemporaryFolder? = nil, socketName: String = "socket",
    program: [String] = [], arguments: [String] = [], environment: [String: String?] = [:]
  ) throws -> DaemonProcess {
    let daemon = try DaemonProcess(
      folder: folder, configuration: quick + "[Scheduler]\n" + rules, socketName: socketName,
      program: program, arguments: arguments, environment: environment)
    try daemon.calmDown()
    return daemon
  }

  /// Sets every condition so that work may run.
  package func calmDown() throws {
    try client().simulateConditions([
      "powerSource": "external", "batteryPercent": "unknown", "lowPowerMode": "no", "network": "unmetered",
      "idle": "yes", "thermalPressure": "no", "cpuPressure": "no", "memoryPressure": "no",
      "ioPressure": "no", "storageLow": "no",
    ])
  }

  /// Unplugs the machine, or gives it power.
  package func setPower(_ source: String) throws {
    try client().simulateConditions(["powerSource": source])
  }
}

/// The daemon ended before it listened, or did not listen in time.
package struct DaemonDidNotStart: Error, CustomStringConvertible {
  /// The daemon's standard error.
  package var log: String
  package var description: String { "the daemon did not start: \(log)" }
}
