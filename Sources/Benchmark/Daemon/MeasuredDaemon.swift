import Glibc
import LinuxSystem
import SchedulerAPI

/// A bgtaskd that was started to be measured: as under a service manager, with no limit in the way and
/// nothing that settles first. What it logs goes to `/dev/null`, so that nobody has to read it beside what is
/// measured. It is killed when nobody holds it any more.
final class MeasuredDaemon {
  private static let configuration = """
    [Scheduler]
    ProcessingRequiresIdle=no
    MaxPendingPerUser=10000000
    MaxPendingBytesPerUser=1T
    RuntimeBudgetPerHourSec=0
    [Conditions]
    SettlingSec=0

    """
  private static let startLimitUSec: Int64 = 20_000_000
  private static let lookMilliseconds = 100

  let pid: Int32
  /// From the start of its program until it was ready, in microseconds.
  let startUSec: Int64
  private let directory: ScratchDirectory
  let socket: String
  private let ready: ReadyNotification

  /// Starts it and waits until it is ready.
  init(program: String, in parent: String) throws {
    directory = try ScratchDirectory(in: parent)
    socket = "\(directory.path)/socket"
    let file = "\(directory.path)/bgtaskd.conf"
    try Self.write(Self.configuration, to: file)
    let manifests = "\(directory.path)/applications.d"
    try systemCall("mkdir", manifests) { mkdir(manifests, 0o700) }
    try Self.write(
      "[Application]\nPermittedIdentifiers=\(HandlerLatency.permittedIdentifiers)\n",
      to: "\(manifests)/bench.conf")
    let arguments = [
      program, "--socket", socket, "--config", file, "--state-directory", "\(directory.path)/state",
      "--log-target", "stderr",
    ]
    let log = Descriptor(
      owning: try systemCall("open", "/dev/null") { open("/dev/null", O_WRONLY | O_CLOEXEC) })
    ready = try ReadyNotification(path: "\(directory.path)/notify")
    let began = SystemClock.monotonicUSec
    do throws(SpawnError) {
      pid = try ProcessSpawner.spawn(
        arguments: arguments, environment: ["HOME": directory.path, "NOTIFY_SOCKET": ready.path],
        workingDirectory: directory.path, output: log.number)
    } catch {
      throw BenchmarkError.daemon("\(program) cannot be started: \(error)")
    }
    startUSec = try Self.wait(for: ready, of: pid, since: began, arguments)
  }

  deinit {
    kill(pid, SIGKILL)
    var status: CInt = 0
    waitpid(pid, &status, 0)
  }

  /// A new connection.
  func client() throws -> SchedulerClient { try SchedulerClient(path: socket, timeLimit: .seconds(30)) }

  /// A file beside its state, on the same disk.
  func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  private static func wait(
    for ready: ReadyNotification, of pid: Int32, since began: Int64, _ arguments: [String]
  ) throws(BenchmarkError) -> Int64 {
    while !ready.wait(milliseconds: lookMilliseconds) {
      var status: CInt = 0
      let hasEnded = waitpid(pid, &status, WNOHANG) == pid
      guard !hasEnded, SystemClock.monotonicUSec - began < startLimitUSec else {
        if !hasEnded {
          kill(pid, SIGKILL)
          waitpid(pid, &status, 0)
        }
        let command = arguments.joined(separator: " ")
        throw .daemon("the daemon did not start; its own words are seen with: \(command)")
      }
    }
    return SystemClock.monotonicUSec - began
  }

  private static func write(_ text: String, to path: String) throws(SystemError) {
    let file = Descriptor(
      owning: try systemCall("open", path) { open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) })
    let bytes = Array(text.utf8)
    try systemCall("write", path) {
      bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
    }
  }
}
