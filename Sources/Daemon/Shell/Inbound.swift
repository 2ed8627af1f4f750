import SchedulerCore

/// What waits in the shell's inbox.
enum Inbound {
  /// Something that happened.
  case event(Event)
  /// A caller wants to look at something, in order with what it asked for before.
  case look((Scheduler, Moment) -> AfterCommit)
}

/// What is done once all that was decided before is on disk.
typealias AfterCommit = (isolated Shell) -> Void
