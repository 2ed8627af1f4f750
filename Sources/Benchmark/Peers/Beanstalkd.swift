import Glibc
import LinuxSystem

/// beanstalkd with a write-ahead log, on a Unix socket as the daemon is.
struct Beanstalkd: Server {
  static let program = "beanstalkd"
  private static let startLimitUSec: Int64 = 10_000_000
  private static let pauseUSec: UInt32 = 2000

  let process: ChildProcess
  let socket: String

  /// The moment at which beanstalkd syncs its log.
  enum Durability: String {
    /// Before each reply, as the daemon does.
    case always = "-f0"
    case never = "-F"
  }

  /// Starts beanstalkd and waits until it listens.
  init(program: String, _ durability: Durability, in directory: String) throws {
    let socket = "\(directory)/socket"
    self.socket = socket
    process = try ChildProcess(
      [program, "-b", directory, durability.rawValue, "-l", "unix:\(socket)"], in: directory)
    // beanstalkd does not say when it listens.
    let began = SystemClock.monotonicUSec
    while (try? Client(to: socket)) == nil {
      guard process.isRunning(), SystemClock.monotonicUSec - began < Self.startLimitUSec else {
        throw BenchmarkError.server("\(program) does not listen on \(socket)")
      }
      usleep(Self.pauseUSec)
    }
  }

  /// Returns the exchange that stores the bytes that the daemon is sent as a job for later.
  static func put(_ job: String) -> Exchange {
    Exchange(
      request: "put 0 100000 60 \(job.utf8.count)\r\n\(job)\r\n", terminator: "\r\n", success: "INSERTED ")
  }
}
