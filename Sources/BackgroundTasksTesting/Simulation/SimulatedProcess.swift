import BackgroundTasks
import SchedulerAPI
import SchedulerCore

/// A process of the simulated application: a connection to the scheduler, and what it said there.
struct SimulatedProcess {
  /// Whom runs are delivered to.
  weak var delegate: (any SchedulerDelegate)?
  /// What it was launched as; nil for one that the test brought along.
  let launch: RunID?
  /// What it handles, in the order in which that was registered.
  var identifiers: [String] = []
  /// The name of its registration; nil before the first.
  var registration: String?
  var applicationState = Wire.ApplicationState.background

  init(delegate: any SchedulerDelegate, launch: RunID?) {
    self.delegate = delegate
    self.launch = launch
  }
}
