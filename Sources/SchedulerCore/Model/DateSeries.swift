/// The place of a request in the series of its dates: at its beginning, or that of the task that it replaces.
struct DateSeries {
  /// Whether the request has the date of the series already, so that it is not the calendar's first one.
  var hasDate = false
  /// The number of past periods.
  var recurrence = 0
  /// The date before which no date of the calendar may be (``ScheduledTask/notBefore``).
  var notBefore: WallTime?
  /// The action that has called for the task, and the task's own date.
  var call: (cause: ActionCause?, ownDate: WallTime)?

  /// The beginning of a request's own series.
  init(of request: TaskRequest) { notBefore = request.calendar == nil ? nil : request.earliestBegin }

  /// The place of a task that a request replaces, which keeps the task's date.
  fileprivate init(of task: ScheduledTask) {
    hasDate = true
    recurrence = task.recurrence
    notBefore = task.notBefore
    if task.isCalled { call = task.calledFor.map { (task.cause, $0) } }
  }

  /// The place behind the dates of a task, where the request asks for no date.
  fileprivate init(behind task: ScheduledTask) { recurrence = task.recurrence + (task.runID == nil ? 0 : 1) }
}

extension ScheduledTask {
  /// Whether it waits because an action has called for it.
  fileprivate var isCalled: Bool { calledFor != nil && runID == nil && attempt == 1 }

  /// Takes the place in a series of dates.
  mutating func take(_ series: DateSeries) {
    recurrence = series.recurrence
    notBefore = series.notBefore
    if let call = series.call { (cause, calledFor) = (call.cause, call.ownDate) }
  }

  /// Returns the place with which a request goes on that replaces this task: it has the same rule for its
  /// dates, and gives back this task's date, as an edit does, or asks for none. Else nil.
  func series(goingOnIn request: TaskRequest) -> DateSeries? {
    guard request.calendar == self.request.calendar, request.repeatEvery == self.request.repeatEvery else {
      return nil
    }
    guard let asked = request.earliestBegin else {
      return request.calendar == nil ? nil : DateSeries(behind: self)
    }
    return asked == shownDate ? DateSeries(of: self) : nil
  }

  /// Returns the date with which the request of a file goes on that has changed in other fields, and its
  /// place in the series; `nil` when it begins anew, because the task does not repeat and is running. With
  /// another period it waits that long after its last date.
  func carried(
    into next: TaskRequest, after run: Run?, at now: WallTime, in place: CalendarPlace
  ) -> (date: WallTime?, series: DateSeries)? {
    var task = self
    if let run {
      (task.request.repeatEvery, task.request.calendar) = (next.repeatEvery, next.calendar)
      return task.nextPeriod(after: now, lastRun: run.started, in: place).map {
        ($0.request.earliestBegin, DateSeries(of: $0))
      }
    }
    if recurrence > 0, let old = request.repeatEvery, let every = next.repeatEvery {
      if task.calledFor == nil { task.request.earliestBegin = ownDate.map { $0 - old + every } }
      task.calledFor = calledFor.map { $0 - old + every }
    }
    if !next.repeats { task.recurrence = 0 }
    return (task.shownDate, DateSeries(of: task))
  }
}
