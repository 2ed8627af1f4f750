import BackgroundTasks

/// What the program does in the background, for its log.
enum Activity: Sendable {
  /// A refresh found work.
  case found(changed: Int, removed: Int)
  /// A file was read, or is gone.
  case indexed(path: String, problem: PhotoProblem?, isGone: Bool)
  /// A run was told to stop.
  case toldToStop(identifier: String, reason: BGTaskReason?)
  /// A run did all that there was to do.
  case finished(identifier: String)
  /// A run saved what it had, and comes back for the rest.
  case paused(identifier: String)
  case failed(identifier: String, message: String)
}
