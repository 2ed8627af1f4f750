// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Reports that a run of the caller's user has saved its work, so that the next run goes on from there: a
  /// patient task then waits for less before it starts, from now on. The program of a command may end with
  /// exit status 75 instead, when it was told to stop for a lost condition.
  ///
  /// Errors: NoSuchRun, Unavailable (this could not be stored).
  ///
  ///     call  Checkpoint {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
  ///     reply {}
  package enum Checkpoint: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Checkpoint"
    package typealias Parameters = ShouldDefer.Parameters
    package typealias Reply = Empty
  }
}
