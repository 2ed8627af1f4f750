import BackgroundTasks
import Dispatch
import SchedulerAPI
import SchedulerCore
import Testing

extension BGTaskScheduler {
  /// A scheduler of its own, as a process with this daemon has it.
  convenience init(_ daemon: ScriptedDaemon) { self.init(backend: DaemonBackend(path: daemon.path)) }

  /// Registers `org.example.a`, has the daemon deliver its run `run1`, and returns the task.
  func launchedTask(
    by daemon: ScriptedDaemon, on queue: DispatchQueue? = nil, kind: Wire.Kind = .refresh,
    title: String? = nil, subtitle: String? = nil
  ) throws -> BGTask {
    let launched = Fact<BGTask>()
    register(forTaskWithIdentifier: "org.example.a", using: queue) { launched.happens($0) }
    daemon.launch("org.example.a", run: "run1", kind: kind, title: title, subtitle: subtitle)
    return try #require(launched.wait())
  }
}
