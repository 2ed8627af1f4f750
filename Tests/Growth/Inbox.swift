import SchedulerCore

/// Events that have happened and were not handled yet, the first first.
struct Inbox {
  private var events: [Event] = []
  private var position = 0

  mutating func add(_ more: [Event]) { events += more }

  mutating func next() -> Event? {
    guard position < events.count else { return nil }
    defer {
      position += 1
      if position == events.count { (events, position) = ([], 0) }
    }
    return events[position]
  }
}
