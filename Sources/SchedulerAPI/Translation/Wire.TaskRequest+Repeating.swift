extension Wire.TaskRequest {
  /// Another run follows when one is done (R18).
  package var repeats: Bool { repeatsByDate || order?.repeats == true || pathChange != nil }

  /// It has a date for each of them.
  package var repeatsByDate: Bool { repeatDurationUSec != nil || calendar != nil }

  /// The request as it is made by somebody who wants it now: nothing of it has a date, waits for others or
  /// for a change, or comes again.
  package var once: Wire.TaskRequest {
    var request = self
    request.earliestBeginUSec = nil
    request.deadlineUSec = nil
    request.onDeadline = nil
    request.repeatDurationUSec = nil
    request.calendar = nil
    request.randomizedDelayDurationUSec = nil
    request.clockChange = nil
    request.pathChange = nil
    request.overdueAfterDurationUSec = nil
    request.order = order?.group.map { Wire.Order(group: $0) }
    return request
  }
}
