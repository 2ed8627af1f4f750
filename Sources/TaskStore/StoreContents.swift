package import SchedulerCore

/// The contents of a store at the daemon's start: everything that decisions need, nothing else.
package struct StoreContents: Hashable, Sendable {
  /// Every task that is pending or under way, by id, oldest first; none where they come in pieces.
  package var tasks: [ScheduledTask]
  /// Every run that was recorded and has not ended.
  package var activeRuns: [Run]
  /// The records of declared tasks, by task, oldest first.
  package var declarations: [DeclarationRecord]
  /// The use that applications made of their spacing and budgets.
  package var uses: [ApplicationUseRecord]
  /// The pauses of users, kinds and identifiers.
  package var pauses: [Pause]
  /// The last ends of tasks that others come after.
  package var ends: [EndRecord]
  /// The records of windows of conditions.
  package var windows: [WindowRecord]
  /// The records of work of which no task is left.
  package var works: [WorkRecord]
  /// The users whose waiting tasks stay in the file, because all of them would take too much memory.
  package var heldBack: [HeldBackUser]
  /// The next task's ID: no task has had it or a larger one.
  package var nextTaskID: TaskID
  /// The last line of the record of conditions.
  package var lastRecorded: RecordedChange?

  package init(
    tasks: [ScheduledTask] = [], activeRuns: [Run] = [], declarations: [DeclarationRecord] = [],
    uses: [ApplicationUseRecord] = [], pauses: [Pause] = [], ends: [EndRecord] = [],
    windows: [WindowRecord] = [], works: [WorkRecord] = [], heldBack: [HeldBackUser] = [],
    nextTaskID: TaskID = TaskID(1),
    lastRecorded: RecordedChange? = nil
  ) {
    self.tasks = tasks
    self.activeRuns = activeRuns
    self.declarations = declarations
    self.uses = uses
    self.pauses = pauses
    self.ends = ends
    self.windows = windows
    self.works = works
    self.heldBack = heldBack
    self.nextTaskID = nextTaskID
    self.lastRecorded = lastRecorded
  }
}

/// A piece of the store's contents, as they are read.
package enum StorePiece: Sendable {
  /// Every run that was recorded and has not ended, and the number of tasks, as far as it is known. Comes
  /// first.
  case begin(activeRuns: [Run], tasks: Int)
  /// Some of the tasks, by id, oldest first.
  case tasks([ScheduledTask])
}
