import Glibc
import LinuxSystem
import SchedulerAPI

/// A bgtaskd that was started to be measured: as under a service manager, with no limit in the way and
/// without settling.
final class MeasuredDaemon: Server {
  /// The number of programs that run at a time.
  static let concurrentRuns = 4
  private static func configuration(concurrentRuns: Int) -> String {
    """
    [Scheduler]
    ProcessingRequiresIdle=no
    Judgement=eager
    MaxConcurrentRuns=\(concurrentRuns)
    MaxPendingPerUser=10000000
    MaxPendingBytesPerUser=1T
    RuntimeBudgetPerHourSec=0
    [Conditions]
    AllowSimulation=yes
    SettlingSec=0

    """
  }
  private static let startLimitUSec: Int64 = 300_000_000
  private static let lookMilliseconds = 100

  private let arguments: [String]
  private let directory: String
  /// The path of its settings.
  private let file: String
  private let ready: ReadyNotification
  private(set) var process: ChildProcess
  /// The time from the start of the program until it was ready, in microseconds.
  private(set) var startUSec: Int64
  let socket: String

  /// Starts the daemon and waits until it is ready.
  /// - Parameter directory: An empty directory for this daemon alone.
  init(program: String, in directory: String) throws {
    self.directory = directory
    file = "\(directory)/bgtaskd.conf"
    socket = "\(directory)/socket"
    try SmallFile.write(
      Self.configuration(concurrentRuns: Self.concurrentRuns), to: file, mode: 0o600)
    let manifests = "\(directory)/applications.d"
    try systemCall("mkdir", manifests) { mkdir(manifests, 0o700) }
    try SmallFile.write(
      "[Application]\nPermittedIdentifiers=\(HandlerLatency.permittedIdentifiers)\n",
      to: "\(manifests)/bench.conf", mode: 0o600)
    arguments = [
      program, "--user", "--executor=children", "--socket", socket, "--config", file, "--state-directory",
      "\(directory)/state", "--log-target", "stderr",
    ]
    ready = try ReadyNotification(path: "\(directory)/notify")
    (process, startUSec) = try Self.start(arguments, in: directory, ready)
  }

  /// Ends the daemon as a service manager does, and starts it again with the same state.
  func restart() throws {
    try process.terminate()
    (process, startUSec) = try Self.start(arguments, in: directory, ready)
  }

  /// Has the daemon read its files again, which say that so many programs may run at a time, and waits until
  /// it has.
  func reload(concurrentRuns: Int) throws {
    try SmallFile.write(Self.configuration(concurrentRuns: concurrentRuns), to: file, mode: 0o600)
    kill(process.pid, SIGHUP)
    guard Self.wait(for: process, ready) else {
      throw BenchmarkError.server("the daemon did not read its files again")
    }
  }

  /// Simulates a machine with this power source on which nothing else happens, so that no task waits for
  /// that.
  func simulate(powerSource: String) throws {
    var conditions = ["powerSource": powerSource, "batteryPercent": "90"]
    for name in [
      "lowPowerMode", "thermalPressure", "cpuPressure", "memoryPressure", "ioPressure", "storageLow",
    ] {
      conditions[name] = "false"
    }
    try client().simulateConditions(conditions)
  }

  /// Creates a new connection.
  func client() throws -> SchedulerClient { try SchedulerClient(path: socket, timeLimit: .seconds(60)) }

  private static func start(
    _ arguments: [String], in directory: String, _ ready: ReadyNotification
  ) throws -> (ChildProcess, Int64) {
    let began = SystemClock.monotonicUSec
    let process = try ChildProcess(arguments, in: directory, environment: ["NOTIFY_SOCKET": ready.path])
    guard wait(for: process, ready) else {
      let command = arguments.joined(separator: " ")
      throw BenchmarkError.server("the daemon did not start; its own words are seen with: \(command)")
    }
    return (process, SystemClock.monotonicUSec - began)
  }

  /// Waits until the daemon says that it is ready.
  /// - Returns: `false` when it ends before that, or takes too long.
  private static func wait(for process: ChildProcess, _ ready: ReadyNotification) -> Bool {
    let began = SystemClock.monotonicUSec
    while !ready.wait(milliseconds: lookMilliseconds) {
      guard process.isRunning(), SystemClock.monotonicUSec - began < startLimitUSec else { return false }
    }
    return true
  }
}
