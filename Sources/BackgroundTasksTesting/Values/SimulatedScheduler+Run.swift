public import BackgroundTasks
import SchedulerCore

extension SimulatedScheduler {
  /// One execution of a task. All dates are the simulation's.
  public struct Run: Hashable, Sendable, CustomStringConvertible {
    /// The task's identifier.
    public let identifier: String
    /// The run's name, which `BGTask.runIdentifier` has as well.
    public let runIdentifier: String
    /// The task's kind.
    public let kind: Kind
    /// Which attempt it is, from 1.
    public let attempt: Int
    /// When it was launched.
    public let started: Date
    /// When it ended; nil while it lasts.
    public let ended: Date?
    /// How it ended; nil while it lasts.
    public let outcome: Outcome?
    /// What it reported; nil when it said nothing.
    public let success: Bool?
    /// Why it was told to stop, or why it failed.
    public let reason: BGTaskReason?
    /// How many units were done by its last progress report; nil when there was none.
    public let completedUnitCount: Int64?
    /// Of how many, by its last progress report; nil when there was none.
    public let totalUnitCount: Int64?

    init(_ run: SchedulerCore.Run) {
      identifier = run.identifier
      runIdentifier = run.id.text
      kind = SimulatedScheduler.Kind(run.kind)
      attempt = run.attempt
      started = Date(run.started)
      ended = run.ended.map { Date($0) }
      outcome = run.outcome.map { SimulatedScheduler.Outcome($0) }
      success = run.success
      reason = run.stopReason.map { BGTaskReason($0) }
      completedUnitCount = run.progress?.completedUnitCount
      totalUnitCount = run.progress?.totalUnitCount
    }

    /// One line for people.
    public var description: String {
      var words = ["\(identifier), attempt \(attempt), from \(started.logText)"]
      if let ended { words.append("to \(ended.logText)") }
      if let outcome { words.append(outcome.rawValue) }
      if let success { words.append(success ? "success" : "no success") }
      if let reason { words.append(reason.description) }
      return words.joined(separator: ", ")
    }
  }
}

extension SimulatedScheduler {
  /// What sort of work a task is.
  public enum Kind: String, CaseIterable, Sendable {
    /// `BGAppRefreshTaskRequest` (R30).
    case refresh
    /// `BGProcessingTaskRequest`, `BGHealthResearchTaskRequest` and `NSBackgroundActivityScheduler` (R31).
    case processing
    /// `BGContinuedProcessingTaskRequest` (R50).
    case continued
  }
}

extension SimulatedScheduler {
  /// How a run ended.
  public enum Outcome: String, CaseIterable, Sendable {
    /// It called `setTaskCompleted(success:)` without having been told to stop.
    case completed
    /// It was told to stop, and stopped within its grace.
    case expired
    /// It was told to stop and did not within its grace (R41).
    case killed
    /// The application cancelled it (R20).
    case cancelled
    /// Its process ended without a report (R38).
    case interrupted
    /// Its application could not be launched.
    case launchFailed
    /// Its deadline passed before it began, and it was to be dropped then.
    case missed
  }
}
