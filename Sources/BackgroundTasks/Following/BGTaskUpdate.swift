public import Foundation
package import SchedulerAPI

/// Only on Linux: something that happened to a task, or to what all tasks depend on.
public struct BGTaskUpdate: Hashable, Sendable, CustomStringConvertible {
  /// What happened.
  public let event: Event
  /// When.
  public let date: Date
  /// The task that it happened to; nil when it happened to none.
  public let identifier: String?
  /// The run that it happened to; nil when it happened to none.
  public let run: BGTaskRun?
  /// Why: the first thing that a task waits for, or why a run was told to stop or failed.
  public let reason: BGTaskReason?

  /// An update, for tests of what an application makes of one.
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

  /// One line for people.
  public var description: String {
    ([date.logText, event.rawValue] + [identifier, reason?.description].compactMap(\.self))
      .joined(separator: " ")
  }
}

extension BGTaskUpdate {
  /// What can happen: the events of the method `Watch`, and those of a later bgtaskd, which have no names
  /// here.
  public struct Event: RawRepresentable, Hashable, Sendable {
    /// As `bgtaskctl watch` names it.
    public let rawValue: String

    /// An event of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first of every sequence: what happens from now on is told.
    public static let began = Event(rawValue: "began")
    /// A request was accepted.
    public static let submitted = Event(rawValue: "submitted")
    /// A request was accepted in the place of one that waited.
    public static let replaced = Event(rawValue: "replaced")
    /// A task waited, and its owner has ended it.
    public static let cancelled = Event(rawValue: "cancelled")
    /// A task has become due and waits on, or what it waits for has changed.
    public static let held = Event(rawValue: "held")
    /// A task's deadline has passed, and it waits on.
    public static let overdue = Event(rawValue: "overdue")
    /// A run is being launched.
    public static let launching = Event(rawValue: "launching")
    /// A run's handler was called.
    public static let running = Event(rawValue: "running")
    /// A run has said how far it is.
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
    /// What is known of the machine has changed.
    public static let conditions = Event(rawValue: "conditions")
    /// Somebody keeps tasks from starting.
    public static let paused = Event(rawValue: "paused")
    /// They may start again.
    public static let resumed = Event(rawValue: "resumed")
    /// The machine goes to sleep or down.
    public static let departing = Event(rawValue: "departing")
    /// It is back, or has stayed.
    public static let departureOver = Event(rawValue: "departureOver")
  }
}
