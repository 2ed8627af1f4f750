import Dispatch
import LinuxSystem
import SystemConditions
import TestSupport

/// A bus of a test's own, and clients of the logind on it.
final class LoginBench {
  let bus: PrivateBus
  let queue = DispatchQueue(label: "login")
  let heard = Mailbox<LoginManagerEvent>()
  private let connection: BusConnection
  /// The client, until the bench goes: it is used and released on its queue only.
  private(set) var manager: LoginManager?

  /// - Parameter address: Where the client looks for the bus; the test's own when nil.
  init(address: BusAddress? = nil) throws {
    bus = try PrivateBus()
    connection = BusConnection(address ?? .bus(bus.address), queue: queue)
    manager = LoginManager(connection, who: "test", why: "because") { [heard] in heard.append($0) }
  }

  deinit {
    queue.sync {
      manager?.preventSleep(why: nil)
      manager = nil
    }
  }

  func start() {
    queue.sync {
      manager?.start()
      connection.start()
    }
  }

  func release() { queue.sync { manager?.release() } }

  func preventSleep(why: String?) { queue.sync { manager?.preventSleep(why: why) } }

  /// A client that has its lock.
  static func connected(limitUSec: UInt64 = 5_000_000) throws -> (LoginBench, SimulatedLogind) {
    let bench = try LoginBench()
    let logind = try SimulatedLogind(on: bench.bus.address, limitUSec: limitUSec)
    bench.start()
    guard bench.heard.next() == .found else { throw BenchError.notFound }
    return (bench, logind)
  }

  enum BenchError: Error { case notFound }
}
