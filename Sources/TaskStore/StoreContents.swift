package import SchedulerCore

/// What a store holds when the daemon starts: everything that decisions need, nothing else.
package struct StoreContents: Hashable, Sendable {
  /// Every task that is pending or under way, by id, oldest first.
  package var tasks: [ScheduledTask]
  /// Every run that was recorded and has not ended.
  package var activeRuns: [Run]
  /// What became of what files asked for, by task, oldest first.
  package var declarations: [DeclarationRecord]
  /// What applications have had of their spacing and budgets.
  package var uses: [ApplicationUseRecord]
  /// What is held back because somebody said so.
  package var pauses: [Pause]
  /// Ends of runs of which not all that comes after them was told.
  package var serving: [ServingRecord]
  /// Users whose waiting tasks were left where they are, because all of them would take too much memory.
  package var heldBack: [HeldBackUser]
  /// No task has had this id or a larger one.
  package var nextTaskID: TaskID

  /// Contents.
  package init(
    tasks: [ScheduledTask] = [], activeRuns: [Run] = [], declarations: [DeclarationRecord] = [],
    uses: [ApplicationUseRecord] = [], pauses: [Pause] = [], serving: [ServingRecord] = [],
    heldBack: [HeldBackUser] = [],
    nextTaskID: TaskID = TaskID(1)
  ) {
    self.tasks = tasks
    self.activeRuns = activeRuns
    self.declarations = declarations
    self.uses = uses
    self.pauses = pauses
    self.serving = serving
    self.heldBack = heldBack
    self.nextTaskID = nextTaskID
  }
}
