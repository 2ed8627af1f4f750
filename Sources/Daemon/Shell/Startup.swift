import ConfigurationFiles
import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TaskExecution
import TaskStore

/// The daemon's start: opens the ``Surroundings`` one after the other, and then makes the shell of them.
///
/// The values that it was given are freed with it: handlers of sources hold only the mailbox and the log.
struct Startup: Sendable {
  let opened: OpenedStore
  let opening: Opening
  let directories: InstanceDirectories
  let socket: InstanceSocket
  let loaded: LoadedConfiguration
  let loader: ConfigurationLoader
  let host: ProgramHost
  let log: SystemLog
  private let mailbox: Mailbox

  init(
    _ opened: OpenedStore, _ opening: Opening, _ mailbox: Mailbox, directories: InstanceDirectories,
    socket: InstanceSocket, loaded: LoadedConfiguration, loader: ConfigurationLoader, host: ProgramHost,
    log: SystemLog
  ) {
    self.opened = opened
    self.opening = opening
    self.mailbox = mailbox
    self.directories = directories
    self.socket = socket
    self.loaded = loaded
    self.loader = loader
    self.host = host
    self.log = log
  }

  private var queue: DispatchQueue { mailbox.executor.queue }

  func run() throws(ExitCode) {
    do {
      // One turn on the daemon's queue, so nothing that happens meanwhile is handled before there is a shell.
      try queue.sync {
        SignalSource.ignoreBrokenPipes()
        opening.handOver()
        let shell = Shell(self, try surroundings(), mailbox.executor)
        mailbox.open(shell)
        shell.onQueue { $0.begin(sameBoot: opened.isSameBoot, declared: loaded.tasks.set) }
      }
    } catch {
      log.write(LogEntry(.error, "Cannot start: \(error)."))
      if case .inUse = error as? ListenError { throw .taken }
      throw .system
    }
  }

  private func surroundings() throws -> Surroundings {
    let timer = try WakeUpTimer(queue: queue) { [mailbox] cause in mailbox.put { $0.wokeUp(cause) } }
    let serviceManager = ServiceManager(queue: queue)
    let leftovers = LeftoverProcesses(
      queue: queue, grace: loaded.configuration.scheduler.expirationGrace)
    let systemBus = BusConnection(.system, queue: queue)
    // A user's own instance asks that user's desktop as well.
    let sessionBus = host.servesManyUsers ? nil : BusConnection(.user, queue: queue)
    let conditions = SystemConditionSources(
      queue: queue, bus: systemBus, sessionBus: sessionBus, displays: displays,
      uid: host.servesManyUsers ? nil : geteuid(), stateDirectory: directories.state,
      warn: { [log] in log.write(LogEntry(.warning, "\($0).")) })
    let loginManager = LoginManager(
      systemBus, who: "bgtaskd", why: "Background tasks are told to stop and recorded"
    ) { [mailbox] event in
      mailbox.put { $0.heard(event) }
    }
    let isSupervised = BackgroundTaskDaemon.variable(named: "NOTIFY_SOCKET") != nil
    let statusLine = StatusLine(queue: queue, show: isSupervised ? serviceManager.status : nil)
    let timeZone = TimeZoneSource(queue: queue)
    // The machine's conditions are known before anything is decided.
    start(conditions)
    timeZone.start { [mailbox] zone in mailbox.put { $0.take(.zoneChanged(zone)) } }
    loginManager.start()
    systemBus.start()
    sessionBus?.start()
    let listeners = try listeners(serviceManager)
    // Sockets of the service manager may have no path.
    let address = listeners.lazy.compactMap(\.path).first ?? socket.path
    let programs = programs(address)
    return Surroundings(
      timer: timer, serviceManager: serviceManager, statusLine: statusLine, leftovers: leftovers,
      conditions: conditions, timeZone: timeZone, loginManager: loginManager, programs: programs,
      server: server(listeners, programs), address: address)
  }

  /// The displays of the user whose own instance this is; `nil` for the system's instance.
  private var displays: DisplayPlaces? {
    guard !host.servesManyUsers else { return nil }
    let names = ["DISPLAY", "HOME", "XAUTHORITY", "XDG_RUNTIME_DIR"]
    let environment = names.reduce(into: [:]) { $0[$1] = BackgroundTaskDaemon.variable(named: $1) }
    return DisplayPlaces(uid: geteuid(), environment: environment)
  }

  private func start(_ conditions: SystemConditionSources) {
    let report = conditions.start { [mailbox] changes in mailbox.put { $0.take(.conditions(changes)) } }
    for failure in report.failures {
      log.write(LogEntry(.warning, "Conditions of \(failure.name) cannot be watched: \(failure.error)."))
    }
    guard !report.absent.isEmpty else { return }
    let absent = report.absent.joined(separator: ", ")
    log.write(LogEntry(.info, "Not on this machine, so nothing waits for it: \(absent)."))
  }

  /// Listens on the sockets of the service manager, or on the instance's own.
  /// - Throws: ``ListenError``, or ``SystemError`` for malformed variables of the service manager.
  private func listeners(_ serviceManager: ServiceManager) throws -> [UnixListener] {
    let handler: @Sendable (ListenerEvent) -> Void = { [mailbox] event in
      mailbox.put { $0.server.listened(event) }
    }
    let inherited = try serviceManager.takeListeningSockets()
    guard inherited.isEmpty else {
      return try inherited.map { try UnixListener($0, queue: queue, handler: handler) }
    }
    return [
      try UnixListener(
        path: socket.path, mode: socket.mode, directoryMode: socket.directoryMode, queue: queue,
        handler: handler)
    ]
  }

  private func programs(_ address: String) -> Programs {
    Programs(
      queue: queue, log: log, socket: address, loaded.configuration, host: host
    ) { [mailbox] run, end in
      mailbox.put { $0.programs.ended(run, end) }
    } handler: { [mailbox] event in
      mailbox.put { shell in shell.programs.filter(event).map(shell.take) }
    }
  }

  private func server(_ listeners: [UnixListener], _ programs: Programs) -> Server {
    Server(
      loaded.configuration.server, listeners: listeners, isSystem: directories.isSystem, queue: queue,
      log: log, isOfRun: { programs.process(of: $0) != nil },
      enter: { [mailbox] body in mailbox.put { body($0.server) } },
      handler: { [mailbox] event in mailbox.put { $0.happened(event) } })
  }
}

/// The parts that the daemon works with, each opened and listening, which a ``Startup`` gives to the
/// ``Shell``. They live as long as the daemon.
struct Surroundings {
  var timer: WakeUpTimer
  var serviceManager: ServiceManager
  var statusLine: StatusLine
  var leftovers: LeftoverProcesses
  var conditions: SystemConditionSources
  var timeZone: TimeZoneSource
  var loginManager: LoginManager
  var programs: Programs
  var server: Server
  /// The path of the socket that callers connect to.
  var address: String
}
