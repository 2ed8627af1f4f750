/// The dates of a request and its place in their series: the beginning, or the place of a task that it
/// replaces.
struct DateSeries {
  /// The date before which the request does not begin; `nil` where it has none.
  var date: WallTime?
  /// The date by which it should have begun.
  var deadline: WallTime?
  /// Whether it waits for that date, and not for the calendar's first one from there on.
  var hasDate: Bool
  /// The date before which no date of the calendar may be (``ScheduledTask/notBefore``).
  private let notBefore: WallTime?
  /// The date since which it waits (``ScheduledTask/waitsSince``); `nil` where it begins anew.
  fileprivate(set) var waitsSince: WallTime?
  /// The task whose place it takes, with its periods, attempts and calls.
  private let task: ScheduledTask?

  /// The beginning of a request's own series.
  init(of request: TaskRequest) {
    (date, deadline, hasDate) = (request.earliestBegin, request.deadline, request.calendar == nil)
    (notBefore, task) = (hasDate ? nil : request.earliestBegin, nil)
  }

  /// The place of a task.
  fileprivate init(of task: ScheduledTask) {
    (date, deadline, hasDate) = (task.request.earliestBegin, task.request.deadline, true)
    (notBefore, self.task) = (task.notBefore, task)
    waitsSince = task.waitsSince ?? task.submitted
  }

  /// Whether the series has no dates any more, so that it repeats after other tasks or changes of paths.
  var isBehindDates: Bool { ownDate == nil && task.map { $0.recurrence > 0 } ?? false }

  /// The date of the request or of the period, also where an action or a person has brought it forward.
  var ownDate: WallTime? { task?.calledFor ?? date }

  /// Gives the place to a task.
  func give(to next: inout ScheduledTask) {
    (next.request.earliestBegin, next.request.deadline) = (date, deadline)
    next.notBefore = next.request.calendar == nil ? nil : notBefore
    guard let task else { return }
    (next.recurrence, next.attempt, next.excusedAttempts) = (
      task.recurrence, task.attempt, task.excusedAttempts
    )
    // A task for which the date means nothing is as small as before.
    if next.request.repeats || next.request.deadline != nil || !next.request.wish.relaxations.isEmpty {
      next.waitsSince = waitsSince
    }
    // Other predecessors or paths take it away when the task is placed.
    next.turnCame = task.turnCame
    (next.retryNotBefore, next.cause, next.calledFor) = (task.retryNotBefore, task.cause, task.calledFor)
    // An overdue task is reported again when it has another deadline, and dropped when it may not be late.
    next.isOverdue =
      task.isOverdue && deadline == task.request.deadline && next.request.onDeadline != .drop
  }
}

extension ScheduledTask {
  /// Returns the place with which a request goes on that replaces this task; `nil` when it begins anew.
  ///
  /// A request goes on that gives back the date that callers see, as an edit does. Where they see none, the
  /// date of the acceptance stands for it. A request without a date goes on when it has the same calendar:
  /// many programs submit theirs whenever they start.
  /// - Parameter run: The task's run; `nil` while it waits.
  func series(
    goingOnIn request: TaskRequest, during run: Run?, at now: WallTime, in place: CalendarPlace
  ) -> DateSeries? {
    let givesBack = request.earliestBegin == shownDate ?? submitted
    let isSubmittedAgain =
      request.earliestBegin == nil && request.calendar != nil && request.calendar == self.request.calendar
    guard givesBack || isSubmittedAgain else { return nil }
    var task = self
    var hasDate = true
    if !givesBack {
      task.notBefore = nil
    } else if request.calendar != nil, self.request.calendar == nil, recurrence == 0 {
      // Without a calendar the first date is the one that the request has asked for.
      task.notBefore = ownDate
    }
    if let run {
      // A request that does not repeat any more has its last date by the rule of before.
      if request.repeats { task.takeRule(of: request) }
      if self.request.calendar != nil, task.request.calendar == nil { task.recurrence = 0 }
      guard let next = task.nextPeriod(after: now, lastRun: run.started, in: place) else { return nil }
      task = next
    } else {
      task.takePeriod(of: request, at: now)
      task.takeRule(of: request)
      if !givesBack || request.calendar != self.request.calendar {
        hasDate = task.take(request.calendar, insteadOf: self.request.calendar, givesBack, at: now, in: place)
      }
    }
    if task.request.deadline != self.request.deadline { task.isOverdue = false }
    var series = DateSeries(of: task)
    series.hasDate = hasDate
    // A run has ended the wait of a request that is submitted again.
    if run != nil, !givesBack { series.waitsSince = nil }
    // The wait for a turn was none for conditions.
    if run == nil, isBeforeTurn, !request.hasTurn { series.waitsSince = nil }
    if !givesBack || request.deadline != self.request.deadline { series.deadline = request.deadline }
    return series
  }

  /// Returns whether a request that was submitted during the task's run goes on with it, as an edit does, and
  /// takes over what is left to do of its date. A run before that date was an additional one.
  func goesOn(after task: ScheduledTask, _ run: Run) -> Bool {
    attempt == 1 && request.repeats && waitsSince == task.waitsSince ?? task.submitted
      && task.ownDate.map { $0 <= run.started } ?? true
  }

  /// Takes over the attempts of the task that this one goes on with. Its own date is still to come.
  mutating func takeAttempts(of earlier: ScheduledTask, at now: WallTime) {
    (attempt, excusedAttempts, retryNotBefore) = (
      earlier.attempt, earlier.excusedAttempts, earlier.retryNotBefore
    )
    (cause, turnCame) = (cause ?? earlier.cause, earlier.turnCame)
    if earlier.resumes { resumes = true }
    bringForward(to: now)
  }

  /// Takes over the rule by which a request repeats.
  private mutating func takeRule(of other: TaskRequest) {
    (request.repeatEvery, request.calendar) = (other.repeatEvery, other.calendar)
    (request.order, request.pathTrigger) = (other.order, other.pathTrigger)
  }

  /// Takes over another calendar: its first date from now on, or the same date with another delay. A date
  /// that has come stays for the run or the retry that it leads to, unless the calendar has other dates.
  /// - Returns: Whether the calendar has a date. Otherwise the request is refused, because it has none from
  ///   the task's date on.
  private mutating func take(
    _ calendar: CalendarSchedule?, insteadOf earlier: CalendarSchedule?, _ keepsDate: Bool,
    at now: WallTime, in place: CalendarPlace
  ) -> Bool {
    let hasSameDates = calendar.map { earlier?.hasSameDates(as: $0) == true } ?? false
    if attempt > 1, ownDate == nil { request.earliestBegin = min(submitted, now) }
    let isDue = ownDate.map { $0 <= now } ?? true
    if isDue, hasSameDates || attempt > 1 { return true }
    if !hasSameDates { recurrence = 0 }
    // Without a calendar the next date is the first one.
    guard let calendar else { return true }
    var start = now + Self.moment
    if keepsDate, hasSameDates, let earlier, let ownDate {
      start = ownDate - place.delay(upTo: earlier.randomizedDelay, of: key)
    }
    guard let date = date(of: calendar, from: start, in: place) else {
      (request.earliestBegin, calledFor) = (max(start, notBefore ?? start), nil)
      return false
    }
    move(to: date)
    return true
  }

  /// Waits for another period after its last date. A date that has come stays.
  private mutating func takePeriod(of next: TaskRequest, at now: WallTime) {
    guard recurrence > 0, let old = request.repeatEvery, let every = next.repeatEvery, let ownDate,
      ownDate > now
    else { return }
    move(to: ownDate - old + every)
  }

  /// Returns the task as a change of its file finds it: its attempts begin anew, and at once.
  var withoutAttempts: ScheduledTask {
    var task = self
    (task.attempt, task.excusedAttempts, task.retryNotBefore) = (1, 0, nil)
    return task
  }
}
