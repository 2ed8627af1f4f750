import BackgroundTasks

extension LifecycleState {
  /// What bgtaskd is told.
  var applicationState: BGTaskScheduler.ApplicationState {
    switch self {
    case .active: .active
    case .inactive: .inactive
    case .background, .suspended: .background
    }
  }
}
