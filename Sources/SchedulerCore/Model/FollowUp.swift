extension TaskRequest {
  /// By which rule a run that ended is tried again; nil is not at all.
  ///
  /// Only what asks for it is tried again (R18, R44): the request with `retry`, the program with exit status 75
  /// (`EX_TEMPFAIL`, sysexits.h). An interruption is nobody's wish and always is (R38), and so is an application
  /// that could not be started.
  func retryRule(after run: Run) -> Retry? {
    guard run.success != true else { return nil }
    switch run.outcome {
    case .completed, .expired, .killed: return run.exitStatus == 75 ? retry ?? Retry() : retry
    case .interrupted: return retry ?? Retry()
    case .launchFailed: return target == .application ? retry ?? Retry() : retry
    case .cancelled, .missed, nil: return nil
    }
  }

  /// How many later dates of a repeating task have passed as well: one run makes up for all of them.
  func missedPeriods(at now: WallTime) -> Int {
    guard let repeatEvery, let earliestBegin, now > earliestBegin else { return 0 }
    return Int((now - earliestBegin).uSec / repeatEvery.uSec)
  }
}

extension ScheduledTask {
  /// The task as it waits for its next period: its dates on the grid of its first one, the first that is still to
  /// come. Nil when it does not repeat.
  func nextPeriod(after now: WallTime) -> ScheduledTask? {
    guard let every = request.repeatEvery else { return nil }
    let anchor = request.earliestBegin ?? submitted
    let passed = now < anchor ? 0 : (now - anchor).uSec / every.uSec
    // A clock that was set back leaves dates behind in the future: never wait for longer than one period.
    let date = min(anchor + TimeSpan(uSec: (passed + 1) * every.uSec), now + every)
    var next = self
    next.request.earliestBegin = date
    next.request.deadline = request.deadline.map { date + ($0 - anchor) }
    next.attempt = 1
    next.retryNotBefore = nil
    next.recurrence += 1
    next.isOverdue = false
    return next
  }
}
