import SchedulerAPI
import SchedulerCore

extension BGTaskScheduler {
  /// Only on Linux: how much an application is in use.
  public enum ApplicationState: Hashable, Sendable {
    /// Its user works with it.
    case active
    /// It can be seen.
    case inactive
    /// Neither: what every process is until it says something else.
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
