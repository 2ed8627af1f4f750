import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskExecution

/// Turns launches into programs, and keeps what they write where there is no journal. It is confined to the
/// daemon's queue.
final class Programs {
  private let executor: any Executor
  private let tail: OutputTail?
  private let account: UserAccount
  private let socket: String
  private let handler: @Sendable (Event) -> Void
  private let queue: DispatchQueue

  init(queue: DispatchQueue, log: SystemLog, socket: String, handler: @escaping @Sendable (Event) -> Void) {
    self.queue = queue
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
      let run = launch.run.id
      let event = Event.launchFailed(run, message: "the state file does not hold its command any more")
      return queue.async { [handler] in handler(event) }
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

  func expire(_ run: RunID) { executor.expire(run) }

  func kill(_ run: RunID) { executor.kill(run) }

  /// What the run has written so far; nil where the journal has it, or when it was forgotten.
  func output(of run: RunID) -> RunOutput? { tail?.output(of: run) }

  /// The output is in the store now.
  func forgetOutput(of run: RunID) { _ = tail?.take(run) }
}
