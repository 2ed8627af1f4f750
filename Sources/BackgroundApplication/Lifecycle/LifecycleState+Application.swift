import BackgroundTasks

extension LifecycleState {
  /// The state of use that bgtaskd is told.
  var applicationState: BGTaskScheduler.ApplicationState {
    switch self {
    case .active: .active
    case .inactive: .inactive
    case .background, .suspended: .background
    }
  }
}
