extension TaskRequest {
  /// Returns the rule by which the work of a run that ended is retried, or `nil` when it is not.
  ///
  /// Only work that asks for it is retried (R18, R44): the request with `retry`, the program with exit status
  /// 75 (`EX_TEMPFAIL`, sysexits.h). An interruption, which no user asks for, is always retried (R38), and so
  /// is an application that could not be started.
  /// - Parameter hasReported: Whether the program has said itself how its work ended: that counts then, and
  ///   not the exit status.
  func retryRule(after run: Run, hasReported: Bool) -> Retry? {
    guard run.success != true else { return nil }
    switch run.outcome {
    case .completed, .expired, .killed:
      return run.exitStatus == 75 && !hasReported ? retry ?? .usual(for: kind) : retry
    case .interrupted: return retry ?? .usual(for: kind)
    case .launchFailed: return target == .application ? retry ?? .usual(for: kind) : retry
    case .cancelled, .missed, .leaseLost, nil: return nil
    }
  }

}

extension ScheduledTask {
  /// Returns how many later dates of a repeating task have passed as well: one run makes up for all of them.
  /// At most a thousand dates of a calendar are counted.
  func missedPeriods(at now: WallTime, in place: CalendarPlace) -> Int {
    guard let earliest = ownDate, now > earliest else { return 0 }
    if let calendar = request.calendar {
      var missed = 0
      var last = earliest
      while missed < 1000, let date = calendar.date(after: last, of: key, in: place), date <= now {
        (missed, last) = (missed + 1, date)
      }
      return missed
    }
    guard let every = request.repeatEvery, every > .zero else { return 0 }
    return Int((now - earliest).uSec / every.uSec)
  }

  /// Returns the task at its next occurrence, or `nil` when it does not repeat or its calendar is over.
  /// - Parameter lastRun: The date on which its last run began, or would have. A date that was served is
  ///   over, even if the clock has been set back behind it since.
  func nextPeriod(after now: WallTime, lastRun: WallTime, in place: CalendarPlace) -> ScheduledTask? {
    let date = nextDate(after: now, isServed: lastRun >= anchor, in: place)
    guard date != nil || request.repeatsWithoutDates else { return nil }
    var next = date.map(moved) ?? self
    // A task that repeats after other tasks or changes of paths has no date of its own.
    if date == nil { (next.request.earliestBegin, next.request.deadline) = (nil, nil) }
    next.attempt = 1
    next.excusedAttempts = 0
    next.retryNotBefore = nil
    next.isOverdue = false
    (next.cause, next.calledFor) = (nil, nil)
    // A run before its date (R60, or for an action) was an additional one: that date's is still to come.
    guard date != ownDate else { return next }
    next.recurrence += 1
    next.notBefore = nil
    return next
  }

  /// Returns the task without the effects of a wall clock that was ahead: nothing was accepted in the future,
  /// a deadline that is still to come has not passed, and a repeating task does not wait for much longer than
  /// one period. With half a period to spare, a small correction of the clock does not bring back a date that
  /// was served.
  /// - Returns: `nil` when the task is right as it is, which nearly all are.
  func correction(at now: WallTime, in place: CalendarPlace) -> ScheduledTask? {
    let date = calledFor == nil ? correctedDate(at: now, in: place) : nil
    let hasMore =
      isOverdue || lacksSuccess || submitted > now || paths != nil || withoutSuccessSince != nil
      || calledFor != nil
    guard date != nil || hasMore else { return nil }
    var task = date.map(moved) ?? self
    if task.isOverdue, task.attempt == 1, let deadline = task.request.deadline, now < deadline {
      task.isOverdue = false
    }
    task.submitted = min(submitted, now)
    // A task that was called for is due, whatever the clock says.
    if calledFor != nil { task.bringForward(to: now) }
    if let paths { task.paths?.since = min(paths.since, now) }
    task.withoutSuccessSince = withoutSuccessSince.map { min($0, now) }
    if let due = task.successDue, now < due { task.lacksSuccess = false }
    return task == self ? nil : task
  }

  /// Returns the date that replaces one of a clock that was ahead or of another zone, or `nil` when the
  /// task's date is right. A date of the calendar may be one too far, so that a small correction of the clock
  /// does not bring back a date that was served.
  private func correctedDate(at now: WallTime, in place: CalendarPlace) -> WallTime? {
    guard let earliest = request.earliestBegin, earliest > now else { return nil }
    if let calendar = request.calendar {
      guard recurrence > 0 else {
        let first = calendar.date(from: max(now, notBefore ?? now), of: key, in: place)
        return first == earliest ? nil : first
      }
      guard calendar.date(from: earliest, of: key, in: place) == earliest else {
        return calendar.date(from: now, of: key, in: place)
      }
      guard let first = calendar.date(after: now, of: key, in: place),
        let second = calendar.date(after: first, of: key, in: place), second < earliest
      else { return nil }
      return first
    }
    guard recurrence > 0, let every = request.repeatEvery,
      earliest > now + every + TimeSpan(uSec: every.uSec / 2)
    else { return nil }
    return nextDate(after: now, in: place)
  }

  /// Notes the date that the request asked its calendar to begin at. One that gives back the date of the task
  /// before it, as an edit does, asks for none itself.
  mutating func takeNotBefore(_ asked: WallTime?, after earlier: ScheduledTask?) {
    guard let calendar = request.calendar, let asked else { return }
    let isGivenBack = earlier?.shownDate == asked && earlier?.request.calendar == calendar
    notBefore = isGivenBack ? earlier?.notBefore : asked
  }

  /// Takes over the progress of the waiting task that this one replaces: a request that is submitted again is
  /// no success, and many programs submit theirs whenever they start.
  mutating func takeOverWait(from earlier: ScheduledTask) {
    if request.pathTrigger?.paths == earlier.request.pathTrigger?.paths { paths = earlier.paths }
    guard request.overdueAfter != nil, earlier.request.overdueAfter != nil else { return }
    withoutSuccessSince = earlier.withoutSuccessSince ?? earlier.submitted
    lacksSuccess = earlier.lacksSuccess && successDue.map { $0 <= submitted } ?? false
  }

  /// The date that the dates of a repeating task are counted from.
  private var anchor: WallTime { ownDate ?? submitted }

  /// Returns the first date of a repeating task that is still to come: of its calendar, or on the grid of its
  /// first date.
  private func nextDate(after now: WallTime, isServed: Bool = false, in place: CalendarPlace) -> WallTime? {
    if let calendar = request.calendar {
      let past = isServed ? max(now, anchor) : now
      // A run before the first date does not bring it forward (R17).
      if let notBefore, notBefore > past { return calendar.date(from: notBefore, of: key, in: place) }
      return calendar.date(after: past, of: key, in: place)
    }
    guard let every = request.repeatEvery, every > .zero else { return nil }
    var periods = (now - anchor).uSec.dividedDown(by: every.uSec).saturatingPlus(1)
    // The grid goes on before the anchor, for a clock that was set back, but not before the first date that
    // was asked for (R17).
    if recurrence == 0 && request.earliestBegin != nil { periods = max(periods, 0) }
    if isServed { periods = max(periods, 1) }
    let date = anchor + TimeSpan(uSec: every.uSec.saturatingTimes(periods))
    // Only dates out of all bounds leave the grid; a next date that has passed already would repeat for ever.
    return date > now ? date : now + every
  }

  /// Returns the task with another date, and its deadline as far from that as before.
  private func moved(to date: WallTime) -> ScheduledTask {
    var task = self
    task.request.earliestBegin = date
    task.request.deadline = request.deadline.map { date + max($0 - anchor, .zero) }
    return task
  }
}
