import BackgroundTasks
import SchedulerCore

/// Through what the application's process talks to the simulation.
struct ApplicationSchedulers {
  /// The one that the test hands out.
  weak var own: BGTaskScheduler?
  /// The way of `BGTaskScheduler.shared`, while a test has put the simulation behind it.
  var shared: SimulatedConnection?
  /// What the present process was launched as.
  var launch: RunID?
}
