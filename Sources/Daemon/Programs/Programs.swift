import ConfigurationFiles
import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskExecution

/// The programs of runs and the processes of applications: starts them, and keeps the output of runs where
/// there is no journal. Confined to the daemon's queue.
final class Programs {
  let queue: DispatchQueue
  /// The executor, where programs are units of systemd.
  let units: TransientUnitExecutor?
  let executor: any Executor
  /// The output of runs; that of applications' processes, checks and looks is of no use here.
  private let tail: OutputTail?
  let account: UserAccount
  /// The daemon's variables in the environment of every program.
  let environment: TaskEnvironment
  let handler: @Sendable (Event) -> Void
  /// The manifests, by application.
  var manifests: [String: Manifest]
  /// The speed that is too low for transfers that begin from now on.
  var lowSpeed: LowSpeed
  /// The processes of applications, by the names that they were started under.
  var processes: Set<RunID> = []
  /// The runs that ended without a daemon, whose ends are about to be told.
  var awaited: Set<RunID> = []
  /// The checks and looks under way, by program.
  var questions: [RunID: OpenQuestion] = [:]
  /// The watches of paths, by the program that made them.
  var watches: [RunID: DescriptorSource] = [:]
  /// The files that are being read, by helper.
  var readings: [RunID: OpenReading] = [:]
  /// The program with which programs call the daemon; `nil` when it is not beside the daemon's own.
  private let bgtaskctl = ExecutableFolder.path(of: "bgtaskctl")
  /// The program that asks most questions, reads files, and reports to actions; `nil` when not installed.
  let helper = ExecutableFolder.path(ofHelper: "bgtask-helper")
  /// The program of transfers; `nil` when not installed.
  private let bgtaskTransfer = ExecutableFolder.path(ofHelper: "bgtask-transfer")
  var survivors = Survivors()
  var whenComplete: ((Survivors) -> Void)?

  /// - Parameters:
  ///   - whenEnded: Gets the ends of units, which have to be handed on to ``ended(_:_:)``.
  ///   - handler: Gets the executor's events, for ``filter(_:)``.
  init(
    queue: DispatchQueue, log: SystemLog, socket: String, _ configuration: DaemonConfiguration,
    host: ProgramHost,
    whenEnded: @escaping @Sendable (RunID, UnitEnd) -> Void, handler: @escaping @Sendable (Event) -> Void
  ) {
    self.queue = queue
    (manifests, lowSpeed) = (configuration.manifests, configuration.lowSpeed)
    environment = TaskEnvironment(socket: socket, bgtaskctl: bgtaskctl)
    self.handler = handler
    account = .current
    if let manager = host.manager {
      let units = TransientUnitExecutor(
        queue: queue, manager: manager, whenEnded: whenEnded,
        whenUnguarded: { run, reason in
          log.write(
            LogEntry(
              .warning, "Nothing but this daemon ends the lease of run \(run.text): \(reason)."))
        }, handler: handler)
      self.units = units
      executor = units
      tail = nil
    } else {
      units = nil
      tail = log.target == .journal ? nil : OutputTail()
      executor = ChildProcessExecutor(
        queue: queue, account: account, sink: tail ?? JournalOutput(log), adoptsOrphans: true,
        credentials: host.credentials, handler: handler)
    }
  }

  /// Starts the program of a run, or its unit.
  func launch(_ launch: Launch, _ request: Wire.TaskRequest) {
    let id = launch.run.id
    if let unit = request.unit { return start(unit: unit, for: id) }
    let command: Wire.Command
    if let transfer = request.transfer {
      guard let bgtaskTransfer else {
        return fail(id, "bgtask-transfer, which transfers files, is not installed")
      }
      command = Wire.Command(transfer, by: bgtaskTransfer, lowSpeed: lowSpeed)
    } else if let own = request.command {
      command = own
    } else {
      return fail(id, "the state file does not hold its command any more")
    }
    tail?.keep(id)
    secrets(of: command, as: launch.run.uid, for: id) { [weak self] answer in
      switch answer {
      case .success(let secrets): self?.start(command, of: launch, request, secrets)
      case .failure(let problem): self?.fail(id, problem.message, isPassing: problem.isPassing)
      }
    }
  }

  private func start(
    _ command: Wire.Command, of launch: Launch, _ request: Wire.TaskRequest, _ secrets: ProgramSecrets
  ) {
    let id = launch.run.id
    var variables = secrets.environment
    // The executor, which makes the credentials' directory, sets its variable.
    if !secrets.credentials.isEmpty { variables[ProgramCredential.variable] = nil }
    let limits = ProgramLimits(request.limits)
    executor.launch(
      Program(
        run: id, identifier: launch.run.identifier, uid: launch.run.uid, arguments: command.argv,
        workingDirectory: command.workingDirectory,
        environment: environment.variables(
          account: ownAccount, inherited: inherited, request: variables,
          identifier: launch.run.identifier, run: id, attempt: launch.run.attempt),
        credentials: secrets.credentials, limits: units == nil ? .ofChild(limits, launch.run.kind) : limits,
        writtenFolders: request.transfer?.writtenFolders, grace: launch.grace + Self.margin,
        backstop: Self.backstop(of: launch),
        lease: launch.task.lease.map { ProgramLease(until: $0.until, grace: launch.grace) }))
  }

  /// Starts an application's program.
  func start(_ start: ApplicationStart) {
    guard let manifest = manifests[start.application] else {
      return fail(start.process, "its manifest is gone")
    }
    processes.insert(start.process)
    switch manifest.start {
    case .program(let arguments):
      executor.launch(
        Program(
          run: start.process, identifier: start.application, uid: start.uid, arguments: arguments,
          workingDirectory: nil,
          environment: environment.variables(
            account: ownAccount, inherited: inherited, application: start.application),
          outlivesDaemon: true))
    case .unit(let unit): self.start(unit: unit, for: start.process)
    case nil: fail(start.process, "its manifest does not say how to start it (Exec=)")
    }
  }

  /// Returns the program, of a run or an application, that a peer belongs to.
  func process(of pid: Int32) -> RunID? { executor.program(of: pid) }

  func expire(_ run: RunID) { if !stopReading(for: run) { executor.expire(run) } }

  /// Has the run stopped when its lease is over, should this daemon be dead then.
  func guardLease(of run: RunID, until: BootTime, grace: TimeSpan) {
    executor.guardLease(of: run, ProgramLease(until: until, grace: grace))
  }

  func freeze(_ run: RunID) {
    executor.freeze(run) { [handler] problem in
      if let problem { handler(.freezeFailed(run, message: problem)) }
    }
  }

  /// Thaws a run's program; an error means that it has ended, or was not frozen.
  func thaw(_ run: RunID) { executor.thaw(run) { _ in } }

  func kill(_ run: RunID) { if !stopReading(for: run) { executor.kill(run) } }

  /// Releases a run whose end is on disk.
  func release(_ run: RunID) { executor.release(run) }

  /// Returns the run's output so far; `nil` where the journal has it, or when it was forgotten.
  func output(of run: RunID) -> RunOutput? { tail?.output(of: run) }

  /// Forgets a run's output, which the store has now.
  func forgetOutput(of run: RunID) { _ = tail?.take(run) }

  /// Whether the output of programs is in the journal.
  var writesToJournal: Bool { tail == nil }

  private func start(unit: String, for id: RunID) {
    guard let units else {
      return fail(id, "\(unit) cannot be started: this daemon has no service manager")
    }
    units.start(unit: unit, for: id)
  }

  private func fail(_ id: RunID, _ message: String, isPassing: Bool = false) {
    queue.runLater { [handler] in handler(.launchFailed(id, message: message, isPassing: isPassing)) }
  }

  /// The account for programs' environments; `nil` with systemd, which knows users by itself.
  var ownAccount: UserAccount? { units == nil ? account : nil }

  func inherited(_ name: String) -> String? {
    units?.runsAsUsers == true && name != "LANG" ? nil : BackgroundTaskDaemon.variable(named: name)
  }

  /// The time that systemd leaves to the daemon, which records why it acts.
  static let margin = TimeSpan.seconds(5)

  /// Returns systemd's limit for a run, which unlike the daemon's includes the time of a freeze.
  private static func backstop(of launch: Launch) -> TimeSpan {
    let freezing = launch.isFreezable ? TimeSpan.hours(24) : .zero
    return launch.limit + freezing + launch.grace + .minutes(1)
  }
}
