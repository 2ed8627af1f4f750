import SchedulerAPI
import SchedulerCore

/// Something for the application that waits until the test lets time pass.
enum Delivery {
  /// A run for the process at this connection.
  case launch(Launch, ConnectionID)
  /// A file is to come or to go.
  case transfer(Launch)
  /// A run of it has to stop.
  case expire(RunID, ConnectionID, Wire.Reason, grace: TimeSpan)
  /// What somebody is told who follows something.
  case tell(@Sendable () -> Void)
  /// The application is to be launched, under this name.
  case start(RunID)
  /// The process of this name is to end, at once.
  case end(RunID)

  /// Whether it is about something that the application has been given already.
  func concerns(_ works: [RunID: Work]) -> Bool {
    switch self {
    case .launch, .transfer, .start: false
    case .expire(let run, _, _, _): works[run] != nil
    case .end, .tell: true
    }
  }
}
