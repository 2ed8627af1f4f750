import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

/// An executor on a queue of its own, whose events and output a test waits for. It is used from the test's
/// thread.
final class Bench {
  let queue = DispatchQueue(label: "test")
  let events = Mailbox<Event>()
  let sink = WatchedTail()
  let executor: ChildProcessExecutor
  private var nextRun = 0

  init(account: UserAccount = .current, patience: TimeSpan = .seconds(10)) {
    executor = ChildProcessExecutor(queue: queue, account: account, sink: sink, patience: patience) {
      [events] in
      events.append($0)
    }
  }

  /// Launches a program; `/bin/sh -c SCRIPT` when only a script is given.
  @discardableResult
  func launch(
    _ script: String = "", arguments: [String]? = nil, directory: String? = "/",
    environment: [String: String] = ["PATH": TaskEnvironment.path], uid: UInt32? = nil,
    limits: ProgramLimits = ProgramLimits()
  ) -> RunID {
    let run = Self.run(nextRun)
    nextRun += 1
    let program = Program(
      run: run, identifier: "org.example.test", uid: uid ?? ProcessTable.ownUser,
      arguments: arguments ?? ["/bin/sh", "-c", script], workingDirectory: directory,
      environment: environment,
      limits: limits)
    onQueue { executor.launch(program) }
    return run
  }

  /// How many runs have processes.
  var liveRuns: Int { onQueue { executor.count } }

  /// Calls `body` where the executor expects to be used.
  func onQueue<Answer>(_ body: () -> Answer) -> Answer { queue.sync(execute: body) }

  func expire(_ run: RunID) { onQueue { executor.expire(run) } }

  func kill(_ run: RunID) { onQueue { executor.kill(run) } }

  /// Waits until the run's output is as `isThere` wants it.
  /// - Returns: The output; nil after ten seconds without a new piece.
  func waitForOutput(of run: RunID, _ isThere: (String) -> Bool) -> String? {
    while true {
      let text = onQueue { sink.tail.output(of: run)?.text } ?? ""
      if isThere(text) { return text }
      guard sink.written.wait(timeout: .now() + 10) == .success else { return nil }
    }
  }

  /// Waits until the process is a zombie or gone.
  func waitUntilEnded(_ pid: Int32) -> Bool {
    guard let process = try? ProcessHandle(pid: pid) else { return true }
    return (try? process.waitForEnd()) ?? false
  }

  func output(of run: RunID) -> RunOutput? { onQueue { sink.tail.take(run) } }

  /// Launches a script and expects its start.
  func start(
    _ script: String, limits: ProgramLimits = ProgramLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> RunID {
    let run = launch(script, limits: limits)
    #expect(events.next() == .runStarted(run), sourceLocation: sourceLocation)
    return run
  }

  /// Expects the start of a run, and waits for its end.
  func exit(of run: RunID, sourceLocation: SourceLocation = #_sourceLocation) -> Exit? {
    #expect(events.next() == .runStarted(run), sourceLocation: sourceLocation)
    guard case .runEnded(run, let exit)? = events.next() else { return nil }
    return exit
  }

  /// Launches, expects a start, waits for the end.
  func exit(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) -> Exit? {
    exit(of: launch(script), sourceLocation: sourceLocation)
  }

  /// Launches and waits for all that is written.
  func text(
    _ script: String, directory: String? = "/", environment: [String: String] = ["PATH": TaskEnvironment.path]
  ) -> String? {
    let run = launch(script, directory: directory, environment: environment)
    return exit(of: run) == nil ? nil : output(of: run)?.text
  }

  static func run(_ number: Int) -> RunID {
    let digits = String(number, radix: 16)
    return RunID(String(repeating: "0", count: 32 - digits.count) + digits)
  }

  /// How many descriptors this process has open.
  static func openDescriptors() -> Int {
    guard let directory = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }
}
