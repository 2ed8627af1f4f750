@testable import SchedulerCore

/// A program that an executor runs in a simulation.
struct SwarmProgram {
  let run: Run
  var isRunning = false
  var wasTold = false
  var wasKilled = false
  var isFrozen = false

  init(run: Run) { self.run = run }
}
