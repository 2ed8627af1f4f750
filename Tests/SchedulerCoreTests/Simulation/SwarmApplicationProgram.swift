@testable import SchedulerCore

/// A program of an application in a simulation, which connects, works, forgets and dies as it likes.
struct SwarmApplicationProgram {
  var key: ApplicationKey
  /// Its name when bgtaskd started it, as long as the daemon that did lives.
  var process: RunID?
  /// The executor has said that it runs.
  var isRunning: Bool
  var wasTold = false
  var wasKilled = false
  /// What it registered on.
  var connection: ConnectionID?
  /// The runs that it was given and believes to work on.
  var runs: [RunID] = []
  /// Those of them that the executor has not reported as running.
  var unreported: [RunID] = []

  init(_ key: ApplicationKey, process: RunID? = nil) {
    self.key = key
    self.process = process
    isRunning = process == nil
  }
}
