/// Nothing starts before every source of conditions has reported.
struct StartingPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard situation.phase == .starting else { return .proceed }
    return .veto(Reason(code: .starting, message: "the scheduler is starting"), release: .gate(nil))
  }
}

/// Nothing starts while the disk takes nothing, because a run must be recorded before it is launched.
struct StorePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let cause = situation.storeFailure else { return .proceed }
    return .veto(
      Reason(code: .storeUnavailable, message: "the state cannot be written", observed: cause),
      release: .gate(nil))
  }
}

/// Nothing starts while the daemon ends.
struct ShutdownPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard case .shuttingDown = situation.phase else { return .proceed }
    return .veto(Reason(code: .shuttingDown, message: "the scheduler is shutting down"), release: .gate(nil))
  }
}

/// After a boot or a resume, discretionary work waits until the machine has settled.
struct SettlingPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard candidate.task.request.isDiscretionary, let quiet = situation.machine.quiet,
      situation.moment.monotonic < quiet.until
    else { return .proceed }
    return .veto(
      Reason(
        code: .settling, message: "the machine has just started or woken up and settles first",
        required: situation.configuration.settling.roundedText,
        observed: "\((quiet.until - situation.moment.monotonic).roundedText) left", since: quiet.since),
      release: .gate(quiet.until))
  }
}

/// After a disturbance, work that piled up starts a little at a time instead of all at once.
struct GradualStartPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard candidate.task.request.isDiscretionary, let ramp = situation.machine.ramp,
      situation.moment.monotonic < ramp.until
    else { return .proceed }
    if situation.moment.monotonic < ramp.nextStart {
      return .veto(
        Reason(
          code: .gradualStart, message: "work that piled up starts a little at a time",
          required: "\(Ramp.spacing(situation.configuration).roundedText) between starts",
          observed: "\((ramp.nextStart - situation.moment.monotonic).roundedText) left"),
        release: .gate(ramp.nextStart))
    }
    // The network recovers last and most tasks want it, so tasks that need it start later.
    return .proceed(score: candidate.demand.needsNetwork ? TimeSpan(uSec: -Urgency.patience.uSec) : .zero)
  }
}

/// While more of a user's deadlines have passed than one event takes in, none of the user's tasks starts: it
/// may be one that is to be dropped.
struct PassedDeadlinesPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let point = situation.deadlinesBehind else { return .proceed }
    return .veto(
      Reason(
        code: .passedDeadlines,
        message: "many deadlines of its user have passed at once, and are handled first, some at a time"),
      release: .gate(point))
  }
}

/// Nothing starts on a machine that is about to sleep or to shut down.
struct DeparturePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let departure = situation.departure, situation.moment.monotonic < departure.overAt else {
      return .proceed
    }
    return .veto(departure.reason, release: .gate(nil))
  }
}

/// R13: a kind that is switched off is not accepted any more, and tasks that were accepted before wait.
struct KindDisabledPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let kind = candidate.task.request.kind
    guard situation.configuration.disabledKinds.contains(kind) else { return .proceed }
    return .veto(
      Reason(code: .kindDisabled, message: "\(kind.rawValue) tasks are switched off by DisabledKinds="),
      release: .gate(nil))
  }
}

/// A task whose request is damaged in the state file cannot be launched. It is kept, not given up: a recovery
/// decides.
struct DamagePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let damage = candidate.damage else { return .proceed }
    return .veto(damage, release: .recovery)
  }
}

/// R96: a task whose lease is over does not start any more. It ends as soon as that can be recorded.
struct LeasePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let lease = candidate.task.lease, lease.isOver(at: situation.moment) else { return .proceed }
    return .veto(lease.loss(at: situation.moment), release: .gate(nil))
  }
}

/// A paused task does not start.
struct PausePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let pause = situation.pause else { return .proceed }
    return .veto(pause.reason, release: .resumption(pause.until, isWide: pause.scope.isWide))
  }
}
