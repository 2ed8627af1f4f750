import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Varlink

/// A daemon with many tasks that wait for power from outside and for nothing else.
final class WaitingTasks {
  private static let tasks = TaskRequests("waiting", wait: .power, command: ["/bin/sleep", "86400"])
  /// The names of all of them.
  static let pattern = tasks.prefix + ".*"
  private static let others = TaskRequests("more")

  let daemon: MeasuredDaemon
  let count: Int
  /// The anonymous memory of the daemon, in bytes, before the tasks were submitted and afterwards.
  let emptyBytes: Int
  let filledBytes: Int
  private let client: Client
  private let calls: SchedulerClient
  private let events: SchedulerClient
  private let program: ProgramLatency
  private let submission = others.single
  private let explanation = tasks.explanation
  private var submitted = 0
  private var rounds = 0

  init(_ daemon: MeasuredDaemon, count: Int) throws {
    self.daemon = daemon
    self.count = count
    client = try Client(to: daemon.socket)
    calls = try daemon.client()
    events = try daemon.client()
    program = try ProgramLatency(daemon)
    try daemon.simulate(powerSource: "battery")
    emptyBytes = try ProcessMemory(of: daemon.process.pid).anonymousBytes
    let size = min(count, 1000)
    _ = try client.waits(Self.tasks.batch(size), requests: count / size)
    filledBytes = try ProcessMemory(of: daemon.process.pid).anonymousBytes
    try events.connection.send(
      SchedulerMethod.Watch.self, .init(identifierPrefix: Self.tasks.prefix), more: true)
  }

  /// Submits tasks, one after the other.
  /// - Returns: The length of each call, in nanoseconds.
  func submit(_ calls: Int) throws -> [Int64] {
    let waits = try client.waits(submission, requests: calls, firstNumber: submitted)
    submitted += calls
    return waits
  }

  /// Calls `Explain` for tasks that lie far from each other.
  /// - Returns: The length of each call, in nanoseconds.
  func explain(_ calls: Int) throws -> [Int64] {
    // The tasks of the later half still wait: those that begin when power comes are the first ones.
    let waits = try client.waits(
      explanation, requests: calls, firstNumber: count / 2 + rounds, step: count / 2 / calls)
    rounds += 1
    return waits
  }

  /// Makes one call of each sort, on a new connection, as the first ones after a restart.
  /// - Returns: The time of the longest call, in microseconds.
  func firstCalls(_ count: Int) throws -> Int64 {
    let calls = try daemon.client()
    let name = "\(Self.others.prefix).first"
    let some = "\(Self.tasks.prefix).\(String(100_000_000 + count / 2).dropFirst())"
    let request = Wire.TaskRequest(
      identifier: name, kind: .processing, earliestBeginUSec: SystemClock.wallUSec + 3_600_000_000,
      command: Wire.Command(argv: ["/bin/true"]))
    let sorts: [() throws -> Void] = [
      { _ = try calls.status() }, { _ = try calls.list(limit: 100) }, { _ = try calls.explain(some) },
      { _ = try calls.get(some) }, { _ = try calls.history(limit: 100) }, { _ = try calls.getConditions() },
      { _ = try calls.submit(request) }, { try calls.cancel(name) },
    ]
    return try sorts.map { call in
      let began = SystemClock.monotonicUSec
      try call()
      return SystemClock.monotonicUSec - began
    }.max() ?? 0
  }

  /// Submits a task that is due soon, and waits for its end.
  /// - Returns: The time from its date until its program was running, in microseconds.
  func start() throws -> Int64 { try program.measure() }

  /// Has power come, which all tasks wait for and few have slots to use, and go again.
  /// - Returns: The time until the reply, in microseconds.
  func changePower() throws -> Int64 {
    let began = SystemClock.monotonicUSec
    try calls.simulateConditions(["powerSource": "external"])
    let answered = SystemClock.monotonicUSec
    try waitForRuns("running")
    try calls.simulateConditions(["powerSource": "battery"])
    try waitForRuns("ended")
    return answered - began
  }

  /// Waits until as many runs as there are slots have this event.
  private func waitForRuns(_ event: String) throws {
    var missing = MeasuredDaemon.concurrentRuns
    while missing > 0 {
      if try events.connection.receive(SchedulerMethod.Watch.self).event == event { missing -= 1 }
    }
  }
}
