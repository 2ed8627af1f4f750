import BackgroundTasks
import SchedulerAPI
import SchedulerCore

/// A process of the simulated application: its connection to the scheduler, and what it said there.
struct SimulatedProcess {
  /// The receiver of the process's runs.
  weak var delegate: (any SchedulerDelegate)?
  /// The launch for which the process was started; nil for the test's own process.
  let launch: RunID?
  /// The registered identifiers, in the order of their registration.
  var identifiers: [String] = []
  /// The name of its registration; nil before the first.
  var registration: String?
  var applicationState = Wire.ApplicationState.background
}
