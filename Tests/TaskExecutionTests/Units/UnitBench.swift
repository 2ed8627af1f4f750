import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

/// An executor on a queue of its own, whose programs the systemd of the booted container runs.
final class UnitBench {
  static let identifier = "org.example.test"
  /// Where environments are handed over, as it is called inside.
  static let environments = "/run/bgtaskd-test/environment"

  let system: BootedSystem
  let queue = DispatchQueue(label: "units")
  let events = UnitEvents()
  private var current: TransientUnitExecutor?
  private let manager: UnitManager

  /// - Parameter manager: The container's own system manager when nil.
  init(manager: UnitManager? = nil) throws {
    system = try BootedSystem.shared()
    self.manager =
      manager
      ?? UnitManager(
        address: .bus(system.systemBus), runsAsUsers: true, controlGroup: system.controlGroup,
        secretFiles: SecretFiles(directory: Self.environments, root: system.path("")))
    current = Self.executor(self.manager, queue, events)
  }

  /// An executor is confined to its queue, also when it is let go of.
  deinit { onQueue { current = nil } }

  var executor: TransientUnitExecutor {
    guard let current else { preconditionFailure("there is one until the bench goes") }
    return current
  }

  private static func executor(_ manager: UnitManager, _ queue: DispatchQueue, _ events: UnitEvents)
    -> TransientUnitExecutor
  {
    TransientUnitExecutor(
      queue: queue, manager: manager, whenEnded: { events.append($0, $1) }, handler: { events.append($0) })
  }

  /// The daemon ends without a word, and another one begins.
  func restart() {
    onQueue { current = Self.executor(manager, queue, events) }
  }

  /// The daemon ends without a word.
  func die() { onQueue { current = nil } }

  func onQueue<Answer>(_ body: () throws -> Answer) rethrows -> Answer { try queue.sync(execute: body) }

  static func newRun() -> RunID {
    RunID((0..<2).map { _ in String(format: "%016lx", UInt64.random(in: 0...UInt64.max)) }.joined())
  }

  /// Launches `/bin/sh -c SCRIPT`, or a program with its arguments.
  @discardableResult
  func launch(
    _ script: String = "", arguments: [String]? = nil, run: RunID = UnitBench.newRun(),
    identifier: String = UnitBench.identifier, uid: UInt32 = 0,
    directory: String? = "/", environment: [String: String] = ["PATH": TaskEnvironment.path],
    grace: TimeSpan = .seconds(10), backstop: TimeSpan? = nil, outlivesDaemon: Bool = false,
    answer: SharedDescriptor? = nil, limits: ProgramLimits = ProgramLimits(), lease: ProgramLease? = nil,
    writtenFolders: [String]? = nil
  ) -> RunID {
    let program = Program(
      run: run, identifier: identifier, uid: uid, arguments: arguments ?? ["/bin/sh", "-c", script],
      workingDirectory: directory, environment: environment, outlivesDaemon: outlivesDaemon,
      answer: answer, limits: limits, writtenFolders: writtenFolders, grace: grace, backstop: backstop,
      lease: lease)
    onQueue { executor.launch(program) }
    return run
  }

  /// Launches a script and waits until it runs and has said that it is ready, by writing a file `READY`.
  func launchAndWait(
    _ script: String, identifier: String = UnitBench.identifier, uid: UInt32 = 0,
    grace: TimeSpan = .seconds(10), outlivesDaemon: Bool = false, limits: ProgramLimits = ProgramLimits(),
    lease: ProgramLease? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunID {
    let ready = try NamedPipe(in: system)
    let run = launch(
      "READY=\(ready.path)\n" + script, identifier: identifier, uid: uid, grace: grace,
      outlivesDaemon: outlivesDaemon, limits: limits, lease: lease)
    #expect(events.next(run) == .runStarted(run), sourceLocation: sourceLocation)
    #expect(ready.readPiece() != nil, sourceLocation: sourceLocation)
    return run
  }

  /// Waits for the end of a run that has started.
  func end(of run: RunID) -> Exit? {
    guard case .runEnded(run, let exit)? = events.next(run) else { return nil }
    return exit
  }

  /// Expects the start of a run, and waits for its end.
  func exit(of run: RunID, sourceLocation: SourceLocation = #_sourceLocation) -> Exit? {
    #expect(events.next(run) == .runStarted(run), sourceLocation: sourceLocation)
    return end(of: run)
  }

  /// Launches, expects a start, waits for the end, lets go of it.
  func exit(_ script: String, uid: UInt32 = 0, sourceLocation: SourceLocation = #_sourceLocation) -> Exit? {
    let run = launch(script, uid: uid)
    defer { onQueue { executor.release(run) } }
    return exit(of: run, sourceLocation: sourceLocation)
  }

  /// The message of a launch that fails.
  func failure(of run: RunID) -> (message: String, isPassing: Bool)? {
    guard case .launchFailed(run, let message, let isPassing)? = events.next(run) else { return nil }
    return (message, isPassing)
  }

  func adopt(_ units: [UnitOfRun]) -> Result<UnitAdoption, BusError>? {
    let answers = Mailbox<Result<UnitAdoption, BusError>>()
    onQueue { executor.adopt(units) { answers.append($0) } }
    return answers.next()
  }

  func control(
    _ method: (TransientUnitExecutor) -> (RunID, @escaping (String?) -> Void) -> Void, _ run: RunID
  )
    -> String??
  {
    let answers = Mailbox<String?>()
    onQueue { method(executor)(run) { answers.append($0) } }
    return answers.next()
  }

  /// One property of a run's unit, as systemctl shows it.
  func property(_ name: String, _ run: RunID) throws -> String {
    try property(name, UnitOfRun(task: run).name)
  }

  private func property(_ name: String, _ unit: String) throws -> String {
    try system.run("systemctl", "show", unit, "--property=\(name)", "--value").output
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Asks systemd for a property until it has this value. False after 20 s.
  func waitForProperty(_ name: String, _ run: RunID, _ value: String) throws -> Bool {
    try waitForProperty(name, ofUnit: UnitOfRun(task: run).name, value)
  }

  /// The same of a unit that was not made for a run.
  func waitForProperty(_ name: String, ofUnit unit: String, _ value: String) throws -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while try property(name, unit) != value { guard ContinuousClock.now < end else { return false } }
    return true
  }

  /// Asks systemd for its units until none of these is among them: it lets go of a unit a moment after it was
  /// told to. False after 20 s.
  func areGone(_ units: [String]) -> Bool {
    let names = Set(units)
    let end = ContinuousClock.now + .seconds(20)
    while let answer = try? adopt([])?.get(), ContinuousClock.now < end {
      if answer.strays.allSatisfy({ !names.contains($0) }) { return true }
    }
    return false
  }

  /// What the journal has of a run, its message texts only.
  func journal(_ run: RunID) throws -> [String] {
    _ = try system.run("journalctl", "--sync")
    let text = try system.run("journalctl", "-q", "--output=cat", "BGTASK_RUN_ID=\(run.text)").output
    return text.split(separator: "\n").map(String.init)
  }

  /// The processes of a run's control group.
  func processes(_ run: RunID, slice: String = "/bgtask.slice") -> [Int32] {
    let folder = system.controlGroupFolder("\(slice)/\(UnitOfRun(task: run).name)")
    let text = (try? String(contentsOf: URL(filePath: folder + "/cgroup.procs"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { Int32($0) }
  }
}
