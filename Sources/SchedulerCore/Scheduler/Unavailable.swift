/// Launches that cannot run anything because the store does not give the request. The task loses nothing: the
/// run is over and does not count, and the task waits.
extension Scheduler {
  mutating func payloadUnavailable(_ id: RunID, isDamaged: Bool, message: String, at moment: Moment) {
    guard var active = tables.runs[id] else { return }
    guard !active.isCancelled else { return end(active, as: .cancelled, at: moment) }
    guard !active.hasLostLease else { return end(active, as: .leaseLost, at: moment) }
    active.run.stopReason = Reason(requestIsDamaged: isDamaged, message)
    // A run that another daemon launched may have worked.
    let outcome: Outcome = isDamaged && !active.isRestored ? .launchFailed : .interrupted
    end(active, as: outcome, at: moment)
  }

  /// Reports that the task is held, once the end of the run that found the damage is recorded.
  mutating func reportDamage(foundBy run: Run) {
    guard run.stopReason?.code == .damaged, let entry = tables.tasks[run.taskID], let damage = entry.damage
    else { return }
    report(.damaged(entry.task, damage))
  }
}

extension Reason {
  /// Creates the reason why the store does not give a task's request. Damage is permanent; an unreadable
  /// request is tried again.
  package init(requestIsDamaged isDamaged: Bool, _ message: String) {
    self =
      isDamaged
      ? Reason(
        code: .damaged, message: "its request is damaged in the state file: run bgtaskd --recover",
        observed: message)
      : Reason(code: .unreadable, message: "its request could not be read", observed: message)
  }
}

extension TaskEntry {
  /// Returns the task's pause after a run that says nothing about the task; `nil` when the run counts.
  mutating func pauseAfterUncounted(_ run: Run) -> TimeSpan? {
    guard let code = run.stopReason?.code else { return nil }
    switch code {
    case .damaged:
      damage = run.stopReason
      return .zero
    case .unreadable:
      unreadLaunches += 1
      return Retry(maximumAttempts: .max).pause(afterAttempts: unreadLaunches)
    default:
      unreadLaunches = 0
      return hasMadeRoom(run, code) ? .zero : nil
    }
  }

  /// Returns whether the run was ended for the machine's sake and says nothing about its work, which starts
  /// anew when the machine is back or the conditions are, however often that happens. A program is told so by
  /// SIGTERM alone, while an application is told the reason and submits again when it wants to (R44).
  private func hasMadeRoom(_ run: Run, _ code: ReasonCode) -> Bool {
    if run.outcome == .interrupted, code.isMachineDeparture { return true }
    let request = task.request
    return request.target == .command && request.retry?.backoff != Backoff.none && code.isLoss
      && run.success != true && [.expired, .killed, .interrupted].contains(run.outcome)
  }
}
