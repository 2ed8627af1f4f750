package import SchedulerCore

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
