import Dispatch
import LinuxSystem
import SchedulerAPI

/// What a daemon takes while nothing happens.
struct IdleFigures: Hashable {
  /// How many tasks wait while it is looked at.
  static let tasks = 10_000
  /// For how long it is looked at.
  static let silenceSeconds = 5
  /// Dispatch keeps its threads for 5 s in case there is more to do. They are no rest.
  private static let settlingSeconds = 6

  /// From the start of its program until it took a connection.
  var startUSec: Int64
  /// Resident memory right after that.
  var residentBytes: Int
  /// Of that, what has no file behind it.
  var anonymousBytes: Int
  /// How much more is resident with every task that waits.
  var bytesPerTask: Int
  /// In ``silenceSeconds``, of all threads, with ``tasks`` waiting.
  var contextSwitches: Int

  /// Looks at a daemon that has just started.
  init(of daemon: MeasuredDaemon) throws {
    startUSec = daemon.startUSec
    let fresh = try ProcessUsage(of: daemon.pid)
    residentBytes = fresh.residentBytes
    anonymousBytes = fresh.anonymousBytes
    var requests = Requests("waiting")
    // The first ones bring in what every submission needs, and are left out.
    try Self.submit(&requests, 1000, to: daemon)
    let before = try ProcessUsage(of: daemon.pid)
    try Self.submit(&requests, Self.tasks, to: daemon)
    let after = try ProcessUsage(of: daemon.pid)
    bytesPerTask = (after.residentBytes - before.residentBytes) / Self.tasks
    Self.wait(seconds: Self.settlingSeconds)
    let resting = try ProcessUsage(of: daemon.pid)
    Self.wait(seconds: Self.silenceSeconds)
    contextSwitches = try ProcessUsage(of: daemon.pid).contextSwitchesInAll - resting.contextSwitchesInAll
  }

  private static func submit(_ requests: inout Requests, _ count: Int, to daemon: MeasuredDaemon) throws {
    let client = try daemon.client()
    for _ in 0..<count / 100 {
      let results = try client.submitBatch(requests.next(100))
      guard results.allSatisfy({ $0.task != nil }) else {
        throw BenchmarkError.daemon("a request was refused")
      }
    }
  }

  private static func wait(seconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(seconds))
  }
}
