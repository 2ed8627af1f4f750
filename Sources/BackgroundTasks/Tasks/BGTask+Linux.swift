public import Foundation
import SchedulerAPI

/// What Apple's class does not have.
extension BGTask {
  /// Only on Linux: why the run was told to stop (R40); nil until it is. It is there before
  /// ``expirationHandler`` is called, so that work on the handler's own queue can look at it.
  public var expirationReason: BGTaskReason? { run.expirationReason }

  /// Only on Linux: how many seconds the run has to stop, from the expiration (R41); nil until then.
  public var expirationGrace: TimeInterval? { run.expirationGrace }

  /// Only on Linux: whether the run should save its work and come back later. It asks the daemon, so ask it
  /// between pieces of work of a second or so, not in a tight loop. True once the run has expired; false when
  /// the daemon cannot be asked.
  public var shouldDefer: Bool { run.shouldDefer }

  /// Only on Linux: how many seconds the run may take from its launch (R30, R31).
  public var runtimeLimit: TimeInterval { Double(run.launch.limitUSec) / 1e6 }

  /// Only on Linux: which attempt the run is, from 1.
  public var attempt: Int { run.launch.task.attempt }

  /// Only on Linux: the run's name, which the journal has as `BGTASK_RUN_ID`.
  public var runIdentifier: String { run.runId }
}
