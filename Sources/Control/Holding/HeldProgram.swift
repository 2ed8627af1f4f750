import Dispatch
import Glibc
import LinuxSystem
import SchedulerAPI
import Varlink

/// A program that runs on this terminal under an assertion, which ends with the program. It gets the signals
/// of this process, and is told to end when its time is over.
final class HeldProgram: @unchecked Sendable {
  // Sendable for its queue, on which everything happens once the program runs.

  /// The signals that are passed on. The signals of a terminal's keys reach the program by themselves.
  private static let signals = [SIGTERM, SIGHUP, SIGUSR1, SIGUSR2]
  /// The longest wait for the daemon's answer.
  private static let patience = Duration.seconds(10)

  private let path: RawText
  private let arguments: [RawText]
  private let console: Console
  private let queue = DispatchQueue(label: "bgtaskctl hold")
  private let hasEnded = DispatchSemaphore(value: 0)
  private var connection: ClientConnection?
  private var news: DescriptorSource?
  private var child: ProcessHandle?
  private var grace: Countdown?

  init(_ path: RawText, _ arguments: [RawText], console: Console) {
    (self.path, self.arguments, self.console) = (path, arguments, console)
  }

  /// Begins the assertion.
  /// - Returns: Whether the machine waits for bgtaskd before it sleeps.
  /// - Throws: The reason why the daemon does not wait.
  func ask(
    at socket: String, _ parameters: SchedulerMethod.BeginAssertion.Parameters
  ) throws(Failure) -> Bool {
    do throws(ClientError) {
      let connection = try ClientConnection(path: socket, timeLimit: Self.patience, frameLimit: 1 << 20)
      try connection.send(SchedulerMethod.BeginAssertion.self, parameters, more: true)
      let reply = try connection.receive().parameters(of: SchedulerMethod.BeginAssertion.self)
      self.connection = connection
      return reply.isWaitedFor ?? true
    } catch {
      throw Failure(error, path: socket)
    }
  }

  /// Runs the program to its end.
  /// - Returns: The program's exit status, or 128 plus the signal that ended it.
  /// - Throws: A failure when the program cannot be started.
  func run() throws(Failure) -> CInt {
    let restoreKeys = TerminalProgram.ignoreKeys()
    defer { restoreKeys() }
    do throws(SystemError) {
      // The signals are caught before the program begins, so that none is lost.
      let signals = try SignalSource(catching: Self.signals)
      let child = try ProcessHandle(
        child: TerminalProgram.start(path, arguments, restoring: Self.signals))
      queue.sync { self.child = child }
      try queue.sync { () -> Result<Void, SystemError> in
        Result { () throws(SystemError) in try follow(signals) }
      }
      .get()
      hasEnded.wait()
      return try queue.sync { () -> Result<CInt, SystemError> in
        signals.close()
        connection?.close()
        return Result { () throws(SystemError) in try Self.status(of: child) }
      }.get()
    } catch {
      guard error.call == "posix_spawn" else {
        throw Failure(.inputOutput, name: "CannotHold", message: "\(error)")
      }
      throw ProgramPath.cannotStart(path, error.code)
    }
  }

  private static func status(of child: ProcessHandle) throws(SystemError) -> CInt {
    let exit = try child.exit()
    try child.reap()
    return switch exit {
    case .status(let status)?: status
    case .signal(let signal)?: 128 + signal
    case nil: 0
    }
  }

  // MARK: What happens meanwhile

  private func follow(_ signals: SignalSource) throws(SystemError) {
    try child?.whenEnded(queue: queue) { [hasEnded] in hasEnded.signal() }
    try signals.deliver(on: queue) { [weak self] in self?.pass($0) }
    guard let connection else { return }
    news = try DescriptorSource(
      SharedDescriptor(owning: fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)), for: .reading, queue: queue
    ) { [weak self] in self?.read() }
    // The daemon's word may have come with the confirmation.
    if connection.hasReply { read() }
  }

  /// Sends a signal to the program, unless it has ended.
  private func pass(_ signal: CInt) { try? child?.send(signal: signal) }

  private func read() {
    guard let connection else { return }
    do throws(ClientError) {
      repeat {
        let reply = try connection.receive().parameters(of: SchedulerMethod.BeginAssertion.self)
        if reply.reason != nil { end(within: reply.graceDurationUSec) }
      } while connection.hasReply
    } catch {
      news?.cancel()
      connection.close()
      // The daemon waits no longer for a program that was told to end, and it must not go on without.
      if grace != nil { return pass(SIGKILL) }
      console.printError(
        "bgtaskctl: the daemon is gone: the machine does not wait for the program any more\n")
    }
  }

  /// Tells the program that its time is over.
  private func end(within uSec: Int64) {
    guard grace == nil else { return }
    pass(SIGTERM)
    // A stopped program takes no signal before it is continued.
    pass(SIGCONT)
    grace = Countdown(uSec: uSec, queue: queue) { [weak self] in self?.pass(SIGKILL) }
  }
}
