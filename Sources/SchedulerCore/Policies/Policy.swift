/// One rule about starting a task: it proceeds with a score, or vetoes with a reason. One veto keeps the task
/// waiting. The same evaluation decides and explains.
protocol Policy: Sendable {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict

  /// Returns the release of the policy's veto, `nil` without one. A policy about most tasks answers this
  /// without the words of its reason.
  func release(of candidate: TaskEntry, in situation: Situation) -> Release?
}

extension Policy {
  func release(of candidate: TaskEntry, in situation: Situation) -> Release? {
    if case .veto(_, let release) = evaluate(candidate, in: situation) { release } else { nil }
  }
}

/// All policies, in the order in which they are explained.
enum Policies {
  /// The policies about the task itself. They decide where it waits (``Place``).
  static let placing: [any Policy] = [
    DamagePolicy(), PausePolicy(), EarliestBeginPolicy(), BackoffPolicy(), AlreadyRunningPolicy(),
    PathPolicy(), AfterPolicy(), SessionPolicy(), GroupPolicy(), PacePolicy(),
    SpacingPolicy(), BudgetPolicy(), HandlerPolicy(), LaunchBackoffPolicy(), ForegroundPolicy(),
  ]

  private static let beforeRequirements: [any Policy] =
    [
      StartingPolicy(), StorePolicy(), ShutdownPolicy(), DeparturePolicy(), KindDisabledPolicy(),
      LeasePolicy(), PassedDeadlinesPolicy(), SettlingPolicy(),
    ] + placing
  private static let afterRequirements: [any Policy] = [
    GradualStartPolicy(), ConcurrencyPolicy(), KindConcurrencyPolicy(), HostConcurrencyPolicy(),
    UserConcurrencyPolicy(),
  ]

  /// Returns the verdicts of all policies, without those that neither veto nor score.
  static func verdicts(of candidate: TaskEntry, in situation: Situation) -> [Verdict] {
    var verdicts: [Verdict] = []
    func ask(_ policy: some Policy) {
      let verdict = policy.evaluate(candidate, in: situation)
      if !verdict.isPlainYes { verdicts.append(verdict) }
    }
    for policy in beforeRequirements { ask(policy) }
    // The machine mostly has all that is asked of it, and then no requirement needs to be asked.
    if !situation.reading.isUsable(candidate.demand) {
      for policy in requirements { ask(policy) }
      ask(ExpressionPolicy())
      ask(WindowPolicy())
    }
    for policy in afterRequirements { ask(policy) }
    return verdicts
  }
}

/// A policy's answer.
enum Verdict {
  /// The policy has nothing against the task. The score is a head start: positive goes before its time.
  case proceed(score: TimeSpan)
  /// The task waits for this reason, until the release happens.
  case veto(Reason, release: Release)

  static let proceed = Verdict.proceed(score: .zero)

  /// Whether the policy has nothing against the task and nothing for it.
  var isPlainYes: Bool { if case .proceed(.zero) = self { true } else { false } }
}

extension [Verdict] {
  /// The release of the first veto; `nil` when nothing stands in the way.
  var firstRelease: Release? { releases.first { _ in true } }

  /// The releases of the vetoes, made only as far as they are read.
  var releases: some Sequence<Release> {
    lazy.compactMap { if case .veto(_, let release) = $0 { release } else { nil } }
  }
}

/// The change that ends a veto.
enum Release: Hashable {
  /// The arrival of this date.
  case date(WallTime)
  /// A point on the monotonic clock that is this task's own.
  case pause(MonotonicTime)
  /// A change of the task's application, or this point.
  case application(until: MonotonicTime?)
  /// A change of the paths that the task waits for.
  case paths(PathWait)
  /// The end of the run of the same key.
  case runEnd
  /// The ends of the tasks that it comes after.
  case predecessors
  /// The end of a run of its exclusive group.
  case groupEnd
  /// The end of a pause, on this date or by a resume. A pause that `isWide` holds back all tasks of a user or
  /// of a kind, which stay where they are.
  case resumption(WallTime?, isWide: Bool)
  /// The next start of the daemon, with a state file that was repaired.
  case recovery
  /// A change of the machine's conditions.
  case conditions
  /// The point at which the window of conditions is old enough, or their loss.
  case window(MonotonicTime)
  /// The answer of a check, which is asked when nothing else stands in the way.
  case check
  /// The end of any run.
  case room
  /// A point that is the same for all tasks behind the gate, or an event when the point is unknown: tasks
  /// stay where they are.
  case gate(MonotonicTime?)
}

/// The facts besides the task that policies may look at.
struct Situation {
  var moment: Moment
  /// The machine as of ``moment``.
  var reading: MachineReading
  var load: Load
  var phase: SchedulerPhase
  /// The sleep or shutdown that the machine is about to enter.
  var departure: PendingDeparture?
  /// The reason why the disk takes nothing; `nil` while it works.
  var storeFailure: String?
  /// The pause that holds the task back.
  var pause: Pause?
  /// The predecessors that it waits for, in their order.
  var awaited: [Predecessor]
  /// The identifiers of those of them that no task of its user has.
  var absentPredecessors: [String]
  /// The number of transfers that name the task as their session.
  var openTransfers: Int
  /// A run of another task of the exclusive group.
  var runOfGroup: OtherRun?
  /// The run of the task's own key.
  var runOfSameKey: OtherRun?
  /// Whether a program handles the task now, or the task is a command.
  var isHandled: Bool
  /// The reason why the task's application cannot be started for it; `nil` when it can, or without one.
  var startObstacle: String?
  /// Whether the task's application is in use (R36).
  var isInForeground: Bool
  /// The spacing and the budget that the task's application has used (R37), and its failed starts.
  var applicationUse: ApplicationUse?
  /// The pace of the runs of the task's identifier (R39).
  var pace: Pace?
  /// The point at which more of the passed deadlines of the task's user are taken in, if there are too many
  /// for one event.
  var deadlinesBehind: MonotonicTime?

  var machine: Machine { _read { yield reading.machine } }
  var configuration: SchedulerConfiguration { _read { yield reading.view.configuration } }

  /// A run behind which the task waits.
  struct OtherRun {
    let id: RunID
    let identifier: String
    let started: WallTime

    init(_ run: Run) { (id, identifier, started) = (run.id, run.identifier, run.started) }
  }
}
