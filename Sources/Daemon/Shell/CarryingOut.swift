import LinuxSystem
import SchedulerAPI
import SchedulerCore

extension Shell {
  /// Does what was decided, in order, now that it is on disk.
  func carryOut(_ batch: Batch<AfterCommit>, payloads: [TaskID: [UInt8]]) {
    for run in batch.endedRuns { programs?.forgetOutput(of: run) }
    for step in batch.steps {
      switch step {
      case .look(let body): body(self)
      case .directive(let directive): carryOut(directive, batch, payloads)
      }
    }
    showStatus()
  }

  private func carryOut(
    _ directive: Directive, _ batch: Batch<AfterCommit>, _ payloads: [TaskID: [UInt8]]
  ) {
    switch directive {
    case .store: preconditionFailure("changes are in the transaction")
    case .reply(let token, let reply): answer(token, reply, submitted: batch.submitted)
    case .launch(let launch): programs?.launch(launch, payload: payloads[launch.run.taskID])
    case .start(let start): programs?.start(start)
    case .deliver(let launch, let connection):
      deliver(launch, payload: payloads[launch.run.taskID], to: connection)
    case .warn(let run, let connection, let reason, let grace):
      warn(run, on: connection, reason, grace: grace)
    case .expire(let run, _, _): programs?.expire(run)
    case .freeze(let run): programs?.freeze(run)
    case .thaw(let run): programs?.thaw(run)
    case .kill(let run): programs?.kill(run)
    case .arm(let wakeUp):
      surroundings?.timer.arm(wallUSec: wakeUp.wall?.uSec, monotonicUSec: wakeUp.monotonic?.uSec)
    case .report(let occurrence):
      LogEntry(occurrence).map(log.write)
      tellWatchers(occurrence, submitted: batch.submitted)
      if case .ended(let run, _) = occurrence { programs?.release(run.id) }
    case .releaseDelay: releaseDelay()
    case .preventSleep(let isWanted): preventSleep(isWanted)
    case .readyToExit: end()
    }
  }

  /// What `systemctl status` shows.
  private func showStatus() {
    statusLine?.update(
      statusText("\(scheduler.pendingCount) tasks pending, \(scheduler.runningCount) running"))
  }
}
