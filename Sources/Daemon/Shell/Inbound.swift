import SchedulerCore

/// What waits in the shell's inbox.
enum Inbound {
  /// Something that happened.
  case event(Event)
  /// A caller wants to look at something, in order with what it asked for before.
  case look((Scheduler, Moment) -> AfterCommit)

  /// A caller wants something to be kept that takes room.
  var isRequest: Bool {
    switch self {
    case .event(.call(.submit, _, _)), .event(.call(.submitBatch, _, _)): true
    case .event, .look: false
    }
  }
}

/// What is done once all that was decided before is on disk.
typealias AfterCommit = (isolated Shell) -> Void
