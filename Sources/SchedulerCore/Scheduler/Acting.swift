/// Actions: the work that starts after a task's failure, success or overdue report.
extension Scheduler {
  /// The runtime limit of an action's program.
  static let actionLimit = TimeSpan.minutes(5)
  /// The longest wait of an action's program for a better moment; then it begins in any case.
  static let actionPatience = TimeSpan.minutes(1)

  /// Carries out the task's action for this trigger, if it has one.
  /// - Parameter run: The run that ended, if the trigger is the end of a run.
  mutating func act(on trigger: ActionTrigger, of task: ScheduledTask, after run: Run?, at moment: Moment) {
    guard let action = task.request.actions[trigger] else { return }
    let chain = (task.cause?.chain ?? []) + [task.request.identifier]
    let cause = ActionCause(trigger: trigger, chain: chain, runID: run?.id)
    switch action {
    case .program(let line): start(line, cause, of: task, at: moment)
    case .task(let identifier): call(identifier, cause, of: task, at: moment)
    }
  }

  /// Carries out the action that follows the end of a run that is not tried again.
  mutating func act(onEndOf run: Run, of task: ScheduledTask, at moment: Moment) {
    if run.hasSucceeded {
      act(on: .success, of: task, after: run, at: moment)
    } else if run.hasFailed {
      act(on: .failure, of: task, after: run, at: moment)
    }
  }

  /// Starts the action's program as a task of its own, so it is stored, started, bounded and recorded like
  /// any other. It replaces an earlier one that still waits for the same trigger.
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
    let earlier = tables.waitingTask(action.key)
    if let excess = excess(of: action, replacing: earlier) {
      return report(.actionFailed(task, cause, excess))
    }
    let entry = TaskEntry(task: action, place: .behindRun)
    let situation = situation(of: entry, at: moment)
    enter(
      entry, replacing: earlier, payload: nil, in: situation,
      waitingFor: vetoes(of: asOf(moment, entry), in: situation), at: moment)
  }

  /// Brings forward the date of another task, whose requirements stay.
  private mutating func call(
    _ identifier: String, _ cause: ActionCause, of task: ScheduledTask, at moment: Moment
  ) {
    guard !cause.chain.contains(identifier) else {
      return report(
        .actionFailed(task, cause, "\(identifier) is among the tasks that have caused this action"))
    }
    guard cause.chain.count <= ActionCause.depth else {
      return report(
        .actionFailed(
          task, cause,
          "\(ActionCause.depth) tasks have caused this action one after the other, which is the limit"))
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
  /// Brings the task's date forward to now, because an action calls for the task.
  fileprivate mutating func call(_ cause: ActionCause, at now: WallTime) {
    self.cause = cause
    bringForward(to: now)
  }

  /// Brings the task's date forward to now. A repeating task has its date still before it.
  mutating func bringForward(to now: WallTime) {
    guard let date = request.earliestBegin, date > now else { return }
    calledFor = calledFor ?? date
    request.earliestBegin = now
  }
}
