import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TaskStore

extension Shell {
  /// Carries out what was decided, in order, now that it is on disk.
  func carryOut(_ batch: Batch<AfterCommit>, payloads: FoundPayloads) {
    for run in batch.endedRuns { programs.forgetOutput(of: run) }
    for step in batch.steps {
      switch step {
      case .look(let body): body(self)
      case .directive(let directive): carryOut(directive, batch, payloads)
      }
    }
    sayReloaded()
    switch phase {
    // The tasks are not taken over yet, and the progress of reading the store was shown.
    case .takingOver: break
    case .deciding: showStart()
    case .listening, .ending, .ended: showStatus()
    }
  }

  private func carryOut(
    _ directive: Directive, _ batch: Batch<AfterCommit>, _ payloads: FoundPayloads
  ) {
    switch directive {
    case .reply(let token, let reply): answer(token, reply, payloads)
    case .answer(let connection, let answer): self.answer(connection, answer)
    case .launch(let launch):
      switch request(of: launch, in: payloads) {
      case .success(let request): programs.launch(launch, request)
      case .failure(let problem): cannotStart(launch, problem)
      }
    case .start(let start): programs.start(start)
    case .deliver(let launch, let connection):
      deliver(launch, payloads, to: connection)
    case .warn(let run, let connection, let reason, let grace):
      warn(run, on: connection, reason, grace: grace)
    case .warnAssertion(let connection, let reason, let grace):
      warnAssertion(connection, reason, grace: grace)
    case .relieveAssertion(let connection, let remaining, let grace):
      relieveAssertion(connection, remaining: remaining, grace: grace)
    case .dropAssertion(let connection): dropAssertion(connection)
    case .expire(let run, _, _): programs.expire(run)
    case .guardLease(let run, let until, let grace): programs.guardLease(of: run, until: until, grace: grace)
    case .freeze(let run): programs.freeze(run)
    case .thaw(let run): programs.thaw(run)
    case .kill(let run): programs.kill(run)
    case .check(let request): programs.check(request)
    case .look(let look): programs.look(look)
    case .unwatch(let id): programs.unwatch(id)
    case .arm(let wakeUp):
      timer.arm(
        wallUSec: wakeUp.wall?.uSec, monotonicUSec: wakeUp.latestPoint?.uSec)
    case .goOn: take(.goOn)
    case .report(.declarationRefused(let key, let file, let error)):
      let problem = refuse(file, error).description
      report(
        Report(refused: key, problem, hasEarlier: scheduler.isDeclared(key)), batch, payloads)
    case .report(let occurrence):
      report(Report(occurrence), batch, payloads)
      if case .ended(let run, _) = occurrence { programs.release(run.id) }
    case .releaseDelay: releaseDelay()
    case .preventSleep(let isWanted): preventSleep(isWanted)
    case .readyToExit: endSoon()
    }
  }

  private func report(_ report: Report, _ batch: Batch<AfterCommit>, _ payloads: FoundPayloads) {
    log.write(report) {
      let payload = report.watchedTask.flatMap { try? batch.submitted[$0.id]?.get() }
      return payload.flatMap(Wire.TaskRequest.label)
    }
    tellWatchers(report, payloads)
  }

  /// Returns the request that the launch runs.
  private func request(of launch: Launch, in payloads: FoundPayloads) -> Result<
    Wire.TaskRequest, PayloadProblem
  > {
    (payloads[launch.run.taskID] ?? .failure(.missing)).request(of: launch.run.taskID)
  }

  /// Tells the scheduler that the request cannot be read; it decides what becomes of the task.
  func cannotStart(_ launch: Launch, _ problem: PayloadProblem) {
    take(.payloadUnavailable(launch.run.id, isDamaged: problem.isDamage, message: problem.message))
  }

  /// Shows the counts of tasks in `systemctl status`.
  private func showStatus() {
    statusLine.update(statusText("\(pendingText), \(standing.running) running"))
  }

  /// The number of pending tasks, for people.
  var pendingText: String {
    let count = standing.pending
    return "\(count) \(count == 1 ? "task" : "tasks") pending"
  }
}
