import ConditionSyntax
import FleetCore
import SchedulerCore
import SystemdSyntax

extension TaskDate {
  /// The next date of a nightly task's calendar. Dates that have passed count as one, the latest of them.
  /// `nil` where the calendar has no further date, or is none.
  /// - Parameter nowUSec: The present date in microseconds since the Unix epoch.
  init?(_ calendar: FleetCalendar, nowUSec: Int64) {
    guard let zone = ZoneRules(fleetZone: calendar.zone) else { return nil }
    let expressions = calendar.expressions.compactMap { try? CalendarSyntax.parse($0) }
    func next(after date: WallTime) -> WallTime? {
      expressions.compactMap { $0.next(after: date, zone: zone) }.min()
    }
    guard let first = next(after: WallTime(uSec: calendar.afterUSec)) else { return nil }
    let date = Self.latest(from: first, until: WallTime(uSec: nowUSec), next: next)
    let following = next(after: date)
    self.init(
      task: calendar.task, afterUSec: calendar.afterUSec, dateUSec: date.uSec, nextUSec: following?.uSec)
  }

  /// Returns the latest date that is not after now, or the first one if that is. A fleet that was away for a
  /// minute has 60,000,000 dates of a calendar of microseconds behind it, so few of them are passed one by
  /// one.
  static func latest(
    from first: WallTime, until now: WallTime, next: (WallTime) -> WallTime?
  ) -> WallTime {
    var latest = first
    for _ in 0..<4 {
      guard let one = next(latest), one <= now else { return latest }
      latest = one
    }
    // The later a moment is, the later is the date after it: the latest moment with a date until now is found
    // by halves.
    var (low, high) = (latest.uSec, now.uSec)
    while low < high {
      let middle = low + (high - low) / 2
      if let one = next(WallTime(uSec: middle)), one <= now {
        latest = one
        low = one.uSec
      } else {
        high = middle
      }
    }
    return latest
  }
}

/// The calendars whose dates are to be computed. One turn computes few of them, so that the agent's exchanges
/// do not wait for the dates of tasks, however many there are.
struct CalendarQueue {
  /// The most expressions of one turn. One takes up to 60 searches, about a millisecond.
  static let mostExpressions = 16

  private var waiting: [FleetCalendar] = []
  private var date = WallTime(uSec: 0)

  var isEmpty: Bool { waiting.isEmpty }

  /// Adds calendars, instead of those that the same tasks had.
  /// - Parameter date: The present date.
  mutating func add(_ calendars: [FleetCalendar], at date: WallTime) {
    let tasks = Set(calendars.map(\.task))
    waiting.removeAll { tasks.contains($0.task) }
    waiting += calendars
    self.date = date
  }

  /// Takes the calendars of one turn, at least one, and returns their dates.
  mutating func turn() -> [TaskDate] {
    var (count, expressions) = (0, 0)
    for calendar in waiting {
      expressions += max(calendar.expressions.count, 1)
      if count > 0, expressions > Self.mostExpressions { break }
      count += 1
    }
    let turn = waiting.prefix(count)
    waiting.removeFirst(count)
    return turn.compactMap { TaskDate($0, nowUSec: date.uSec) }
  }
}

extension ZoneRules {
  /// The rules of a zone of the tz database; `nil` where this machine does not know it.
  fileprivate init?(fleetZone name: String) {
    if name == "UTC" {
      self = .utc
      return
    }
    guard let file = ZoneFile(named: name) else { return nil }
    self.init(
      firstOffset: file.firstOffset,
      transitions: file.transitions.map {
        Transition(at: WallTime(uSec: $0.at * 1_000_000), offset: $0.offset)
      })
  }
}
