import SchedulerCore

/// A scheduler full of tasks that ask for the same, with what a daemon does around it: whatever is asked of
/// it happens at once. Its clocks are moved by hand, and it counts what the scheduler takes of the processor.
struct SimulatedDaemon {
  let wish: Wish
  /// What the tasks ask for, as at the beginning.
  let requests: [TaskRequest]
  private(set) var scheduler: Scheduler
  private(set) var store = StoreModel()
  /// Since ``beginCounting()``.
  private(set) var cost = Cost()
  /// Why what is counted shows nothing.
  private(set) var problems: Set<String> = []
  /// What checks are answered.
  var answersYes = false
  /// Programs that work or watch for the scheduler.
  var helpers: Helpers
  /// The tasks of which a run has succeeded.
  private(set) var succeeded: Set<TaskKey> = []

  private var clocks = Clocks()
  private var inbox = Inbox()
  /// What all of it has taken of the processor, and what it may take, in nanoseconds.
  private(set) var spent: Int64 = 0
  private let patience: Int64

  init(_ population: Population, places: Places, patience: Int64) {
    (wish, requests, self.patience) = (population.wish, population.requests, patience)
    let configuration = SchedulerConfiguration.boundless(for: population, places)
    helpers = Helpers(configuration.applications)
    scheduler = Scheduler(configuration: configuration, seed: 1)
    take(.conditions(.lacking))
    take(.started(sameBoot: true, surviving: []))
    for event in wish.preparation { take(event) }
  }

  var count: Int { requests.count }

  func key(_ number: Int) -> TaskKey {
    TaskKey(uid: wish.owner(number), identifier: Wish.identifier(number))
  }

  var moment: Moment { clocks.moment }

  /// The life took more than anybody waits for: from then on nothing happens.
  var isExhausted: Bool { spent > patience }

  mutating func beginCounting() { cost = Cost() }

  /// Without it what was counted shows nothing.
  mutating func require(_ holds: Bool, _ problem: String) {
    if !holds, !isExhausted { problems.insert(problem) }
  }

  // MARK: Events

  /// An event, and all that follows from it at this moment.
  mutating func take(_ event: Event) {
    handle(lent(event))
    comeToRest()
  }

  /// Returns a submission with the leases that its tasks have.
  private func lent(_ event: Event) -> Event {
    guard let seconds = wish.leaseSeconds else { return event }
    func lent(_ submission: Submission) -> Submission {
      var submission = submission
      submission.trustedUntil = moment.boot + .of(seconds)
      return submission
    }
    switch event {
    case .call(.submit(let submission), let caller, let token):
      return .call(.submit(lent(submission)), caller: caller, token: token)
    case .call(.submitBatch(let submissions), let caller, let token):
      return .call(.submitBatch(submissions.map(lent)), caller: caller, token: token)
    default: return event
    }
  }

  /// An event that does not get onto the disk, as when that is full.
  mutating func fail(_ event: Event) {
    let moment = moment
    change { scheduler in
      _ = scheduler.handle(event, at: moment)
      scheduler.rollBack()
    }
  }

  /// Reading, which changes nothing.
  mutating func read<Found>(_ body: (Scheduler) -> Found) -> Found {
    let (found, nanoseconds) = ProcessorTime.spent { body(scheduler) }
    cost.add(event: nanoseconds)
    spent += nanoseconds
    return found
  }

  /// Time goes by.
  mutating func pass(_ seconds: Double) {
    let end = clocks.elapsed + .of(seconds)
    while let next = clocks.nextWakeUp, next <= end, !isExhausted { passToWakeUp() }
    clocks.pass(to: end)
  }

  /// Time goes by until the scheduler wants to be woken. Returns whether it does.
  @discardableResult
  mutating func passToWakeUp() -> Bool {
    guard let next = clocks.nextWakeUp else { return false }
    clocks.pass(to: next)
    take(.timer)
    return true
  }

  /// The wall clock is set.
  mutating func setClock(aheadBy seconds: Double) {
    clocks.wallStep = .of(seconds)
    take(.clockChanged)
  }

  /// The daemon has died, and another one begins with what was stored.
  mutating func restart() {
    let (tasks, pauses) = (store.tasks.values.sorted { $0.id < $1.id }, Array(store.pauses.values))
    let declarations = store.declarations.values.sorted { $0.task < $1.task }
    let (configuration, runs) = (scheduler.configuration, store.activeRuns)
    let ends = Array(store.ends.values)
    helpers.die()
    let (next, nanoseconds) = ProcessorTime.spent {
      Scheduler(
        configuration: configuration, seed: 2, tasks: tasks, activeRuns: runs, declarations: declarations,
        pauses: pauses, ends: ends)
    }
    scheduler = next
    // Nobody waits for an answer yet.
    cost.total += nanoseconds
    spent += nanoseconds
    take(.conditions(.lacking))
    take(.started(sameBoot: true, surviving: []))
  }

  /// What the scheduler asks for comes about, and its timer fires if that is due, until it waits for time to
  /// go by.
  private mutating func comeToRest() {
    for _ in 0..<1000 + 100 * count {
      if let event = inbox.next() {
        handle(event)
      } else if clocks.isDue, !isExhausted {
        handle(.timer)
      } else {
        return
      }
    }
    require(false, "it does not come to rest")
  }

  private mutating func handle(_ event: Event) {
    guard !isExhausted else { return }
    if case .timer = event { clocks.armed = WakeUp() }
    let moment = moment
    let decision = change { scheduler in
      defer { scheduler.commit() }
      return scheduler.handle(event, at: moment)
    }
    for change in decision.changes {
      store.apply(change)
      if case .putRun(let run) = change, run.ended != nil, run.hasSucceeded { succeeded.insert(run.key) }
    }
    for directive in decision.directives {
      if case .arm(let wakeUp) = directive { clocks.armed = wakeUp }
      inbox.add(helpers.answers(to: directive, checksHold: answersYes))
    }
  }

  private mutating func change<Outcome>(_ body: (inout Scheduler) -> Outcome) -> Outcome {
    let (outcome, nanoseconds) = ProcessorTime.spent { body(&scheduler) }
    cost.add(event: nanoseconds)
    spent += nanoseconds
    return outcome
  }
}
