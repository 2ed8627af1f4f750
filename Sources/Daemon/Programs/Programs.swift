import ConfigurationFiles
import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskExecution

/// Turns launches into programs and manifests into applications' processes, and keeps what they write where
/// there is no journal. It is confined to the daemon's queue.
final class Programs {
  let queue: DispatchQueue
  /// The executor, where programs are units of systemd.
  let units: TransientUnitExecutor?
  let executor: any Executor
  /// What runs write; what applications' processes and questions write is of use to nobody here.
  private let tail: OutputTail?
  let account: UserAccount
  /// What every program has of the daemon in its environment.
  let environment: TaskEnvironment
  let handler: @Sendable (Event) -> Void
  /// By the applications' names.
  var manifests: [String: Manifest]
  /// What is too slow for transfers that begin from now on.
  var lowSpeed: LowSpeed
  /// Those of applications, by the names that they were started under.
  var processes: Set<RunID> = []
  /// Runs that ended while no daemon looked, whose ends are about to be told.
  var awaited: Set<RunID> = []
  /// Questions that are being asked.
  var questions: [RunID: OpenQuestion] = [:]
  /// What says that something has happened to paths.
  var watches: [RunID: DescriptorSource] = [:]
  /// Files that are being read, by the names of who reads them.
  var readings: [RunID: OpenReading] = [:]
  /// What programs speak to the daemon with; nil when it is not beside the daemon's own.
  private let bgtaskctl = ExecutableFolder.path(of: "bgtaskctl")
  /// The program that asks most questions, reads files, and reports to actions; nil when it is not installed.
  let helper = ExecutableFolder.path(ofHelper: "bgtask-helper")
  /// The program of transfers; nil when it is not installed.
  private let bgtaskTransfer = ExecutableFolder.path(ofHelper: "bgtask-transfer")
  var survivors = Survivors()
  var whenComplete: ((Survivors) -> Void)?

  /// - Parameters:
  ///   - whenEnded: Has to be handed on to ``ended(_:_:)``.
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
        queue: queue, manager: manager, whenEnded: whenEnded, handler: handler)
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
    // Who makes the directory says where it is.
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
        backstop: Self.backstop(of: launch)))
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

  /// The application's process that a peer belongs to.
  func process(of pid: Int32) -> RunID? { executor.program(of: pid) }

  func expire(_ run: RunID) { if !stopReading(for: run) { executor.expire(run) } }

  func freeze(_ run: RunID) {
    executor.freeze(run) { [handler] problem in
      if let problem { handler(.freezeFailed(run, message: problem)) }
    }
  }

  /// What cannot be thawed has ended, or was not frozen.
  func thaw(_ run: RunID) { executor.thaw(run) { _ in } }

  func kill(_ run: RunID) { if !stopReading(for: run) { executor.kill(run) } }

  /// The end of the run is on disk.
  func release(_ run: RunID) { executor.release(run) }

  /// What the run has written so far; nil where the journal has it, or when it was forgotten.
  func output(of run: RunID) -> RunOutput? { tail?.output(of: run) }

  /// The output is in the store now.
  func forgetOutput(of run: RunID) { _ = tail?.take(run) }

  /// Whether what programs write is in the journal.
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

  /// systemd knows the users and their surroundings itself.
  var ownAccount: UserAccount? { units == nil ? account : nil }

  func inherited(_ name: String) -> String? {
    units?.runsAsUsers == true && name != "LANG" ? nil : BackgroundTaskDaemon.variable(named: name)
  }

  /// systemd acts only where the daemon, which records why, does not.
  static let margin = TimeSpan.seconds(5)

  /// Time in which work stands still is part of systemd's limit and not of the daemon's.
  private static func backstop(of launch: Launch) -> TimeSpan {
    let freezing = launch.task.request.freezeLimit == nil ? TimeSpan.zero : .hours(24)
    return launch.limit + freezing + launch.grace + .minutes(1)
  }
}
