import SchedulerAPI
import SchedulerCore
import Varlink

/// The events of an identifier that belong to one submission. A run of an earlier request may go on when the
/// submission is accepted, and its events say nothing about the task that waits behind it.
struct SubmittedWork {
  private let identifier: String
  /// The date of the acceptance, which its event has too; nil for a run that is known by its name.
  private let submittedUSec: Int64?
  /// Whether the submission is accepted. Earlier events belong to an earlier request.
  private var isAccepted: Bool
  /// The run under way.
  private var runId: String?

  /// - Parameters:
  ///   - task: The daemon's answer.
  ///   - mayBeKept: Whether it may be a task that was there already, whose acceptance is not told again.
  init(_ task: Wire.Task, mayBeKept: Bool) {
    identifier = task.request.identifier
    submittedUSec = task.runId == nil ? task.submittedUSec : nil
    isAccepted = mayBeKept || task.runId != nil
    runId = task.runId
  }

  /// Creates the work of a run that was started.
  init(run runId: String, of identifier: String) {
    (self.identifier, self.runId) = (identifier, runId)
    (submittedUSec, isAccepted) = (nil, true)
  }

  /// Takes the next event.
  /// - Returns: Whether the event is about this work: about its run or, between its runs, about the waiting
  ///   task. A request that replaces the waiting one counts too: it may be the same, edited.
  mutating func take(_ event: SchedulerMethod.Watch.Reply) -> Bool {
    let kind = ReportKind(event: event.event)
    if let run = event.run, run.identifier == identifier {
      let waits = isAccepted && runId == nil
      // A task that is dropped is not launched before.
      if kind == .ended, run.outcome == .missed { return waits }
      if kind == .launching, waits { runId = run.runId }
      guard run.runId == runId else { return false }
      if kind == .ended { runId = nil }
      return true
    }
    guard let task = event.task, task.request.identifier == identifier else { return false }
    if kind == .submitted || kind == .replaced, task.submittedUSec == submittedUSec {
      (isAccepted, runId) = (true, nil)
    }
    return isAccepted && runId == nil
  }
}
