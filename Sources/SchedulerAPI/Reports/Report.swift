package import SchedulerCore
import SystemdSyntax

/// The report of a thing that happened: for the journal, for `Watch` and for the log of simulations.
package struct Report {
  /// The subject of a report.
  package enum Subject {
    /// A task that was accepted or waits, as callers see it.
    case task(TaskSnapshot)
    case run(Run)
    /// A task that does not exist yet, by its key.
    case key(TaskKey)
    /// A user's application.
    case application(uid: UInt32, name: String)
    /// The scope of a pause.
    case pause(PauseScope)
    /// An assertion: time that a program has asked for.
    case assertion(Assertion)
    /// The conditions that the scheduler goes by.
    case conditions(ConditionsSnapshot)
    /// The machine, or the daemon.
    case machine
  }

  package let kind: ReportKind
  package let priority: ReportPriority
  package let subject: Subject
  /// The reasons why a task waits, or why a run was told to stop or failed.
  package let reasons: [Reason]
  private let words: (_ dates: (WallTime) -> String) -> String

  /// - Parameters:
  ///   - priority: The priority, where it is lower than that of its kind.
  ///   - words: The words on what happened, without the subject, and with the reasons.
  init(
    _ kind: ReportKind, priority: ReportPriority? = nil, _ subject: Subject, because reasons: [Reason] = [],
    _ words: @autoclosure @escaping () -> String
  ) {
    self.init(kind, priority: priority, subject, because: reasons, dated: { _ in words() })
  }

  init(
    _ kind: ReportKind, priority: ReportPriority? = nil, _ subject: Subject, because reasons: [Reason] = [],
    dated words: @escaping (_ dates: (WallTime) -> String) -> String
  ) {
    self.kind = kind
    self.priority = priority ?? kind.message?.priority ?? .debug
    self.subject = subject
    self.reasons = reasons
    self.words = words
  }

  /// The key of the task; `nil` for a subject without a task.
  package var key: TaskKey? {
    switch subject {
    case .task(let snapshot): snapshot.task.key
    case .run(let run): run.key
    case .key(let key): key
    case .application, .pause, .assertion, .conditions, .machine: nil
    }
  }

  /// The user whom the report is about; `nil` for the machine, the daemon and all users.
  package var uid: UInt32? {
    switch subject {
    case .task(let snapshot): snapshot.task.uid
    case .run(let run): run.uid
    case .key(let key): key.uid
    case .application(let uid, _): uid
    case .pause(let scope): scope.uid
    case .assertion(let assertion): assertion.uid
    case .conditions, .machine: nil
    }
  }

  /// The task whose request `Watch` tells; `nil` for a damaged one, whose request cannot be read.
  package var watchedTask: ScheduledTask? {
    guard case .task(let snapshot) = subject, kind != .damaged else { return nil }
    return snapshot.task
  }

  /// Returns one line for people.
  /// - Parameters:
  ///   - label: The request's label, where it is known.
  ///   - dates: Writes a date.
  package func line(label: String? = nil, dates: (WallTime) -> String) -> String {
    let name: String? =
      switch subject {
      case .task(let snapshot): snapshot.task.request.identifier
      case .run(let run): run.identifier
      case .application, .pause, .assertion, .key, .conditions, .machine: nil
      }
    // The reasons have dates in the protocol's form.
    let words = TimestampSyntax.replacingUTCDates(in: words(dates)) { dates(WallTime(uSec: $0)) }
    guard let name else { return words }
    return name + (label.map { " (\($0))" } ?? "") + ": " + words
  }

  /// Returns the fields of the journal entry.
  /// - Parameter label: The request's label, where it is known.
  package func fields(label: String? = nil) -> [(field: JournalField, value: String)] {
    var fields: [(field: JournalField, value: String)] = []
    if let key { fields.append((.identifier, key.identifier)) }
    if case .application(_, let name) = subject { fields.append((.application, name)) }
    if let uid { fields.append((.uid, String(uid))) }
    switch subject {
    case .task(let snapshot):
      if let submitter = snapshot.submitter { fields.append((.submitter, String(submitter))) }
      fields.append((.kind, snapshot.task.request.kind.rawValue))
    case .run(let run): fields.append((.kind, run.kind.rawValue))
    case .application, .pause, .assertion, .key, .conditions, .machine: break
    }
    if let reason = reasons.first { fields.append((.reason, reason.code.rawValue)) }
    if case .run(let run) = subject {
      fields.append((.run, run.id.text))
      if let outcome = run.outcome { fields.append((.outcome, outcome.rawValue)) }
    }
    if let label { fields.append((.label, label)) }
    return fields
  }
}

extension SchedulerMethod.Watch.Reply {
  /// Creates the reply of `Watch` for a report; `nil` when the report has no event.
  /// - Parameter task: Returns the task with its request, as far as that can be read.
  package init?(
    _ report: Report, timeUSec: Int64, task: (TaskSnapshot, SchedulerCore.Reason?) -> Wire.Task
  ) {
    guard let event = report.kind.event else { return nil }
    self.init(event: event, timeUSec: timeUSec)
    switch report.subject {
    case .task(let snapshot): self.task = task(snapshot, report.reasons.first)
    case .run(let run): self.run = Wire.Run(run)
    case .conditions(let snapshot): conditions = Wire.Conditions(snapshot)
    case .key, .application, .pause, .assertion, .machine: break
    }
  }
}
