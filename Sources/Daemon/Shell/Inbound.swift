import SchedulerCore

/// What waits in the inbox.
/// - Parameter AfterCommit: What a look at the scheduler leads to, once all that was decided before is on
///   disk.
enum Inbound<AfterCommit: Sendable>: Sendable {
  /// Something that happened.
  case event(Event)
  /// A caller wants to look at something, in order with what it asked for before.
  case look(@Sendable (Scheduler, Moment) -> AfterCommit)

  /// A caller wants something to be kept that takes room.
  var isRequest: Bool {
    switch self {
    case .event(.call(.submit, _, _)), .event(.call(.submitBatch, _, _)): true
    case .event, .look: false
    }
  }

  /// How much work it is, where one is a usual event.
  var weight: Int {
    if case .event(.call(.submitBatch(let submissions), _, _)) = self { max(submissions.count, 1) } else { 1 }
  }
}
