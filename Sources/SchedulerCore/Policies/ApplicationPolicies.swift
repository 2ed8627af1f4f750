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

/// R37: refresh launches of one application keep a distance, retries too. So do processing launches of one of
/// its identifiers, except retries, which have their backoff.
struct SpacingPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard candidate.application != nil else { return .proceed }
    let use = situation.applicationUse
    switch candidate.task.request.kind {
    case .refresh:
      return verdict(
        "its application was refreshed a short time ago", "refreshes", since: use?.lastRefresh,
        situation.configuration.refreshSpacing, at: situation.moment.monotonic)
    case .processing where candidate.task.attempt == 1:
      return verdict(
        "it was launched a short time ago", "launches",
        since: situation.pace?.spacedSince ?? use?.lastKnownProcessing,
        situation.configuration.processingSpacing, at: situation.moment.monotonic)
    case .processing, .continued, .transfer: return .proceed
    }
  }

  private func verdict(
    _ message: String, _ what: String, since last: MonotonicTime?, _ spacing: TimeSpan, at now: MonotonicTime
  ) -> Verdict {
    guard let last, spacing > .zero, now < last + spacing else { return .proceed }
    return .veto(
      Reason(
        code: .spacing, message: message, required: "\(spacing.roundedText) between \(what)",
        observed: "\((now - last).roundedText) ago"),
      release: .pause(last + spacing))
  }
}

/// R37: an application that has used up its run time of an hour waits until a tenth of it has come back.
struct BudgetPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let budget = situation.configuration.runtimeBudgetPerHour
    guard candidate.application != nil, candidate.task.request.kind.isDiscretionary, budget > .zero,
      let use = situation.applicationUse
    else { return .proceed }
    let now = situation.moment.monotonic
    let threshold = TimeSpan(uSec: budget.uSec - budget.uSec / 10)
    guard let until = use.melts(to: threshold, budgetPerHour: budget), now < until else { return .proceed }
    let debt = use.debt(at: now, budgetPerHour: budget)
    return .veto(
      Reason(
        code: .budget, message: "its application has used up its run time for now",
        required: "\(budget.roundedText) an hour", observed: "\(debt.roundedText) used"),
      release: .pause(until))
  }
}
