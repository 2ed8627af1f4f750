/// R15: a task without a command needs a program that handles it, or a manifest that says how to start one.
struct HandlerPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard candidate.task.request.target == .application, !situation.isHandled,
      candidate.application == nil || situation.startObstacle != nil
    else { return .proceed }
    return .veto(
      Reason(
        code: .noHandler,
        message: situation.startObstacle.map { "no program that handles it is running, and \($0)" }
          ?? "no application's manifest permits its identifier any more",
        required: "a program that registers it, or Exec= in its manifest", observed: "neither"),
      release: .application(until: nil))
  }
}

/// An application whose start failed is not started again before its backoff is over; a program that connects
/// by itself is not held back.
struct LaunchBackoffPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard !situation.isHandled, let use = situation.applicationUse, let next = use.nextStart,
      situation.moment.monotonic < next
    else { return .proceed }
    return .veto(
      Reason(
        code: .launchBackoff,
        message: "its application could not be started, and is tried again after a pause",
        required: "a program that registers", observed: "\(use.failedStarts) failed starts in a row"),
      release: .application(until: next))
  }
}

/// R36: discretionary work waits while the user works with its application.
struct ForegroundPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard situation.isInForeground, candidate.task.request.kind.isDiscretionary else { return .proceed }
    return .veto(
      Reason(
        code: .foreground, message: "its application is in use", required: "in the background",
        observed: "in use"),
      release: .application(until: nil))
  }
}
