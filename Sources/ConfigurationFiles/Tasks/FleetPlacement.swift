import ConditionSyntax
import SchedulerCore
import SystemdSyntax

/// The way in which a task's work is spread over the machines of a fleet.
package enum FleetMode: String, CaseIterable, Sendable {
  /// The work is done once, on whichever machine.
  case once
  /// The work is done once on every machine of the group.
  case everywhere
  /// The work is done at each date of a calendar, on whichever machine.
  case nightly
}

/// A fleet's part of a task: how its work is spread over the machines.
package struct FleetPlacement: Hashable, Sendable {
  /// The numbers of machines that may be at work at a time.
  package static let atMostBounds = 1...1000
  /// The numbers of attempts.
  package static let attemptsBounds = 1...100
  /// The most dates' expressions of a task.
  package static let mostDates = 16

  /// The way in which the work is spread.
  package var mode: FleetMode
  /// The group of machines; `nil` for all of them.
  package var group: String?
  /// The most machines that are at work at a time.
  package var atMost: Int?
  /// The number of attempts of work whose machine is lost.
  package var attempts: Int?
  /// The dates of a nightly task, expressions of systemd.time(7).
  package var dates: [String] = []
  /// The time zone of the dates; `nil` is UTC.
  package var zone: String?

  package init(mode: FleetMode) { self.mode = mode }

  /// Returns the problem of a name of a time zone, or `nil` for a zone that this machine knows.
  package static func problem(ofZone name: String) -> String? {
    guard name != "UTC", ZoneFile(named: name) == nil else { return nil }
    return "'\(name)' is no time zone that this machine knows, such as Europe/Berlin"
  }

  /// Returns the problem of a nightly task's dates when none of them is still to come; `nil` otherwise.
  /// - Parameter nowUSec: The present date in microseconds since the Unix epoch.
  package func problemOfDates(nowUSec: Int64) -> String? {
    let rules = zone.flatMap { ZoneFile(named: $0) }.map { ZoneRules($0) } ?? .utc
    let expressions = dates.compactMap { try? CalendarSyntax.parse($0) }
    guard mode == .nightly, expressions.count == dates.count,
      !expressions.contains(where: { $0.next(after: WallTime(uSec: nowUSec), zone: rules) != nil })
    else { return nil }
    return "found \(dates.joined(separator: ", ")), whose next date in the zone \(zone ?? "UTC") is never; "
      + "allowed are dates that are still to come"
  }
}
