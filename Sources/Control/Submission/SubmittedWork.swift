import SchedulerAPI
import SchedulerCore
import Varlink

/// The events of an identifier that belong to one submission. A run of an earlier request may go on when the
/// submission is accepted, and its events say nothing about the task that waits behind it.
struct SubmittedWork {
  /// The meaning of an event for the submission.
  enum Meaning {
    /// The event is about another request, or about a run of another one.
    case foreign
    /// The event is about the work: about its run or, between its runs, about the waiting task.
    case own
    /// Another request has taken the place of the waiting one, and does the same work: an edit, mostly.
    case edited
    /// Another request has taken the place of the waiting one, and does something else.
    case replaced
  }

  /// The fields of a request that say what is done. The others say when, how often, and within which limits.
  private struct Deed: Hashable {
    private let command: Wire.Command?
    private let unit: String?
    private let content: String?
    private var transfer: Wire.Transfer?

    init(_ request: Wire.TaskRequest) {
      (command, unit, content, transfer) = (request.command, request.unit, request.content, request.transfer)
      transfer?.bytesPerSecond = nil
      transfer?.priority = nil
      transfer?.discretionary = nil
      transfer?.session = nil
    }
  }

  private let identifier: String
  private let deed: Deed
  /// The date of the acceptance, which its event has too; nil for a run that is known by its name.
  private let submittedUSec: Int64?
  /// Whether the task may have been there before, so that older events of the identifier still come.
  private let mayBeKept: Bool
  /// Whether the submission is accepted. Earlier events belong to an earlier request.
  private var isAccepted: Bool
  /// The run under way.
  private var runId: String?
  /// Whether an attempt of the work has ended.
  private(set) var hasRun: Bool

  /// - Parameters:
  ///   - task: The daemon's answer.
  ///   - mayBeKept: Whether it may be a task that was there already, whose acceptance is not told again.
  init(_ task: Wire.Task, mayBeKept: Bool) {
    identifier = task.request.identifier
    deed = Deed(task.request)
    submittedUSec = task.runId == nil ? task.submittedUSec : nil
    self.mayBeKept = mayBeKept
    isAccepted = mayBeKept || task.runId != nil
    runId = task.runId
    hasRun = task.attempt > 1
  }

  /// Creates the work of a run that was started.
  /// - Parameter task: The task as it waited before.
  init(run runId: String, of task: Wire.Task) {
    (identifier, deed) = (task.request.identifier, Deed(task.request))
    (self.runId, submittedUSec, mayBeKept, isAccepted, hasRun) = (runId, nil, false, true, false)
  }

  /// Takes the next event.
  mutating func take(_ event: SchedulerMethod.Watch.Reply) -> Meaning {
    let kind = ReportKind(event: event.event)
    if let run = event.run, run.identifier == identifier {
      let waits = isAccepted && runId == nil
      // A task that is dropped is not launched before.
      if kind == .ended, run.outcome == .missed { return waits ? .own : .foreign }
      if kind == .launching, waits { runId = run.runId }
      guard run.runId == runId else { return .foreign }
      if kind == .ended { (runId, hasRun) = (nil, true) }
      return .own
    }
    guard let task = event.task, task.request.identifier == identifier else { return .foreign }
    if kind == .submitted || kind == .replaced {
      if task.submittedUSec == submittedUSec {
        (isAccepted, runId) = (true, nil)
      } else if isAccepted, runId == nil, !isOlder(task) {
        return Deed(task.request) == deed ? .edited : .replaced
      }
    }
    return isAccepted && runId == nil ? .own : .foreign
  }

  /// Whether the event of this acceptance was under way when the task was found that is kept.
  private func isOlder(_ task: Wire.Task) -> Bool {
    mayBeKept && submittedUSec.map { task.submittedUSec < $0 } == true
  }
}
