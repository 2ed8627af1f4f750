import BackgroundTasks
import Synchronization

/// An application for the daemon's tests: it handles identifiers, says in a file what it is given, and does
/// with it what it is told.
///
///     handling-program FILE BEHAVIOR [COUNT] IDENTIFIER
///     handling-program FILE fetches URL BYTES_PER_SECOND IDENTIFIER
///
/// The file gets a line when the identifier is registered, and one for each task, see ``note(_:)``. In the
/// second form a file is fetched once by a session of this identifier, and lies as `FILE.fetched` then.
@main enum HandlingProgram {
  private enum Behavior: String {
    /// Completes each task.
    case completes
    /// Never completes one.
    case holds
    /// Submits the same identifier again at once, before it completes the task, or right after that; `COUNT`
    /// tasks in all.
    case resubmitsBefore, resubmitsAfter
  }

  private static let taken = Mutex(0)

  static func main() {
    let arguments = CommandLine.arguments
    if arguments.count == 6, arguments[2] == "fetches", let url = URL(string: arguments[3]) {
      fetch(url, bytesPerSecond: Int(arguments[4]), arguments[5])
    }
    guard arguments.count > 3, let behavior = Behavior(rawValue: arguments[2]) else { exit(64) }
    let count = Int(arguments[3]) ?? 1
    let isRegistered = BGTaskScheduler.shared.register(
      forTaskWithIdentifier: arguments[arguments.count - 1], using: nil
    ) { handle($0, behavior, count) }
    guard isRegistered else { exit(78) }
    note("registered")
    dispatchMain()
  }

  private static func handle(_ task: BGTask, _ behavior: Behavior, _ count: Int) {
    note("\(task.identifier) \(task.runIdentifier) \(task.attempt)")
    let isLast = taken.withLock { taken in
      taken += 1
      return taken >= count
    }
    if behavior == .resubmitsBefore, !isLast { resubmit(task) }
    if behavior != .holds { task.setTaskCompleted(success: true) }
    if behavior == .resubmitsAfter, !isLast { resubmit(task) }
  }

  private static func resubmit(_ task: BGTask) {
    let request: BGTaskRequest =
      task is BGAppRefreshTask
      ? BGAppRefreshTaskRequest(identifier: task.identifier)
      : BGProcessingTaskRequest(identifier: task.identifier)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      note("refused: \(error.localizedDescription)")
    }
  }

  private static func fetch(_ url: URL, bytesPerSecond: Int?, _ identifier: String) -> Never {
    let fetched = URL(filePath: CommandLine.arguments[1] + ".fetched")
    let session = BackgroundTransferSession(identifier: identifier) { event in
      switch event {
      case .finished(_, let file):
        do {
          try FileManager.default.moveItem(at: file, to: fetched)
          note("finished")
        } catch {
          note("lost: \(error)")
        }
      case .failed(_, let error): note("failed: \(error.message)")
      case .progressed, .finishedEvents: break
      }
    }
    guard session.register() else { exit(78) }
    note("registered")
    let wasFetched = FileManager.default.fileExists(atPath: fetched.path(percentEncoded: false))
    if session.transfers.isEmpty, !wasFetched {
      var request = BackgroundTransferRequest(url)
      request.bytesPerSecond = bytesPerSecond
      do { try session.download(request) } catch { note("refused: \(error.localizedDescription)") }
    }
    session.follow()
    withExtendedLifetime(session) { dispatchMain() }
  }

  /// Adds a line, with the process in front, all at once.
  private static func note(_ text: String) {
    let file = open(CommandLine.arguments[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { exit(74) }
    let line = Array("\(getpid()) \(text)\n".utf8)
    guard write(file, line, line.count) == line.count, close(file) == 0 else { exit(74) }
  }
}
