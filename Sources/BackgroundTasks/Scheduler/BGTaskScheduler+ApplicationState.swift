import SchedulerAPI
import SchedulerCore

extension BGTaskScheduler {
  /// Only on Linux: the state of use of an application.
  public enum ApplicationState: Hashable, Sendable {
    /// The user works with the application.
    case active
    /// The application can be seen.
    case inactive
    /// The application is neither: the state of every process until it sets another.
    case background

    var wire: Wire.ApplicationState {
      switch self {
      case .active: .active
      case .inactive: .inactive
      case .background: .background
      }
    }
  }
}
