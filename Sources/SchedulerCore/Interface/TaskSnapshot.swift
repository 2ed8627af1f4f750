/// A task as callers see it.
package struct TaskSnapshot: Hashable, Sendable {
  /// The task.
  package var task: ScheduledTask
  /// Where it is on its way.
  package var state: TaskState
  /// The file that asks for it; nil for what a caller submitted.
  package var declaredIn: String?
  /// The application that handles it; nil for a command, and where nobody asks.
  package var application: String?
  /// Why its work stands still, where it does; of one that was just accepted, the first reason why it waits.
  package var lack: Reason?
  /// What it asks for and nobody reports now, by the names of conditions (``ConditionAtom/name``).
  package var unobserved: Unobserved?
  private var rare: Rare<RareState>

  /// A task, its state and its run.
  package init(
    task: ScheduledTask, state: TaskState, run: Run? = nil, declaredIn: String? = nil,
    application: String? = nil, lack: Reason? = nil, unobserved: Unobserved? = nil
  ) {
    self.application = application
    self.lack = lack
    self.unobserved = unobserved
    self.task = task
    self.state = state
    rare = Rare(RareState(run: run))
    self.declaredIn = declaredIn
  }

  /// What few have: most tasks wait.
  private struct RareState: RarePart {
    var run: Run?

    static let usual = RareState()
  }

  /// Its run, unless it waits.
  package var run: Run? {
    get { rare.box?.part.run }
    set { rare.change { $0.run = newValue } }
  }
}

/// Where a task is on its way. The names are the protocol's.
package enum TaskState: String, CaseIterable, Sendable {
  /// Its date has not come or a requirement does not hold.
  case waiting
  /// Its program or application is being started.
  case launching
  /// It works.
  case running
  /// It was told to stop and has its grace.
  case expiring
}
