package import Foundation

extension BGTask {
  /// The run's progress, of any kind of task: the daemon is told, and `bgtaskctl list` shows it.
  package var reportedProgress: Progress { run.progress }
}
