import BackgroundTasks
import Synchronization

/// An application for the daemon's tests: it handles identifiers, says in a file what it is given, and does
/// with it what it is told.
///
///     handling-program FILE BEHAVIOR [COUNT] IDENTIFIER
///
/// The file gets a line when the identifier is registered, and one for each task, see ``note(_:)``.
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

  /// Adds a line, with the process in front, all at once.
  private static func note(_ text: String) {
    let file = open(CommandLine.arguments[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { exit(74) }
    let line = Array("\(getpid()) \(text)\n".utf8)
    guard write(file, line, line.count) == line.count, close(file) == 0 else { exit(74) }
  }
}
