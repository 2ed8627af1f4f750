/// A task as the scheduler holds it: what is stored of it, and what is known only while the daemon lives.
struct TaskEntry: Equatable {
  var task: ScheduledTask
  var place: Place
  /// The application that handles it; nil for a command.
  var application: ApplicationKey?
  /// The first of the reasons why it waits, as it was last reported.
  var reportedReason: ReasonCode?
  /// How many of its relaxations are behind it.
  var relaxedSteps = 0
  /// What few have.
  var rare = Rare<RareState>()
}

extension TaskEntry {
  /// What is known of few. What it means is said where an entry has it.
  struct RareState: RarePart {
    var retryAt: MonotonicTime?
    var isRetryDated = false
    var pathState = PathState()
    var damage: Reason?
    var unreadLaunches = 0

    static let usual = RareState()
  }

  /// Not before this point, because an attempt failed.
  var retryAt: MonotonicTime? {
    get { rare.box?.part.retryAt }
    set { rare.change { $0.retryAt = newValue } }
  }

  /// That point follows from a date: the pause began before the daemon did, and only the wall clock knows
  /// what is left.
  var isRetryDated: Bool {
    get { rare.box?.part.isRetryDated ?? false }
    set { rare.change { $0.isRetryDated = newValue } }
  }

  /// How far it is with the change that it waits for.
  var pathState: PathState {
    get { rare.box?.part.pathState ?? PathState() }
    set { rare.change { $0.pathState = newValue } }
  }

  /// Why what it is to run is lost, as far as is known; looked at again at the next start.
  var damage: Reason? {
    get { rare.box?.part.damage }
    set { rare.change { $0.damage = newValue } }
  }

  /// How many of its last launches found a request that could not be read.
  var unreadLaunches: Int {
    get { rare.box?.part.unreadLaunches ?? 0 }
    set { rare.change { $0.unreadLaunches = newValue } }
  }
}

extension TaskEntry {
  /// Under which it is found while it waits; nil while it runs.
  var waitingKey: TaskKey? { place == .running ? nil : task.key }

  /// How it has waited since its date came, when it begins now. What waits for others or for a change has no
  /// date.
  func wait(until now: WallTime) -> RunWait? {
    let request = task.request
    guard request.pathTrigger == nil, request.order.predecessors.isEmpty else { return nil }
    let first = request.earliestBegin.map { max($0, task.submitted) }
    let dates = [
      first ?? (task.recurrence == 0 ? task.submitted : nil), task.attempt > 1 ? task.retryNotBefore : nil,
    ]
    guard let date = dates.compactMap(\.self).max(), date + RunWait.shortest <= now else { return nil }
    // A date is no reason once it has come.
    let isDate = reportedReason == .earliestBegin || reportedReason == .backoff
    return RunWait(since: date, reason: isDate ? nil : reportedReason)
  }

  /// What is left of a pause that began before the daemon did. However wrong the clock is, it is no longer
  /// than the pause as a whole; of a transfer, than a server may have asked for.
  mutating func resumePause(at moment: Moment) {
    guard let date = task.retryNotBefore else { return }
    var rule = task.request.retry ?? .usual(for: task.request.kind)
    rule.maximumAttempts = .max
    let usual = rule.pause(afterAttempts: task.attempt - 1 - task.excusedAttempts) ?? .zero
    let whole = task.request.kind == .transfer ? max(usual, NextAttempt.longestWish) : usual
    retryAt = moment.monotonic + min(max(date - moment.wall, .zero), whole)
    isRetryDated = true
  }
}
