/// A request, as far as decisions need it. The program's arguments, its environment and the title stay in the
/// store as a payload that the core never looks at.
package struct TaskRequest: Hashable, Sendable {
  /// The name of the task, unique per user among pending tasks.
  package var identifier: String
  package var kind: Kind
  package var target: TaskTarget
  /// The earliest begin (R17); `nil` is no delay. Ignored for continued work (R50).
  package var earliestBegin: WallTime?
  /// The date by which the task should have begun.
  package var deadline: WallTime?
  package var onDeadline: DeadlinePolicy
  /// The requirements, idleness apart.
  package var requirements: Requirements
  /// Whether the machine has to be idle; `nil` leaves it to the kind and the configuration (R31).
  package var requiresIdle: Bool?
  package var onConflict: ConflictPolicy
  /// Whether the machine is kept from sleeping by itself while a run lasts and power comes from outside.
  package var preventsSleep: Bool
  /// Whether a run is frozen with a machine that goes to sleep instead of being told to stop; `nil` leaves it
  /// to the target: a command is frozen, an application is not.
  package var sleepsThrough: Bool?
  package var strategy: SubmissionStrategy
  /// The expressions of the request (`when`, `while`), and their relaxation.
  package var wish: ConditionWish
  /// The effect of conditions that no source reports; `nil` leaves it to the configuration.
  package var unknownConditions: UnknownPolicy?
  /// The terms that few requests have.
  var rare = Rare<RareTerms>()

  /// Creates a request. The defaults are the protocol's for absent fields.
  package init(
    identifier: String, kind: Kind, target: TaskTarget = .command, earliestBegin: WallTime? = nil,
    deadline: WallTime? = nil, onDeadline: DeadlinePolicy = .wait, requirements: Requirements = [],
    requiresIdle: Bool? = nil, runtimeLimit: TimeSpan? = nil, repeatEvery: TimeSpan? = nil,
    tolerance: TimeSpan = .zero, retry: Retry? = nil, onConflict: ConflictPolicy = .replace,
    strategy: SubmissionStrategy = .queue, freezeLimit: TimeSpan? = nil, preventsSleep: Bool = false,
    sleepsThrough: Bool? = nil, wish: ConditionWish = .none, unknownConditions: UnknownPolicy? = nil,
    overdueAfter: TimeSpan? = nil, calendar: CalendarSchedule? = nil, pathTrigger: PathTrigger? = nil,
    actions: TaskActions = [:], order: TaskOrder = .none, transfer: TransferRule? = nil,
    judgement: Judgement? = nil, expectedDuration: TimeSpan? = nil, canResume: Bool? = nil,
    checkpointFile: String? = nil
  ) {
    self.identifier = identifier
    self.kind = kind
    self.target = target
    self.earliestBegin = earliestBegin
    self.deadline = deadline
    self.onDeadline = onDeadline
    self.requirements = requirements
    self.requiresIdle = requiresIdle
    self.onConflict = onConflict
    self.strategy = strategy
    self.preventsSleep = preventsSleep
    self.sleepsThrough = sleepsThrough
    self.wish = wish
    self.unknownConditions = unknownConditions
    rare = Rare(
      RareTerms(
        runtimeLimit: runtimeLimit, repeatEvery: repeatEvery, calendar: calendar, pathTrigger: pathTrigger,
        actions: actions, order: order, tolerance: tolerance, retry: retry, overdueAfter: overdueAfter,
        freezeLimit: freezeLimit, transfer: transfer, judgement: judgement,
        expectedDuration: expectedDuration, canResume: canResume, checkpointFile: checkpointFile))
  }

  /// Whether it may be put off until the machine has nothing better to do: as its kind says, but a transfer
  /// only if it says so itself.
  package var isDiscretionary: Bool { transfer?.isDiscretionary ?? kind.isDiscretionary }

  /// Whether another run follows when one is done (R18).
  var repeats: Bool { repeatEvery != nil || calendar != nil || repeatsWithoutDates }

  /// Whether that run follows something other than a date.
  var repeatsWithoutDates: Bool { order.repeats || pathTrigger != nil }

  /// Whether it waits for its turn: for the ends of other tasks, or for a change of its paths.
  var hasTurn: Bool { !order.predecessors.isEmpty || pathTrigger != nil }

  /// Whether a run is frozen with a machine that goes to sleep. A command knows nothing of sleep, like any
  /// other program, and hours of its work would be lost each time; an application's handler expects to be
  /// told.
  var isSleptThrough: Bool { sleepsThrough ?? (target == .command) }
}

extension TaskRequest {
  /// The terms that few requests have. The request's properties of the same names say what they mean.
  struct RareTerms: RarePart {
    var runtimeLimit: TimeSpan?
    var repeatEvery: TimeSpan?
    var calendar: CalendarSchedule?
    var pathTrigger: PathTrigger?
    var actions: TaskActions = [:]
    var order = TaskOrder.none
    var tolerance = TimeSpan.zero
    var retry: Retry?
    var overdueAfter: TimeSpan?
    var freezeLimit: TimeSpan?
    var transfer: TransferRule?
    var judgement: Judgement?
    var expectedDuration: TimeSpan?
    var canResume: Bool?
    var checkpointFile: String?

    static let usual = RareTerms()
  }

  /// The runtime limit; `nil` is the kind's limit (R30, R31).
  package var runtimeLimit: TimeSpan? {
    get { rare.box?.part.runtimeLimit }
    set { rare.change { $0.runtimeLimit = newValue } }
  }

  /// The time between its dates after the first one; `nil` is once (R18).
  package var repeatEvery: TimeSpan? {
    get { rare.box?.part.repeatEvery }
    set { rare.change { $0.repeatEvery = newValue } }
  }

  /// The calendar whose dates start it; `nil` is none.
  package var calendar: CalendarSchedule? {
    get { rare.box?.part.calendar }
    set { rare.change { $0.calendar = newValue } }
  }

  /// The path watch that starts it; `nil` is none.
  package var pathTrigger: PathTrigger? {
    get { rare.box?.part.pathTrigger }
    set { rare.change { $0.pathTrigger = newValue } }
  }

  package var actions: TaskActions {
    get { rare.box?.part.actions ?? [:] }
    set { rare.change { $0.actions = newValue } }
  }

  package var order: TaskOrder {
    get { rare.box?.part.order ?? .none }
    set { rare.change { $0.order = newValue } }
  }

  /// The most by which it may begin after its date, for a wake-up shared with other tasks.
  package var tolerance: TimeSpan {
    get { rare.box?.part.tolerance ?? .zero }
    set { rare.change { $0.tolerance = newValue } }
  }

  /// The retry rule; `nil` retries only interruptions (R38), failed application starts and exit status 75.
  package var retry: Retry? {
    get { rare.box?.part.retry }
    set { rare.change { $0.retry = newValue } }
  }

  /// The time without success after which it is overdue; `nil` is never.
  package var overdueAfter: TimeSpan? {
    get { rare.box?.part.overdueAfter }
    set { rare.change { $0.overdueAfter = newValue } }
  }

  /// The longest time that its work may be frozen when a requirement is lost, until it is told to stop; `nil`
  /// tells it at once (R32).
  package var freezeLimit: TimeSpan? {
    get { rare.box?.part.freezeLimit }
    set { rare.change { $0.freezeLimit = newValue } }
  }

  /// The host, priority and session of a transfer; `nil` for other kinds.
  package var transfer: TransferRule? {
    get { rare.box?.part.transfer }
    set { rare.change { $0.transfer = newValue } }
  }

  /// The judgement; `nil` leaves it to the configuration.
  package var judgement: Judgement? {
    get { rare.box?.part.judgement }
    set { rare.change { $0.judgement = newValue } }
  }

  /// The time that its work takes, as its submitter expects; `nil` is unknown.
  package var expectedDuration: TimeSpan? {
    get { rare.box?.part.expectedDuration }
    set { rare.change { $0.expectedDuration = newValue } }
  }

  /// Whether an attempt goes on where the one before left off, so that a short run is not wasted; `nil` is
  /// what its runs say.
  package var canResume: Bool? {
    get { rare.box?.part.canResume }
    set { rare.change { $0.canResume = newValue } }
  }

  /// The file, by its absolute path, that is there after a run without success where the next run can go on
  /// from it; `nil` is none. Only for commands.
  package var checkpointFile: String? {
    get { rare.box?.part.checkpointFile }
    set { rare.change { $0.checkpointFile = newValue } }
  }
}

/// The sort of work that a task is. The names are the protocol's.
package enum Kind: String, CaseIterable, Sendable {
  /// A short, frequent update (R30).
  case refresh
  /// Minutes or hours of work, while the machine is idle (R31).
  case processing
  /// Work that a person starts now; it shows progress and goes on in the background (R50).
  case continued
  /// A download or an upload of a file.
  case transfer

  /// Whether the work may be put off for the machine's sake (R35). Work that a person started may not.
  package var isDiscretionary: Bool { self != .continued }

  /// The judgement of its requests where nobody says otherwise.
  package var usualJudgement: Judgement { self == .processing ? .patient : .eager }
}

/// The program that does the work of a task.
package enum TaskTarget: String, Sendable {
  /// The request's own program, which bgtaskd runs.
  case command
  /// The application whose manifest permits the identifier.
  case application
}

/// The treatment of a task whose deadline passes before it has begun.
package enum DeadlinePolicy: String, CaseIterable, Sendable {
  /// The task keeps waiting, and is reported as overdue once.
  case wait
  /// The task is started although its requirements do not hold.
  case run
  /// The task is dropped: its history shows ``Outcome/missed``.
  case drop
}

/// The treatment of a submission whose identifier is already pending (R10).
package enum ConflictPolicy: String, CaseIterable, Sendable {
  /// The submission replaces the earlier request.
  case replace
  /// The earlier request stays, and the caller gets it back.
  case keep
  /// The caller gets ``SchedulerError/alreadyPending(identifier:)``.
  case fail
}

/// The treatment of a continued request for which there is no room (R52).
package enum SubmissionStrategy: String, CaseIterable, Sendable {
  /// The request waits for a slot.
  case queue
  /// The caller gets ``SchedulerError/immediateRunIneligible(identifier:message:)`` (R14).
  case fail
}
