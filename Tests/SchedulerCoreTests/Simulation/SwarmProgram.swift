@testable import SchedulerCore

/// A program that an executor runs in a simulation.
struct SwarmProgram {
  let run: Run
  var isRunning = false
  var wasTold = false
  var wasKilled = false
  var isFrozen = false
  /// It is being stopped, and cannot be frozen any more.
  var refusesFreeze = false

  init(run: Run) { self.run = run }
}
