/// A task with a path watch begins when a path has changed and is quiet again. A retry has that behind it,
/// and a task that an action called for needs no change.
struct PathPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let (task, state, now) = (candidate.task, candidate.pathState, situation.moment.monotonic)
    guard let trigger = task.request.pathTrigger, task.attempt == 1, task.cause == nil,
      let wait = state.wait(at: now)
    else { return .proceed }
    return .veto(Self.reason(trigger, state, task.paths, at: now), release: .paths(wait))
  }

  private static func reason(
    _ trigger: PathTrigger, _ state: PathState, _ record: PathRecord?, at now: MonotonicTime
  ) -> Reason {
    let all = trigger.paths.joined(separator: ", ")
    let rest = trigger.paths.count - 1
    let names = (trigger.paths.first ?? "") + (rest > 0 ? " and \(rest) more" : "")
    if let problem = state.problem {
      return Reason(
        code: .pathProblem, message: "bgtaskd cannot tell whether \(names) has changed",
        required: "a change of \(all)", observed: problem)
    }
    guard state.isChanging else {
      return Reason(
        code: .pathChange, message: "\(names) has had no change that counts", required: "a change of \(all)",
        observed: state.step.isWatched ? "none" : "being looked at", since: record?.since)
    }
    if let point = state.notBefore, now < point {
      return Reason(
        code: .ownPathChange,
        message:
          "its runs change a path that it watches, or something else does: \(names) has changed during "
          + "each of the last \(record?.runs ?? 0) runs",
        required: "a pause, which doubles with each such run up to an hour; with OwnChanges=ignore "
          + "changes during a run do not count",
        observed: "\((point - now).roundedText) left")
    }
    return Reason(
      code: .pathChange, message: "\(names) has changed, and is not quiet yet",
      required: "\(trigger.quiet.shortText) without a change, or \(trigger.atLatest.shortText)",
      observed: state.touched.map { "changing for \((now - $0).roundedText)" })
  }
}
