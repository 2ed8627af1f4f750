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

  /// Whether the run keeps the machine awake, for which a frozen run has no use.
  var keepsAwake: Bool { preventsSleep && lack == nil }

  /// Whether a program that has not come back since the daemon started may have the run: nothing reaches it.
  var isAway: Bool { if case .awaited = phase { isRestored } else { false } }

  /// Whether the run has ended and only lacks its record, so that nothing can be asked of it any more.
  var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// Whether the run was told to stop.
  var isStopping: Bool { state == .expiring }

  /// Whether the owner cancelled the run, so that it is not retried.
  var isCancelled: Bool { run.stopReason?.code == .cancelled }

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
