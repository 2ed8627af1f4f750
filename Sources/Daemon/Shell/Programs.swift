import ConfigurationFiles
import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskExecution

/// Turns launches into programs and manifests into applications' processes, and keeps what they write where there is no journal. It is confined to the
/// daemon's queue.
final class Programs {
  private let executor: any Executor
  private let tail: OutputTail?
  private let account: UserAccount
  private let socket: String
  private let handler: @Sendable (Event) -> Void
  private let queue: DispatchQueue
  /// By the applications' names.
  var manifests: [String: Manifest]

  init(
    queue: DispatchQueue, log: SystemLog, socket: String, manifests: [String: Manifest],
    handler: @escaping @Sendable (Event) -> Void
  ) {
    self.queue = queue
    self.manifests = manifests
    self.socket = socket
    self.handler = handler
    account = .current
    let tail = log.target == .journal ? nil : OutputTail()
    self.tail = tail
    executor = ChildProcessExecutor(
      queue: queue, account: account, sink: tail ?? JournalOutput(log), handler: handler)
  }

  /// Starts the program of a run, by the request that the store keeps.
  func launch(_ launch: Launch, payload: [UInt8]?) {
    guard let payload, let request = try? Wire.TaskRequest(payload: payload), let command = request.command
    else {
      return fail(launch.run.id, "the state file does not hold its command any more")
    }
    executor.launch(
      Program(
        run: launch.run.id, identifier: launch.run.identifier, uid: launch.run.uid, arguments: command.argv,
        workingDirectory: command.workingDirectory,
        environment: TaskEnvironment.variables(
          account: account, inherited: BackgroundTaskDaemon.variable(named:),
          request: command.environment ?? [:], socket: socket, identifier: launch.run.identifier,
          run: launch.run.id)))
  }

  /// Starts an application's program.
  func start(_ start: ApplicationStart) {
    guard let manifest = manifests[start.application] else {
      return fail(start.process, "its manifest is gone")
    }
    switch manifest.start {
    case .program(let arguments):
      executor.launch(
        Program(
          run: start.process, identifier: start.application, uid: start.uid, arguments: arguments,
          workingDirectory: nil,
          environment: TaskEnvironment.variables(
            account: account, inherited: BackgroundTaskDaemon.variable(named:), socket: socket,
            application: start.application), outlivesDaemon: true))
    case .unit(let unit):
      fail(start.process, "\(unit) cannot be started: this daemon has no service manager; use Exec=")
    case nil: fail(start.process, "its manifest does not say how to start it (Exec=)")
    }
  }

  /// The application's process that a peer belongs to.
  func process(of pid: Int32) -> RunID? { executor.program(of: pid) }

  private func fail(_ id: RunID, _ message: String) {
    queue.runLater { [handler] in handler(.launchFailed(id, message: message, isPassing: false)) }
  }

  func expire(_ run: RunID) { executor.expire(run) }

  func kill(_ run: RunID) { executor.kill(run) }

  /// What the run has written so far; nil where the journal has it, or when it was forgotten.
  func output(of run: RunID) -> RunOutput? { tail?.output(of: run) }

  /// The output is in the store now.
  func forgetOutput(of run: RunID) { _ = tail?.take(run) }
}
