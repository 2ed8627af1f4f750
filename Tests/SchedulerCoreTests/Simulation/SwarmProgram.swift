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
  /// The end of the lease at which somebody else stops it, should no daemon be there.
  var guardedUntil: BootTime?

  init(_ launch: Launch) { (run, guardedUntil) = (launch.run, launch.task.lease?.until) }
}
