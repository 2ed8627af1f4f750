import Glibc
import LinuxSystem
import SchedulerAPI

/// A bgtaskd that was started to be measured: as it is, with no limit in the way and nothing that settles first. What
/// it logs goes to `/dev/null`, so that nobody has to read it beside what is measured. It is killed when nobody holds
/// it any more.
final class MeasuredDaemon {
  private static let configuration = """
    [Scheduler]
    ProcessingRequiresIdle=no
    MaxPendingPerUser=10000000
    [Conditions]
    SettlingSec=0

    """
  private static let startLimitUSec: Int64 = 20_000_000

  let pid: Int32
  /// From the start of its program until it took a connection, in microseconds.
  let startUSec: Int64
  private let directory: ScratchDirectory
  private let socket: String

  /// Starts it and waits until it takes connections.
  init(program: String, in parent: String) throws {
    directory = try ScratchDirectory(in: parent)
    socket = "\(directory.path)/socket"
    let file = "\(directory.path)/bgtaskd.conf"
    try Self.write(Self.configuration, to: file)
    let arguments = [
      program, "--socket", socket, "--config", file, "--state-directory", "\(directory.path)/state",
      "--log-target", "stderr",
    ]
    let log = Descriptor(
      owning: try systemCall("open", "/dev/null") { open("/dev/null", O_WRONLY | O_CLOEXEC) })
    let began = SystemClock.monotonicUSec
    do throws(SpawnError) {
      pid = try ProcessSpawner.spawn(
        arguments: arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path],
        workingDirectory: directory.path, output: log.number)
    } catch {
      throw BenchmarkError.daemon("\(program) cannot be started: \(error)")
    }
    startUSec = try Self.waitUntilItListens(pid, socket, since: began, arguments)
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

  /// Nothing tells when a socket is listened on, so it is tried every half millisecond.
  private static func waitUntilItListens(
    _ pid: Int32, _ socket: String, since began: Int64, _ arguments: [String]
  ) throws -> Int64 {
    while true {
      if (try? SchedulerClient(path: socket, timeLimit: .seconds(1))) != nil {
        return SystemClock.monotonicUSec - began
      }
      var status: CInt = 0
      let hasEnded = waitpid(pid, &status, WNOHANG) == pid
      guard !hasEnded, SystemClock.monotonicUSec - began < startLimitUSec else {
        if !hasEnded { kill(pid, SIGKILL) }
        let command = arguments.joined(separator: " ")
        throw BenchmarkError.daemon("the daemon did not start; its own words are seen with: \(command)")
      }
      usleep(500)
    }
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
