import BackgroundTasks

extension BGTaskScheduler {
  /// A scheduler of its own, as a process with this daemon has it.
  convenience init(_ daemon: ScriptedDaemon) { self.init(backend: DaemonBackend(path: daemon.path)) }
}
