import Glibc
import LinuxSystem
import SchedulerAPI
import Varlink

/// Has the daemon read its files again, as `systemctl reload` does, and waits for its report on one task.
struct FileTakeover {
  enum Outcome {
    /// The file is in force.
    case taken
    /// The file declares the task no more, and the daemon has dropped it.
    case dropped
    /// The file's request is not possible; the daemon's journal has the reason.
    case refused
    /// The daemon has reported nothing of it in time.
    case silent
    /// No daemon could be told.
    case untold
  }

  /// The longest wait in microseconds: reading takes a moment, and looking up users may, too.
  private static let patience: Int64 = 10_000_000

  private let task: Wire.Task
  private let process: pid_t
  private let daemon: DaemonConnection
  private let events: DaemonConnection

  /// Fails where the daemon's process is not known.
  init?(of task: Wire.Task, _ daemon: DaemonConnection, _ invocation: Invocation) throws(Failure) {
    let status = try? daemon.call(SchedulerMethod.Status.self, Empty()).reply
    guard let process = status?.pid.flatMap(pid_t.init(exactly:)), Self.isDaemon(process) else { return nil }
    (self.task, self.process, self.daemon) = (task, process, daemon)
    events = try invocation.connectForEvents()
  }

  func run() throws(Failure) -> Outcome {
    var outcome: Outcome?
    var isTold = false
    func tell() throws(Failure) -> DaemonConnection.Pause {
      guard !isTold else { return .endless }
      isTold = true
      // The call for events arrives before this one, and both before the signal, so that no report is missed.
      _ = try daemon.call(SchedulerMethod.Status.self, Empty())
      guard kill(process, SIGHUP) == 0 else {
        outcome = .untold
        return .over
      }
      return .endless
    }
    let identifier = task.request.identifier
    do throws(Failure) {
      try events.stream(
        SchedulerMethod.Watch.self,
        .init(identifierPrefix: identifier, allUsers: task.uid == geteuid() ? nil : true),
        deadline: .after(uSec: Self.patience), whenIdle: tell
      ) { event, _ throws(Failure) in
        switch ReportKind(event: event.event) {
        case .declarationRefused: outcome = .refused
        case .withdrawn: if isMeant(event.task) { outcome = .dropped }
        case .submitted, .replaced: if isMeant(event.task) { outcome = .taken }
        default: break
        }
        return outcome == nil
      }
    } catch {
      guard error.isTimeOut else { throw error }
    }
    return outcome ?? .silent
  }

  /// Whether an event is about the task itself, and not about one whose identifier begins as its does.
  private func isMeant(_ told: Wire.Task?) -> Bool {
    told?.uid == task.uid && told?.request.identifier == task.request.identifier
  }

  /// Whether the process is a bgtaskd. A program on the socket may name any process; no other is told.
  private static func isDaemon(_ process: pid_t) -> Bool {
    guard process > 1, let name = try? SmallFile.read("/proc/\(process)/comm", atMost: 64) else {
      return false
    }
    return String(decoding: name, as: UTF8.self) == "bgtaskd\n"
  }
}
