package import Foundation

extension BGTask {
  /// How far the run is, of any kind of task: the daemon is told, and `bgtaskctl list` shows it.
  package var reportedProgress: Progress { run.progress }
}
