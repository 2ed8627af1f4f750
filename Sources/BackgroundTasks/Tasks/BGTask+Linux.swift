public import Foundation
import SchedulerAPI

/// Properties that Apple's class lacks.
extension BGTask {
  /// Only on Linux: the reason why the run was told to stop (R40); nil until it is. It is set before
  /// ``expirationHandler`` is called, so that work on the handler's own queue can look at it.
  public var expirationReason: BGTaskReason? { run.expirationReason }

  /// Only on Linux: the seconds that the run has to stop, from the expiration (R41); nil until then.
  public var expirationGrace: TimeInterval? { run.expirationGrace }

  /// Only on Linux: whether the run should save its work and come back later. Each look asks the daemon, so
  /// look between pieces of work of a second or so, not in a tight loop. True once the run has expired; false
  /// when the daemon cannot be asked.
  public var shouldDefer: Bool { run.shouldDefer }

  /// Only on Linux: says that the work so far is saved and the next run goes on from there. From then on the
  /// task starts when its conditions have held for 20 seconds: a short run is not in vain.
  public func checkpoint() { run.checkpoint() }

  /// Only on Linux: the seconds that the run may take from its launch (R30, R31).
  public var runtimeLimit: TimeInterval { Double(run.launch.limitUSec) / 1e6 }

  /// Only on Linux: the number of the attempt, from 1.
  public var attempt: Int { run.launch.task.attempt }

  /// Only on Linux: the run's name, which the journal has as `BGTASK_RUN_ID`.
  public var runIdentifier: String { run.runId }

  /// The run's progress, of any kind of task: the daemon is told, and `bgtaskctl list` shows it.
  package var reportedProgress: Progress { run.progress }
}
