/// What was submitted, as far as decisions need it. The program's arguments, its environment and the title
/// stay in the store as a payload that the core never looks at.
package struct TaskRequest: Hashable, Sendable {
  /// Unique per user among what is pending.
  package var identifier: String
  /// The kind of work.
  package var kind: Kind
  /// Who does the work.
  package var target: TaskTarget
  /// Never earlier than this (R17); nil is no delay. Ignored for continued work (R50).
  package var earliestBegin: WallTime?
  /// When it should have begun.
  package var deadline: WallTime?
  /// What happens when the deadline passes first.
  package var onDeadline: DeadlinePolicy
  /// What the request asks of the machine, idleness apart.
  package var requirements: Requirements
  /// Whether nobody may be using the machine; nil leaves it to the kind and the configuration (R31).
  package var requiresIdle: Bool?
  /// What happens when the identifier is already pending (R10).
  package var onConflict: ConflictPolicy
  /// The machine is kept from sleeping by itself while a run lasts and power comes from outside.
  package var preventsSleep: Bool
  /// Whether a run is frozen with a machine that goes to sleep instead of being told to stop; nil leaves it
  /// to who does the work: a command's is, an application's is not.
  package var sleepsThrough: Bool?
  /// What a continued request wants when there is no room (R52).
  package var strategy: SubmissionStrategy
  /// What it says of the machine in its own words.
  package var wish: ConditionWish
  /// What conditions that nobody reports do to it; nil leaves it to the configuration.
  package var unknownConditions: UnknownPolicy?
  /// What few requests say.
  var rare = Rare<RareTerms>()

  /// A request. What is not given is what the protocol says of a field that is absent.
  package init(
    identifier: String, kind: Kind, target: TaskTarget = .command, earliestBegin: WallTime? = nil,
    deadline: WallTime? = nil, onDeadline: DeadlinePolicy = .wait, requirements: Requirements = [],
    requiresIdle: Bool? = nil, runtimeLimit: TimeSpan? = nil, repeatEvery: TimeSpan? = nil,
    tolerance: TimeSpan = .zero, retry: Retry? = nil, onConflict: ConflictPolicy = .replace,
    strategy: SubmissionStrategy = .queue, freezeLimit: TimeSpan? = nil, preventsSleep: Bool = false,
    sleepsThrough: Bool? = nil, wish: ConditionWish = .none, unknownConditions: UnknownPolicy? = nil,
    overdueAfter: TimeSpan? = nil, calendar: CalendarSchedule? = nil, pathTrigger: PathTrigger? = nil,
    actions: TaskActions = [:], order: TaskOrder = .none, transfer: TransferRule? = nil
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
        freezeLimit: freezeLimit, transfer: transfer))
  }

  /// Whether it may be put off until the machine has nothing better to do: what its kind says, but a transfer
  /// only if it says so itself.
  package var isDiscretionary: Bool { transfer?.isDiscretionary ?? kind.isDiscretionary }

  /// Whether another run follows when one is done (R18).
  var repeats: Bool { repeatEvery != nil || calendar != nil || repeatsWithoutDates }

  /// Whether that run follows something else than a date.
  var repeatsWithoutDates: Bool { order.repeats || pathTrigger != nil }

  /// Whether a run of it is frozen with a machine that goes to sleep. A command knows nothing of sleep, as
  /// little as any other program, and hours of its work would be lost each time; an application's handler
  /// expects to be told.
  var isSleptThrough: Bool { sleepsThrough ?? (target == .command) }
}

extension TaskRequest {
  /// What few requests say. What it means is said where a request has it.
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

    static let usual = RareTerms()
  }

  /// How long a run may take; nil is the kind's limit (R30, R31).
  package var runtimeLimit: TimeSpan? {
    get { rare.box?.part.runtimeLimit }
    set { rare.change { $0.runtimeLimit = newValue } }
  }

  /// Starts again every so often after its first date; nil is once (R18).
  package var repeatEvery: TimeSpan? {
    get { rare.box?.part.repeatEvery }
    set { rare.change { $0.repeatEvery = newValue } }
  }

  /// Starts at dates of the calendar; nil is none.
  package var calendar: CalendarSchedule? {
    get { rare.box?.part.calendar }
    set { rare.change { $0.calendar = newValue } }
  }

  /// Starts when something has changed; nil is without.
  package var pathTrigger: PathTrigger? {
    get { rare.box?.part.pathTrigger }
    set { rare.change { $0.pathTrigger = newValue } }
  }

  /// What else is started when something becomes of it.
  package var actions: TaskActions {
    get { rare.box?.part.actions ?? [:] }
    set { rare.change { $0.actions = newValue } }
  }

  /// What it comes after, and beside what it does not run.
  package var order: TaskOrder {
    get { rare.box?.part.order ?? .none }
    set { rare.change { $0.order = newValue } }
  }

  /// How much later than its date it may begin for the sake of a wake-up shared with others.
  package var tolerance: TimeSpan {
    get { rare.box?.part.tolerance ?? .zero }
    set { rare.change { $0.tolerance = newValue } }
  }

  /// How it is tried again; nil is not at all, except after an interruption (R38) or when it asks (exit 75).
  package var retry: Retry? {
    get { rare.box?.part.retry }
    set { rare.change { $0.retry = newValue } }
  }

  /// Without success for so long it is overdue; nil is never.
  package var overdueAfter: TimeSpan? {
    get { rare.box?.part.overdueAfter }
    set { rare.change { $0.overdueAfter = newValue } }
  }

  /// So long its work may stand still when a requirement is lost, until it is told to stop; nil tells it at
  /// once (R32).
  package var freezeLimit: TimeSpan? {
    get { rare.box?.part.freezeLimit }
    set { rare.change { $0.freezeLimit = newValue } }
  }

  /// Whom a transfer speaks to, and how much it matters; nil for what is none.
  package var transfer: TransferRule? {
    get { rare.box?.part.transfer }
    set { rare.change { $0.transfer = newValue } }
  }
}

/// What sort of work a task is. The names are the protocol's.
package enum Kind: String, CaseIterable, Sendable {
  /// A short, frequent update (R30).
  case refresh
  /// Minutes or hours of work, at a quiet time (R31).
  case processing
  /// Started by a person now; shows progress and goes on in the background (R50).
  case continued
  /// A file comes or goes over the network.
  case transfer

  /// Whether the system may put the work off for the machine's sake (R35). What a person started is not.
  package var isDiscretionary: Bool { self != .continued }
}

/// Who does the work of a task.
package enum TaskTarget: String, Sendable {
  /// bgtaskd runs the request's own program.
  case command
  /// The application whose manifest permits the identifier.
  case application
}

/// What becomes of a task whose deadline passes before it has begun.
package enum DeadlinePolicy: String, CaseIterable, Sendable {
  /// It keeps waiting, and is reported as overdue once.
  case wait
  /// It is started although its requirements do not hold.
  case run
  /// It is dropped: its history shows ``Outcome/missed``.
  case drop
}

/// What becomes of a submission whose identifier is already pending (R10).
package enum ConflictPolicy: String, CaseIterable, Sendable {
  /// It takes the place of the earlier request.
  case replace
  /// The earlier request stays, and is what the caller gets back.
  case keep
  /// The caller gets ``SchedulerError/alreadyPending(identifier:)``.
  case fail
}

/// What a continued request wants when there is no room for it (R52).
package enum SubmissionStrategy: String, CaseIterable, Sendable {
  /// It waits for its turn.
  case queue
  /// The caller gets ``SchedulerError/immediateRunIneligible(identifier:message:)`` (R14).
  case fail
}
