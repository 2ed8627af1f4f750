import SchedulerAPI
import SchedulerCore
import Varlink

/// Which events of an identifier are those of what was submitted. A run of an earlier request may go on when
/// that is accepted, and what becomes of it says nothing of what waits behind it.
struct SubmittedWork {
  private let identifier: String
  /// When it was accepted, as the event of that says too; nil for a run that is known by its name.
  private let submittedUSec: Int64?
  /// What comes before the event of its acceptance is of what was there already.
  private var isAccepted: Bool
  /// The run that it is in.
  private var runId: String?

  /// - Parameters:
  ///   - task: What the daemon has answered.
  ///   - mayBeKept: It may be one that was there already, whose acceptance nobody tells again.
  init(_ task: Wire.Task, mayBeKept: Bool) {
    identifier = task.request.identifier
    submittedUSec = task.runId == nil ? task.submittedUSec : nil
    isAccepted = mayBeKept || task.runId != nil
    runId = task.runId
  }

  /// A run that was started.
  init(run runId: String, of identifier: String) {
    (self.identifier, self.runId) = (identifier, runId)
    (submittedUSec, isAccepted) = (nil, true)
  }

  /// Takes the next event.
  /// - Returns: Whether it is about this: about its run or, between its runs, about what waits. What takes
  ///   the place of what waits counts as that: it may be the same, edited.
  mutating func take(_ event: SchedulerMethod.Watch.Reply) -> Bool {
    let kind = ReportKind(event: event.event)
    if let run = event.run, run.identifier == identifier {
      let waits = isAccepted && runId == nil
      // What is dropped is not launched before.
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
