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
    let isServed = lastRun >= anchor
    let date = nextDate(after: now, isServed: isServed, in: place)
    guard date != nil || request.repeatsWithoutDates else { return nil }
    var next = self
    (next.request.earliestBegin, next.cause, next.calledFor, next.turnCame) = (ownDate, nil, nil, nil)
    if let date {
      next.move(to: date)
    } else if isServed {
      // A task that repeats after other tasks or changes of paths has no date of its own but the first one.
      (next.request.earliestBegin, next.request.deadline) = (nil, nil)
    }
    next.attempt = 1
    next.excusedAttempts = 0
    next.retryNotBefore = nil
    next.isOverdue = false
    // A run before its date (R60, or for an action) was an additional one: that date's is still to come, also
    // where another zone has moved it.
    if isServed, date != ownDate || date == nil { next.recurrence += 1 }
    return next
  }

  /// Returns the task without the effects of a wall clock that was ahead: nothing was accepted in the future,
  /// a deadline that is still to come has not passed, and a repeating task does not wait for much longer than
  /// one period. With half a period to spare, a small correction of the clock does not bring back a date that
  /// was served.
  /// - Returns: `nil` when the task is right as it is, which nearly all are.
  func correction(at now: WallTime, in place: CalendarPlace) -> ScheduledTask? {
    var task = self
    if isAskedByWrongClock(at: now, in: place) { task.notBefore = nil }
    let date = calledFor == nil ? task.correctedDate(at: now, in: place) : nil
    let hasMore =
      isOverdue || lacksSuccess || submitted > now || paths != nil || withoutSuccessSince != nil
      || calledFor != nil || waitsSince ?? now > now || turnCame ?? now > now
    guard date != nil || hasMore else { return nil }
    if let date { task.move(to: date) }
    if task.isOverdue, task.attempt == 1, let deadline = task.request.deadline, now < deadline {
      task.isOverdue = false
    }
    task.submitted = min(submitted, now)
    task.waitsSince = waitsSince.map { min($0, now) }
    task.turnCame = turnCame.map { min($0, now) }
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
      guard recurrence > 0, date(of: calendar, from: earliest, in: place) == earliest else {
        let first = date(of: calendar, from: now, in: place)
        return first == earliest ? nil : first
      }
      guard let first = date(of: calendar, from: now + Self.moment, in: place),
        let second = calendar.date(after: first, of: key, in: place), second < earliest
      else { return nil }
      return first
    }
    guard recurrence > 0, let every = request.repeatEvery,
      earliest > now + every + TimeSpan(uSec: every.uSec / 2)
    else { return nil }
    return nextDate(after: now, in: place)
  }

  /// Takes over the time without success of the task that this one replaces: a request that is submitted
  /// again is no success, and many programs submit theirs whenever they start.
  mutating func takeOverWait(from earlier: ScheduledTask) {
    guard request.overdueAfter != nil, earlier.request.overdueAfter != nil else { return }
    withoutSuccessSince = earlier.withoutSuccessSince ?? earlier.submitted
    lacksSuccess = earlier.lacksSuccess && successDue.map { $0 <= submitted } ?? false
  }

  /// The least difference of two dates.
  static let moment = TimeSpan(uSec: 1)

  /// Returns the calendar's first date from a moment on that is not before the date asked for (R17).
  func date(
    of calendar: CalendarSchedule, from moment: WallTime, in place: CalendarPlace
  ) -> WallTime? {
    calendar.date(from: max(moment, notBefore ?? moment), of: key, in: place)
  }

  /// Returns whether the date asked for says nothing: the clock was ahead when the request came, and the date
  /// was between then and the calendar's first one, as a time from then on mostly is.
  private func isAskedByWrongClock(at now: WallTime, in place: CalendarPlace) -> Bool {
    guard submitted > now, let notBefore, notBefore >= submitted, let calendar = request.calendar else {
      return false
    }
    return calendar.date(from: submitted, of: key, in: place).map { notBefore <= $0 } ?? false
  }

  /// The date that the dates of a repeating task are counted from.
  private var anchor: WallTime { ownDate ?? waitsSince ?? submitted }

  /// Returns the first date of a repeating task that is still to come: of its calendar, or on the grid of its
  /// first date.
  private func nextDate(after now: WallTime, isServed: Bool = false, in place: CalendarPlace) -> WallTime? {
    if let calendar = request.calendar {
      return date(of: calendar, from: (isServed ? max(now, anchor) : now) + Self.moment, in: place)
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

  /// Moves the task's own date, and its deadline, which stays as far behind it. A call stays in force.
  mutating func move(to date: WallTime) {
    request.deadline = request.deadline.map { date + max($0 - anchor, .zero) }
    if calledFor == nil { request.earliestBegin = date } else { calledFor = date }
  }
}
