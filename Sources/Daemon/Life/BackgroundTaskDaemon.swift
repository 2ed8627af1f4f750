// Room Daemon: the shell: takes events in, has them decided, commits, carries out; the server.
// Way in: `BackgroundTaskDaemon`.
// Must not know: any rule about tasks: these are the core's.

import ConfigurationFiles
import Dispatch
import Glibc
import LinuxSystem
import PlainText
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TaskExecution
import TaskStore

/// The daemon's life, from its command line to its exit status.
package enum BackgroundTaskDaemon {
  /// Runs the daemon and never returns.
  package static func main() -> Never {
    do throws(ExitCode) {
      try run(ProcessArguments.own)
    } catch {
      exit(error.rawValue)
    }
  }

  private static func run(_ arguments: [RawText]) throws(ExitCode) -> Never {
    // Signals are caught before all else: SIGHUP or SIGTERM must not kill a daemon that is about to start.
    let signals = try caughtSignals()
    let options = try usable { () throws(UsageError) in try DaemonOptions(arguments) }
    // Actions that end at once leave signals to their default handling.
    if options.action != .run { signals.close() }
    let account = UserAccount.current
    let directories = InstanceDirectories(
      options, environment: variable(named:), uid: account.uid, home: account.home)
    switch options.action {
    case .help:
      print(DaemonOptions.usage, terminator: "")
      throw .success
    case .version:
      print("bgtaskd \(ProductVersion.number)")
      throw .success
    case .checkConfiguration:
      try checkConfiguration(options, directories)
      throw .success
    case .recover:
      try recover(directories)
      throw .success
    case .run: try serve(options, directories, signals)
    }
  }

  private static func usable<Value>(_ body: () throws(UsageError) -> Value) throws(ExitCode) -> Value {
    do throws(UsageError) { return try body() } catch {
      say("bgtaskd: \(error.message)\nTry `bgtaskd --help`.")
      throw .usage
    }
  }

  private static func caughtSignals() throws(ExitCode) -> SignalSource {
    do throws(SystemError) {
      return try SignalSource(catching: [SIGTERM, SIGINT, SIGHUP])
    } catch {
      say("bgtaskd: \(error)")
      throw .system
    }
  }

  private static func serve(
    _ options: DaemonOptions, _ directories: InstanceDirectories, _ signals: SignalSource
  ) throws(ExitCode) -> Never {
    let socket = try usable { () throws(UsageError) in
      try InstanceSocket(
        options, isSystem: directories.isSystem, environment: variable(named:),
        workingDirectory: workingDirectory())
    }
    HeapMemory.joinFreedPieces()
    let log = SystemLog(
      options.logTarget, identifier: "bgtaskd",
      suppression: LogSuppression(
        originField: .init(.uid), outputField: .init(.run), messageID: ReportKind.suppressed.message?.id))
    let loader = ConfigurationLoader(options, directories)
    let loaded = loader.load()
    for problem in loaded.allProblems { log.write(LogEntry(problem)) }
    LogEntry(passingOver: loaded.tasks.fleet).map(log.write)
    guard loaded.isUsable else { throw .configuration }
    let host = ProgramHost(
      options, isSystem: directories.isSystem, state: directories.state, uid: geteuid(),
      environment: variable(named:))
    try start(
      directories, socket: socket, loaded: loaded, loader: loader, host: host, log: log, signals: signals)
    withExtendedLifetime(signals) { dispatchMain() }
  }

  /// Starts the daemon. The return of this function frees all that was read of the store; its caller never
  /// returns.
  private static func start(
    _ directories: InstanceDirectories, socket: InstanceSocket, loaded: LoadedConfiguration,
    loader: ConfigurationLoader, host: ProgramHost, log: SystemLog, signals: SignalSource
  ) throws(ExitCode) {
    var configuration = loaded.configuration
    host.apply(to: &configuration.scheduler)
    let mailbox = Mailbox(QueueExecutor(label: "io.bgtaskd.daemon"))
    let opening = Opening(mailbox, log)
    do throws(SystemError) { try opening.hear(signals) } catch {
      log.write(LogEntry(.error, "Cannot start: \(error)."))
      throw .system
    }
    let startup = Startup(
      try open(directories, configuration, opening, log), opening, mailbox, directories: directories,
      socket: socket, loaded: loaded, loader: loader, host: host, log: log)
    try startup.run()
  }

  private static func open(
    _ directories: InstanceDirectories, _ configuration: DaemonConfiguration, _ opening: Opening,
    _ log: SystemLog
  ) throws(ExitCode) -> OpenedStore {
    do throws(StoreError) {
      return try OpenedStore(directory: directories.state, configuration) { opening.cameTo($0) }
    } catch {
      log.write(LogEntry(.error, error.description))
      throw ExitCode(error)
    }
  }

  private static func checkConfiguration(
    _ options: DaemonOptions, _ directories: InstanceDirectories
  ) throws(ExitCode) {
    let loaded = ConfigurationLoader(options, directories).load()
    for problem in loaded.allProblems { say("\(problem.severity.rawValue): \(problem)") }
    guard loaded.isRight else { throw .configuration }
  }

  private static func recover(_ directories: InstanceDirectories) throws(ExitCode) {
    do throws(StoreError) {
      print(try TaskStore.recover(directory: directories.state, stamp: stamp()))
    } catch {
      say("bgtaskd: \(error)")
      throw ExitCode(error)
    }
  }

  /// Returns the date and time in UTC, as part of a file's name.
  private static func stamp() -> String {
    let words = TimestampSyntax.format(SystemClock.wallUSec, zone: .utc).split(separator: " ")
    return words.dropFirst().prefix(2).joined(separator: "_").replacingParts(":", with: "-")
  }

  /// Returns the working directory, or `.` where it has no UTF-8 path: relative paths begin there as well.
  private static func workingDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return RawText(cString: path).text ?? "."
  }

  static func variable(named name: String) -> String? {
    guard let value = getenv(name).map({ RawText(cString: $0) }) else { return nil }
    if value.text == nil { say("bgtaskd: the variable \(name), \(value), is not UTF-8 and is ignored") }
    return value.text
  }

  private static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
