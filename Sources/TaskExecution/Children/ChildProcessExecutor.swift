package import Dispatch
import Glibc
package import LinuxSystem
package import SchedulerCore

/// An executor that runs programs as children of the daemon, as the daemon's own user: for systems without
/// systemd, and for development.
///
/// A run is a process group, and the processes that have left it (setsid(2)). It ends when the program and
/// all that it has started are gone. When the program ends by itself, the processes that it leaves behind are
/// killed; when it was told to stop, they have their grace as well.
///
/// Orphans are found where this process adopts them: by the run or the application in their environment, and
/// where they have cleared that, when only one run could have started them.
package final class ChildProcessExecutor: Executor {
  private let queue: DispatchQueue
  private let account: UserAccount
  private let sink: any OutputSink
  private let patienceUSec: Int64
  private let credentials: CredentialFolders?
  private let handler: @Sendable (Event) -> Void
  private var runs: [RunID: ChildRun] = [:]
  private let surveyor: ProcessSurveyor
  /// The reaper; nil where another process adopts orphans.
  private var reaper: OrphanReaper?

  /// An executor without runs. From now on ended children of this process wait to be reaped (SIGCHLD is not
  /// ignored).
  /// - Parameters:
  ///   - queue: The daemon's; the handler and the sink are called on it, never from within a method of this
  ///     class.
  ///   - account: The user of this process, in whose home programs without a working directory start.
  ///   - sink: Takes the output of programs.
  ///   - adoptsOrphans: Whether this process adopts, ends and reaps what programs leave behind. Its only
  ///     children must then be those that this executor starts, and ``HelperProcesses``.
  ///   - credentials: The folders of programs' credentials; those that are there already were left behind.
  ///     Nil where there is no place for them.
  ///   - patience: The time that killed processes have to be gone before their run is ended without them.
  ///   - handler: Gets ``Event/runStarted(_:)``, ``Event/launchFailed(_:message:isPassing:)`` and
  ///     ``Event/runEnded(_:_:)``.
  package init(
    queue: DispatchQueue, account: UserAccount = .current, sink: any OutputSink,
    adoptsOrphans: Bool = false, credentials: CredentialFolders? = nil,
    patience: TimeSpan = .seconds(10),
    handler: @escaping @Sendable (Event) -> Void
  ) {
    self.queue = queue
    self.account = account
    self.sink = sink
    patienceUSec = patience.uSec
    self.credentials = credentials
    self.handler = handler
    surveyor = ProcessSurveyor(queue: queue, user: account.uid)
    credentials?.removeAll()
    SignalSource.keepEndedChildren()
    guard adoptsOrphans else { return }
    reaper = try? OrphanReaper(queue: queue) { [surveyor] in
      HelperProcesses.contains($0) || surveyor.leaders[$0] != nil
    }
    surveyor.adoptsOrphans = reaper != nil
  }

  /// The number of runs that have processes.
  package var count: Int { runs.count }

  /// The number of looks at all processes so far.
  var surveys: Int { surveyor.count }

  /// Starts the program. A run must not be launched twice; that is an error of the program, and traps.
  package func launch(_ program: Program) {
    precondition(runs[program.run] == nil, "run \(program.run) was launched twice")
    do throws(SpawnError) {
      try start(program)
    } catch {
      credentials?.remove(program.run)
      report(.launchFailed(program.run, message: error.description, isPassing: error.isPassing))
    }
  }

  /// Tells the run to stop.
  package func expire(_ run: RunID) { runs[run]?.expire() }

  /// Kills the run's processes.
  package func kill(_ run: RunID) { runs[run]?.kill() }

  /// Stops the run's processes (SIGSTOP), which unlike units of systemd may notice it when they go on.
  package func freeze(_ run: RunID, then: @escaping (String?) -> Void) {
    runs[run]?.send(SIGSTOP)
    queue.runLater { then(nil) }
  }

  /// Lets the run's processes go on.
  package func thaw(_ run: RunID, then: @escaping (String?) -> Void) {
    runs[run]?.send(SIGCONT)
    queue.runLater { then(nil) }
  }

  /// Returns the run whose program leads the process's group.
  package func program(of pid: Int32) -> RunID? {
    guard let group = ProcessTable.group(of: pid) else { return nil }
    return surveyor.leaders[group]
  }

  private func start(_ program: Program) throws(SpawnError) {
    guard program.uid == account.uid else {
      throw .invalid("programs run as user \(account.name) (\(account.uid)) only, not as user \(program.uid)")
    }
    let pipe =
      program.outlivesDaemon ? nil : try systemThrows { () throws(SystemError) in try OutputPipe() }
    let environment = try environment(of: program)
    let pid = try ProcessSpawner.spawn(
      arguments: program.arguments, environment: environment,
      workingDirectory: program.workingDirectory ?? account.directory,
      output: pipe?.writing.number ?? STDERR_FILENO, answer: program.answer?.number)
    // The program's children inherit both. A failure, as in some containers, only makes it less polite.
    if let nice = program.limits.nice { ProcessPriority.setNice(nice, ofGroup: pid) }
    if let ioClass = program.limits.ioClass {
      ProcessPriority.setIOClass(ProcessPriority.IOClass(ioClass), ofGroup: pid)
    }
    let handle = try systemThrows { () throws(SystemError) in try ProcessHandle(child: pid) }
    let run = program.run
    do throws(SystemError) {
      runs[run] = try ChildRun(
        run, program: handle, output: pipe?.reading, queue: queue, sink: sink, patienceUSec: patienceUSec,
        leavesBehind: program.limits.killMode == .process,
        surveyor: surveyor, mark: ProcessMark(program)
      ) { [weak self] exit in self?.ended(run, exit) }
      surveyor.leaders[pid] = run
    } catch {
      ProcessHandle.discard(child: pid)
      throw .system(error)
    }
    sink.started(run, identifier: program.identifier)
    report(.runStarted(run))
  }

  /// Returns the program's environment, with the directory of its credentials, which are written here.
  private func environment(of program: Program) throws(SpawnError) -> [String: String] {
    guard !program.credentials.isEmpty else { return program.environment }
    guard let credentials else {
      throw .invalid("there is no directory for credentials that is gone after a boot (XDG_RUNTIME_DIR)")
    }
    var environment = program.environment
    environment[ProgramCredential.variable] = try systemThrows { () throws(SystemError) in
      try credentials.put(program.credentials, for: program.run)
    }
    return environment
  }

  private func systemThrows<Value>(_ body: () throws(SystemError) -> Value) throws(SpawnError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .system(error) }
  }

  private func ended(_ run: RunID, _ exit: ProcessExit?) {
    // The number may be another program's by now.
    if let leader = runs.removeValue(forKey: run)?.leader, surveyor.leaders[leader] == run {
      surveyor.leaders[leader] = nil
    }
    credentials?.remove(run)
    switch exit {
    case .status(let status): report(.runEnded(run, .status(status)))
    case .signal(let number): report(.runEnded(run, .signal(SignalName.of(number))))
    case nil: report(.runEnded(run, .unknown))
    }
  }

  /// Reports an event later, so that a caller need not expect it in the middle of its work. A start, which
  /// the launch itself puts on the queue, thus comes before its end, whenever that was seen.
  private func report(_ event: Event) {
    queue.runLater { [handler] in handler(event) }
  }
}
