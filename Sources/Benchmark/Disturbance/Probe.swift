import Dispatch
import Synchronization

/// A caller that asks a daemon for its status again and again, and notes its longest wait, while others keep
/// the daemon busy.
final class Probe: Sendable {
  private let isOver = Atomic(false)
  private let longest = Mutex<Result<Int64, any Error>>(.success(0))
  private let ended = DispatchSemaphore(value: 0)

  private init(of socket: String) {
    DispatchQueue(label: "io.bgtaskd.bench.probe").async { [self] in
      do {
        let client = try Client(to: socket)
        let status = Exchange(
          request: #"{"method":"io.bgtaskd.Scheduler.Status"}"# + "\0", terminator: "",
          success: #"{"parameters":"#, failure: #""error":"#)
        while !isOver.load(ordering: .relaxed) {
          let wait = try client.waits(status, requests: 1)[0]
          longest.withLock { longest in longest = longest.map { max($0, wait) } }
        }
      } catch {
        longest.withLock { $0 = .failure(error) }
      }
      ended.signal()
    }
  }

  /// The time for which the probe goes on after the work's answer: a daemon may do much of the work after it,
  /// some at a time.
  private static let rest = DispatchTimeInterval.seconds(1)

  /// Does the work while the probe asks.
  /// - Returns: The longest wait, in nanoseconds.
  static func longestWait(_ socket: String, while work: () throws -> Void) throws -> Int64 {
    let probe = Probe(of: socket)
    defer { probe.end() }
    try work()
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + rest)
    probe.end()
    return try probe.longest.withLock { try $0.get() }
  }

  private func end() {
    guard isOver.exchange(true, ordering: .relaxed) == false else { return }
    ended.wait()
  }
}
