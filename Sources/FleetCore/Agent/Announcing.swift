import SchedulerCore

/// The dates of nightly tasks.
extension FleetAgent {
  /// Has the dates computed of calendars that are new or have moved on.
  mutating func computeDates(at now: BootTime) {
    guard let clock else { return }
    var next: [Int64: FleetCalendar] = [:]
    var missing: [FleetCalendar] = []
    for calendar in classes.order.flatMap({ classes.entries[$0]?.work.calendars ?? [] })
    where next[calendar.task] == nil {
      next[calendar.task] = calendar
      if calendars[calendar.task] != calendar { missing.append(calendar) }
    }
    calendars = next
    dates.removeAll { next[$0.task]?.afterUSec != $0.afterUSec }
    if !missing.isEmpty { directives.append(.computeDates(missing, now: clock.date(at: now))) }
  }

  /// Takes in computed dates, which the next exchange says.
  mutating func announce(_ computed: [TaskDate]) {
    for date in computed.prefix(ExchangeRequest.mostDates) {
      let isWanted = calendars[date.task]?.afterUSec == date.afterUSec
      if isWanted, !dates.contains(where: { $0.task == date.task }) { dates.append(date) }
    }
  }
}
