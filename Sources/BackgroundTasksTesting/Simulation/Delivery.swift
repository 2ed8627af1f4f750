import SchedulerAPI
import SchedulerCore

/// A delivery to the application that waits until the test lets time pass.
enum Delivery {
  /// A run for the process at this connection.
  case launch(Launch, ConnectionID)
  /// A transfer that is to be carried out.
  case transfer(Launch)
  /// A notice that a run of this process has to stop.
  case expire(RunID, ConnectionID, Wire.Reason, grace: TimeSpan)
  /// A call that tells a watch its news.
  case tell(@Sendable () -> Void)
  /// The launch of the application, under this name.
  case start(RunID)
  /// The end of the process of this name, at once.
  case end(RunID)

  /// Whether the delivery concerns work that the application has been given already.
  func concerns(_ works: [RunID: Work]) -> Bool {
    switch self {
    case .launch, .transfer, .start: false
    case .expire(let run, _, _, _): works[run] != nil
    case .end, .tell: true
    }
  }
}
