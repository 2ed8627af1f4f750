public import Foundation
package import SchedulerAPI

/// Only on Linux: an event of a task, or of something that all tasks depend on.
public struct BGTaskUpdate: Hashable, Sendable, CustomStringConvertible {
  /// The kind of the event.
  public let event: Event
  /// The date of the event.
  public let date: Date
  /// The identifier of the event's task; nil when it has none.
  public let identifier: String?
  /// The run that the event is about; nil when it is about none.
  public let run: BGTaskRun?
  /// The reason: the first thing that a task waits for, or why a run was told to stop or failed.
  public let reason: BGTaskReason?

  /// Creates an update, for tests of an application that takes updates.
  public init(
    _ event: Event, date: Date, identifier: String? = nil, run: BGTaskRun? = nil, reason: BGTaskReason? = nil
  ) {
    self.event = event
    self.date = date
    self.identifier = identifier
    self.run = run
    self.reason = reason
  }

  package init(_ wire: SchedulerMethod.Watch.Reply) {
    let run = wire.run.map { BGTaskRun($0) }
    self.init(
      Event(rawValue: wire.event), date: Date(timeIntervalSince1970: Double(wire.timeUSec) / 1e6),
      identifier: wire.task?.request.identifier ?? run?.identifier, run: run,
      reason: wire.task?.reason.map { BGTaskReason($0) } ?? run?.reason)
  }

  /// The update in one line, for people.
  public var description: String {
    ([date.logText, event.rawValue] + [identifier, reason?.description].compactMap(\.self))
      .joined(separator: " ")
  }
}

extension BGTaskUpdate {
  /// The kind of an update: an event of the method `Watch`. An event of a later bgtaskd has no name here.
  public struct Event: RawRepresentable, Hashable, Sendable {
    /// The event's name in `bgtaskctl watch`.
    public let rawValue: String

    /// Creates an event of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first event of every sequence: later events are told.
    public static let began = Event(rawValue: "began")
    /// A request was accepted.
    public static let submitted = Event(rawValue: "submitted")
    /// A request was accepted in the place of one that waited.
    public static let replaced = Event(rawValue: "replaced")
    /// A task that waited was ended by its owner.
    public static let cancelled = Event(rawValue: "cancelled")
    /// A task has become due and waits on, or what it waits for has changed.
    public static let held = Event(rawValue: "held")
    /// A task's deadline has passed, and it waits on.
    public static let overdue = Event(rawValue: "overdue")
    /// A run is being launched.
    public static let launching = Event(rawValue: "launching")
    /// A run's handler was called.
    public static let running = Event(rawValue: "running")
    /// A run has reported its progress.
    public static let progress = Event(rawValue: "progress")
    /// A run was told to stop.
    public static let expiring = Event(rawValue: "expiring")
    /// A run did not stop within its grace.
    public static let killing = Event(rawValue: "killing")
    /// A run has ended.
    public static let ended = Event(rawValue: "ended")
    /// A run has failed, and there is no further attempt.
    public static let gaveUp = Event(rawValue: "gaveUp")
    /// A run's program was started for it, and took more than twice as long to its handler as usual.
    public static let slowLaunch = Event(rawValue: "slowLaunch")
    /// The known conditions of the machine have changed.
    public static let conditions = Event(rawValue: "conditions")
    /// A user has paused tasks.
    public static let paused = Event(rawValue: "paused")
    /// Paused tasks may start again.
    public static let resumed = Event(rawValue: "resumed")
    /// The machine is about to sleep or to shut down.
    public static let departing = Event(rawValue: "departing")
    /// The machine is back, or has stayed.
    public static let departureOver = Event(rawValue: "departureOver")
  }
}
