extension Wire.TaskRequest {
  /// Whether another run follows when one is done (R18).
  package var repeats: Bool { repeatsByDate || order?.repeats == true || pathChange != nil }

  /// Whether each run of a repeating task has a date.
  package var repeatsByDate: Bool { repeatDurationUSec != nil || calendar != nil }

  /// The request for one run now: without dates, predecessors, a path watch and repetition.
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
