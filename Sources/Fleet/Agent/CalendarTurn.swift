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
    guard var date = next(after: WallTime(uSec: calendar.afterUSec)) else { return nil }
    var following = next(after: date)
    // A fleet that was away for a year has 525,600 dates of a calendar of minutes behind it, so a search goes
    // on from a little before now.
    if let later = following, later.uSec <= nowUSec {
      var step: Int64 = 60_000_000
      var latest = later
      while step < nowUSec {
        if let found = next(after: WallTime(uSec: nowUSec - step)), found.uSec <= nowUSec {
          latest = max(latest, found)
          break
        }
        step *= 2
      }
      while let one = next(after: latest), one.uSec <= nowUSec { latest = one }
      date = latest
      following = next(after: date)
    }
    self.init(
      task: calendar.task, afterUSec: calendar.afterUSec, dateUSec: date.uSec, nextUSec: following?.uSec)
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
