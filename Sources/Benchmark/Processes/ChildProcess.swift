import CLinux
import Glibc
import LinuxSystem

/// A program that was started to be measured. It is killed when the last reference to it goes.
final class ChildProcess {
  let pid: Int32
  private var hasEnded = false

  /// Starts a program. Its output is dropped, so that reading it takes no time from the measurement.
  /// - Parameter directory: The working directory, and the home.
  /// - Throws: ``BenchmarkError/server(_:)`` when it cannot be started.
  init(
    _ arguments: [String], in directory: String, environment: [String: String] = [:]
  ) throws {
    let nothing = Descriptor(
      owning: try systemCall("open", "/dev/null") { open("/dev/null", O_WRONLY | O_CLOEXEC) })
    let basics = ["HOME": directory, "TMPDIR": directory, "PATH": "/usr/bin:/bin"]
    do throws(SpawnError) {
      pid = try ProcessSpawner.spawn(
        arguments: arguments, environment: basics.merging(environment) { $1 }, workingDirectory: directory,
        output: nothing.number)
    } catch {
      throw BenchmarkError.server("\(arguments.first ?? "") cannot be started: \(error)")
    }
  }

  deinit {
    guard !hasEnded else { return }
    kill(pid, SIGKILL)
    var status: CInt = 0
    waitpid(pid, &status, 0)
  }

  /// Waits for the end of the program.
  /// - Returns: Whether it exited with 0.
  func wait() throws(SystemError) -> Bool {
    var status: CInt = 0
    try systemCall("waitpid") { waitpid(pid, &status, 0) }
    hasEnded = true
    return status == 0
  }

  /// Returns whether the program still runs.
  func isRunning() -> Bool {
    var status: CInt = 0
    if !hasEnded { hasEnded = waitpid(pid, &status, WNOHANG) == pid }
    return !hasEnded
  }

  /// Sends SIGTERM to the program, and waits for its end.
  func terminate() throws(SystemError) {
    kill(pid, SIGTERM)
    _ = try wait()
  }

  /// Returns the processor time of the program's threads so far, in nanoseconds.
  func computedNSec() throws(SystemError) -> Int64 {
    var clock = clockid_t()
    var time = timespec()
    try systemCallReturningCode("clock_getcpuclockid", positive: true) { clock_getcpuclockid(pid, &clock) }
    try systemCall("clock_gettime") { clock_gettime(clock, &time) }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Makes this process the parent of its children's orphans from now on, so that ``endAll()`` finds them.
  static func adoptOrphans() throws(SystemError) { try systemCall("prctl") { clinux_adopt_orphans() } }

  /// Kills every child of this process and their orphans, and waits for their ends.
  static func endAll() {
    while true {
      let children = ProcessTable.children(of: getpid())
      if children.isEmpty { return }
      for pid in children {
        kill(pid, SIGKILL)
        var status: CInt = 0
        waitpid(pid, &status, 0)
      }
    }
  }
}

/// A process that answers on a Unix socket.
protocol Server {
  var process: ChildProcess { get }
  /// The path of the socket.
  var socket: String { get }
}
