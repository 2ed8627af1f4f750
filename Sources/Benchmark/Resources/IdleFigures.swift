import Dispatch
import LinuxSystem
import SchedulerAPI

/// What a daemon takes while nothing happens.
struct IdleFigures: Hashable {
  /// From the start of its program until it was ready.
  var startUSec: Int64
  /// Resident memory right after that.
  var residentBytes: Int
  /// Of that, what has no file behind it.
  var anonymousBytes: Int
  /// How much more is resident with every task that waits.
  var bytesPerTask: Int
  /// Of all threads, with tasks waiting, while nothing happens.
  var contextSwitches: Int

  /// Looks at a daemon that has just started.
  init(of daemon: MeasuredDaemon, _ plan: Plan) throws {
    startUSec = daemon.startUSec
    let fresh = try ProcessUsage(of: daemon.pid)
    residentBytes = fresh.residentBytes
    anonymousBytes = fresh.anonymousBytes
    var requests = Requests("waiting")
    // The first ones bring in what every submission needs, and are left out.
    try Self.submit(&requests, plan.waitingTasks / 10, to: daemon)
    let before = try ProcessUsage(of: daemon.pid)
    try Self.submit(&requests, plan.waitingTasks, to: daemon)
    let after = try ProcessUsage(of: daemon.pid)
    bytesPerTask = (after.residentBytes - before.residentBytes) / plan.waitingTasks
    Self.wait(seconds: plan.settlingSeconds)
    let resting = try ProcessUsage(of: daemon.pid)
    Self.wait(seconds: plan.silenceSeconds)
    contextSwitches = try ProcessUsage(of: daemon.pid).contextSwitches(since: resting)
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
