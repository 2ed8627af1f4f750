/// A task as callers see it.
package struct TaskSnapshot: Hashable, Sendable {
  package var task: ScheduledTask
  package var state: TaskState
  /// The runtime limit in force for its next run (R30, R31); `nil` where no caller asks.
  package var runtimeLimit: TimeSpan?
  private var rare: Rare<RareState>

  package init(
    task: ScheduledTask, state: TaskState, run: Run? = nil, declaredIn: String? = nil,
    application: String? = nil, lack: Reason? = nil, unobserved: Unobserved? = nil,
    runtimeLimit: TimeSpan? = nil
  ) {
    self.runtimeLimit = runtimeLimit
    self.task = task
    self.state = state
    rare = Rare(
      RareState(
        run: run, declaredIn: declaredIn, application: application, lack: lack, unobserved: unobserved))
  }

  /// The part that few tasks of a list have: most tasks wait, and callers have submitted them.
  private struct RareState: RarePart {
    var run: Run?
    var declaredIn: String?
    var application: String?
    var lack: Reason?
    var unobserved: Unobserved?
    var submitter: UInt32?

    static let usual = RareState()
  }

  /// The current run; `nil` while the task waits.
  package var run: Run? {
    get { rare.box?.part.run }
    set { rare.change { $0.run = newValue } }
  }

  /// The file that declares it; `nil` for a task that a caller submitted.
  package var declaredIn: String? {
    get { rare.box?.part.declaredIn }
    set { rare.change { $0.declaredIn = newValue } }
  }

  /// The application that handles it; `nil` for a command, and where no caller asks.
  package var application: String? {
    get { rare.box?.part.application }
    set { rare.change { $0.application = newValue } }
  }

  /// The reason why its run is frozen or its end not recorded; of a new task, the first reason to wait.
  package var lack: Reason? {
    get { rare.box?.part.lack }
    set { rare.change { $0.lack = newValue } }
  }

  /// The user who has submitted it for its own user; `nil` where nobody has.
  package var submitter: UInt32? {
    get { rare.box?.part.submitter }
    set { rare.change { $0.submitter = newValue } }
  }

  /// The conditions that it asks for and no source reports now, by name (``ConditionAtom/name``).
  package var unobserved: Unobserved? {
    get { rare.box?.part.unobserved }
    set { rare.change { $0.unobserved = newValue } }
  }
}

/// The stage that a task has reached. The names are the protocol's.
package enum TaskState: String, CaseIterable, Sendable {
  /// The task's date has not come, or a requirement does not hold.
  case waiting
  /// The task's program or application is being started.
  case launching
  /// The task's run is under way.
  case running
  /// The run was told to stop and has its grace.
  case expiring
}
