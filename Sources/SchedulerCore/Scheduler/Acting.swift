/// What is started when something has become of a task.
extension Scheduler {
  /// How long the program of an action may take.
  static let actionLimit = TimeSpan.minutes(5)
  /// So long it waits for a better moment, and begins in any.
  static let actionPatience = TimeSpan.minutes(1)

  /// Takes the task's action, if it has one for this.
  /// - Parameter run: The run that ended, where it is about one.
  mutating func act(on trigger: ActionTrigger, of task: ScheduledTask, after run: Run?, at moment: Moment) {
    guard let action = task.request.actions[trigger] else { return }
    let chain = (task.cause?.chain ?? []) + [task.request.identifier]
    let cause = ActionCause(trigger: trigger, chain: chain, runID: run?.id)
    switch action {
    case .program(let line): start(line, cause, of: task, at: moment)
    case .task(let identifier): call(identifier, cause, of: task, at: moment)
    }
  }

  /// What follows from the end of a run that is not tried again.
  mutating func act(onEndOf run: Run, of task: ScheduledTask, at moment: Moment) {
    if run.hasSucceeded {
      act(on: .success, of: task, after: run, at: moment)
    } else if run.hasFailed {
      act(on: .failure, of: task, after: run, at: moment)
    }
  }

  /// The program is a task of its own, so it is stored, started, bounded and recorded as any other. One that
  /// still waits for the same is not needed any more.
  private mutating func start(
    _ line: String, _ cause: ActionCause, of task: ScheduledTask, at moment: Moment
  ) {
    let request = TaskRequest(
      identifier: cause.actionIdentifier, kind: .processing, deadline: moment.wall + Self.actionPatience,
      onDeadline: .run, requiresIdle: false,
      runtimeLimit: min(Self.actionLimit, volatile.configuration.runtimeMaximum))
    var action = ScheduledTask(
      id: volatile.nextTaskID, uid: task.uid, request: request, requirements: [], submitted: moment.wall)
    action.program = line
    action.cause = cause
    enter(
      TaskEntry(task: action, place: .behindRun), replacing: tables.waitingTask(action.key), payload: nil,
      at: moment)
  }

  /// The other task's date has come. What it asks of the machine it asks still.
  private mutating func call(
    _ identifier: String, _ cause: ActionCause, of task: ScheduledTask, at moment: Moment
  ) {
    guard !cause.chain.contains(identifier) else {
      return report(.actionFailed(task, cause, "\(identifier) is among what has caused this itself"))
    }
    guard cause.chain.count <= ActionCause.depth else {
      return report(.actionFailed(task, cause, "\(ActionCause.depth) others have caused this one by one"))
    }
    let key = TaskKey(uid: task.uid, identifier: identifier)
    guard var entry = tables.waitingTask(key).flatMap({ tables.tasks[$0] }) else {
      return report(.actionFailed(task, cause, "no task \(identifier) is pending"))
    }
    entry.task.call(cause, at: moment.wall)
    putBack(entry, at: moment)
    reconsidered.moved.append(entry.task.id)
  }
}

extension ScheduledTask {
  /// Its date has come, whatever it was.
  fileprivate mutating func call(_ cause: ActionCause, at now: WallTime) {
    self.cause = cause
    guard let date = request.earliestBegin, date > now else { return }
    calledFor = calledFor ?? date
    request.earliestBegin = now
  }
}
