/// A run that has not ended.
struct ActiveRun {
  /// The run as history will show it. `stopReason` is set once it is told to stop, `success` once it reports.
  var run: Run
  var phase: RunPhase
  /// The point of the launch, or `nil` when unknown, because the launch was before the daemon started.
  var began: MonotonicTime?
  /// The point at which the application got the run, for the budget; `nil` while no program has it.
  var delivered: MonotonicTime?
  /// The runtime limit of the run.
  var limit: TimeSpan
  /// The demand whose loss stops the run (R32). Empty for a run started in spite of its requirements.
  var enforced: Demand
  /// The longest time that the run may be frozen before it is told to stop.
  var freezeLimit: TimeSpan?
  /// The reason for a freeze, or for a missing record of its end; `nil` without either.
  var lack: Reason?
  /// Whether a person started the run without room for it, so that it has one of its user's own places.
  var isBeside = false
  var target: TaskTarget
  /// The exclusive group of the run.
  var group: TaskGroup?
  /// The host to which a transfer speaks.
  var host: TransferHost?
  var application: ApplicationKey?
  /// The connection to which the run was delivered.
  var connection: ConnectionID?
  /// The process that was started for the run and has not taken it yet.
  var process: RunID?
  /// Whether that process was started for this run and for no other.
  var isOnDemand = false
  /// Whether the request asks to keep the machine awake.
  var preventsSleep = false
  /// Whether the run is not told to stop when the machine goes to sleep.
  var sleepsThrough = true
  /// Whether the run's paths were looked at right before it began.
  var hasFreshPaths = false
  /// Whether the run was under way when the daemon started.
  var isRestored = false
  /// Whether a program that has ended had reported its success or failure before.
  var hasReported = false
  /// The lease of its task; `nil` without one.
  var lease: Lease?
  /// The run's report about the attempt after it.
  var next: NextAttempt?
  /// The point of the last progress report, or of the run's beginning (R51).
  var lastProgress: MonotonicTime

  var state: TaskState {
    switch phase {
    case .launching, .awaited: .launching
    case .running, .frozen, .over: .running
    case .expiring, .killed: .expiring
    }
  }

  /// Whether the loss of what it depends on freezes the run.
  var mayFreeze: Bool { freezeLimit.map { $0 > .zero } ?? false }

  /// Whether the run keeps the machine awake, for which a frozen run has no use.
  var keepsAwake: Bool { preventsSleep && lack == nil }

  /// Whether a program that has not come back since the daemon started may have the run: nothing reaches it.
  var isAway: Bool { if case .awaited = phase { isRestored } else { false } }

  /// Whether the run has ended and only lacks its record, so that nothing can be asked of it any more.
  var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// The point at which the run's frozen program is told to stop; `nil` while no program is frozen. The
  /// handler of an application goes on whatever the phase.
  var frozenUntil: MonotonicTime? {
    if case .frozen(_, _, let until) = phase, target == .command { until } else { nil }
  }

  /// Whether the run was told to stop.
  var isStopping: Bool { state == .expiring }

  /// Whether the owner cancelled the run, so that it is not retried.
  var isCancelled: Bool { run.stopReason?.code == .cancelled }

  /// Whether the run was told to stop because its task's lease was over, which decides how it ends.
  var hasLostLease: Bool { run.stopReason?.code == .leaseLost }

  /// The point at which the lease is over; `nil` without one, once nothing more follows from that, and while
  /// nothing reaches the program: it is told when it comes back.
  var leaseDue: Due<BootTime>? {
    guard let lease, !isOver, !isAway, !isCancelled, !hasLostLease else { return nil }
    return Due(lease.until, run.taskID)
  }

  /// The kinds of timers of a run.
  enum Timer {
    /// The runtime limit is over, or the last progress report is too old.
    case limit(since: MonotonicTime)
    /// The run was frozen for too long.
    case standstill
    /// The grace is over.
    case grace
    /// The time for a program to take the run is over.
    case patience
  }

  /// Returns the run's next timer and its point, or `nil` without one.
  func nextTimer(stall: TimeSpan) -> (timer: Timer, time: MonotonicTime)? {
    switch phase {
    case .launching, .killed, .over: nil
    case .awaited(let until): (.patience, until)
    case .frozen(_, _, let until): (.standstill, until)
    case .running(let since):
      (
        .limit(since: since),
        run.kind == .continued ? min(since + limit, lastProgress + stall) : since + limit
      )
    case .expiring(let killAt): (.grace, killAt)
    }
  }
}

/// The phase of a run. Each case carries only the values that are valid in it.
enum RunPhase: Hashable {
  /// The run's program is being started.
  case launching
  /// No program has the run yet: the application is being started, or has to come back after a restart of the
  /// daemon. At this point the run is given up.
  case awaited(until: MonotonicTime)
  /// The run has worked since this point, from which its limit counts.
  case running(since: MonotonicTime)
  /// The run is frozen since `from`, and is told to stop at `until`. The frozen time does not count: the run
  /// has worked since `since`.
  case frozen(since: MonotonicTime, from: MonotonicTime, until: MonotonicTime)
  /// The run was told to stop and is killed at this point.
  case expiring(killAt: MonotonicTime)
  /// The run was killed and its end is awaited.
  case killed
  /// The run ended with this outcome at this moment, while the disk took nothing. The end is not recorded, so
  /// in the store the run lasts.
  case over(Outcome, at: Moment)
}

/// The position of a run among all runs: by its task, the oldest first.
struct RunPlace: Hashable, Comparable, Sendable {
  let task: TaskID
  let run: RunID

  init(_ run: Run) { (task, self.run) = (run.taskID, run.id) }

  static func < (left: RunPlace, right: RunPlace) -> Bool {
    (left.task, left.run.text) < (right.task, right.run.text)
  }
}
