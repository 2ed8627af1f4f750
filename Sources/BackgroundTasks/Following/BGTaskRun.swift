public import Foundation
package import SchedulerAPI
import SchedulerCore

/// Only on Linux: one execution of a task, past or present, as the scheduler has recorded it.
public struct BGTaskRun: Hashable, Sendable, CustomStringConvertible {
  /// The task's identifier.
  public let identifier: String
  /// The run's name, which `BGTask.runIdentifier` has as well, and the journal as `BGTASK_RUN_ID`.
  public let runIdentifier: String
  /// The task's kind.
  public let kind: Kind
  /// The number of the attempt, from 1.
  public let attempt: Int
  /// The date of the launch.
  public let started: Date
  /// The date of the end; nil while the run lasts.
  public let ended: Date?
  /// The outcome; nil while the run lasts.
  public let outcome: Outcome?
  /// Whether the run reported success; nil when it reported nothing.
  public let success: Bool?
  /// The reason why the run was told to stop, or why it failed.
  public let reason: BGTaskReason?
  /// The units that were done by the run's last progress report; nil when there was none.
  public let completedUnitCount: Int64?
  /// The units in all, by the run's last progress report; nil when there was none.
  public let totalUnitCount: Int64?

  package init(_ wire: Wire.Run) {
    identifier = wire.identifier
    runIdentifier = wire.runId
    kind = Kind(wire.kind)
    attempt = wire.attempt
    started = Date(timeIntervalSince1970: Double(wire.startedUSec) / 1e6)
    ended = Microseconds.date(wire.endedUSec)
    outcome = wire.outcome.map { Outcome($0) }
    success = wire.success
    reason = wire.stopReason.map { BGTaskReason($0) }
    completedUnitCount = wire.progress?.completedUnitCount
    totalUnitCount = wire.progress?.totalUnitCount
  }

  /// The run in one line, for people.
  public var description: String {
    var words = ["\(identifier), attempt \(attempt), from \(started.logText)"]
    if let ended { words.append("to \(ended.logText)") }
    if let outcome { words.append(outcome.rawValue) }
    if let success { words.append(success ? "success" : "no success") }
    if let reason { words.append(reason.description) }
    return words.joined(separator: ", ")
  }
}

extension BGTaskRun {
  /// The kinds of a task's work.
  public enum Kind: String, CaseIterable, Sendable {
    /// The work of a `BGAppRefreshTaskRequest` (R30).
    case refresh
    /// `BGProcessingTaskRequest`, `BGHealthResearchTaskRequest` and `NSBackgroundActivityScheduler` (R31).
    case processing
    /// The work of a `BGContinuedProcessingTaskRequest` (R50).
    case continued
    /// A download or an upload (``BackgroundTransferSession``).
    case transfer

    package init(_ wire: Wire.Kind) {
      switch wire {
      case .refresh: self = .refresh
      case .processing: self = .processing
      case .continued: self = .continued
      case .transfer: self = .transfer
      }
    }
  }

  /// The ways in which a run ends.
  public enum Outcome: String, CaseIterable, Sendable {
    /// The run called `setTaskCompleted(success:)` without having been told to stop.
    case completed
    /// The run was told to stop, and stopped within its grace.
    case expired
    /// The run was told to stop and did not within its grace (R41).
    case killed
    /// The application cancelled the run (R20).
    case cancelled
    /// The run's process ended without a report (R38).
    case interrupted
    /// The run's application could not be launched.
    case launchFailed
    /// The deadline passed before the run began, and it was to be dropped then.
    case missed
    /// The task's submitter did not renew the task's lease: the run was told to stop, or did not begin.
    case leaseLost

    init(_ wire: Wire.Outcome) {
      switch wire {
      case .completed: self = .completed
      case .expired: self = .expired
      case .killed: self = .killed
      case .cancelled: self = .cancelled
      case .interrupted: self = .interrupted
      case .launchFailed: self = .launchFailed
      case .missed: self = .missed
      case .leaseLost: self = .leaseLost
      }
    }
  }
}

extension Date {
  /// The date as logs write it: UTC, with a fraction only where there is one.
  package var logText: String {
    let isWhole = timeIntervalSince1970 == timeIntervalSince1970.rounded()
    return formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }
}
