import BackgroundTasks

extension Activity {
  init(_ step: PhotoLibrary.Step) {
    self = .indexed(path: step.path, problem: step.photo?.problem, isGone: step.photo == nil)
  }

  /// It happens for every file, so that only who asks wants to read it.
  var isDetail: Bool {
    if case .indexed = self { true } else { false }
  }

  /// A line for people.
  var text: String {
    switch self {
    case .found(let changed, let removed): "found \(changed) to read, \(removed) gone"
    case .indexed(let path, let problem, let isGone):
      (isGone ? "gone: " : "indexed: ") + SafeLine.text(path) + (problem.map { " (\($0.message))" } ?? "")
    case .toldToStop(let identifier, let reason):
      "told to stop \(identifier)" + (reason.map { ": \($0.message)" } ?? "")
    case .finished(let identifier): "finished \(identifier)"
    case .paused(let identifier): "saved what \(identifier) has done; it goes on later"
    case .failed(let identifier, let message): "\(identifier) failed: \(SafeLine.text(message))"
    }
  }
}
