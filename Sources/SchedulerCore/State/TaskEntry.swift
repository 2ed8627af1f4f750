/// A task as the scheduler holds it: its stored part, and the part that lasts as long as the daemon.
struct TaskEntry: Equatable {
  var task: ScheduledTask
  var place: Place
  /// The application that handles the task, or `nil` for a command.
  var application: ApplicationKey?
  /// The first of the reasons why it waits, as it was last reported.
  var reportedReason: ReasonCode?
  /// The number of the task's relaxations that have come.
  var relaxedSteps = 0
  /// The terms by which its window is judged.
  var patience = Patience.none
  /// The state that few tasks have.
  var rare = Rare<RareState>()
}

extension TaskEntry {
  /// The state that few tasks have, documented at the entry's properties.
  struct RareState: RarePart {
    var retryAt: MonotonicTime?
    var isRetryDated = false
    var pathState = PathState()
    var damage: Reason?
    var unreadLaunches = 0
    var fileQuestion: FileQuestion?

    static let usual = RareState()
  }

  /// The point before which a failed attempt is not retried.
  var retryAt: MonotonicTime? {
    get { rare.box?.part.retryAt }
    set { rare.change { $0.retryAt = newValue } }
  }

  /// Whether ``retryAt`` follows from a date, because the backoff began before the daemon did and only the
  /// wall clock knows the rest.
  var isRetryDated: Bool {
    get { rare.box?.part.isRetryDated ?? false }
    set { rare.change { $0.isRetryDated = newValue } }
  }

  /// The task's progress with the change that it waits for.
  var pathState: PathState {
    get { rare.box?.part.pathState ?? PathState() }
    set { rare.change { $0.pathState = newValue } }
  }

  /// The reason why the task's request is lost, as far as known; looked at again at the next start.
  var damage: Reason? {
    get { rare.box?.part.damage }
    set { rare.change { $0.damage = newValue } }
  }

  /// The number of the last launches in a row that could not read the request.
  var unreadLaunches: Int {
    get { rare.box?.part.unreadLaunches ?? 0 }
    set { rare.change { $0.unreadLaunches = newValue } }
  }

  /// The question whether the task's ``TaskRequest/checkpointFile`` is there; `nil` where there is none.
  var fileQuestion: FileQuestion? {
    get { rare.box?.part.fileQuestion }
    set { rare.change { $0.fileQuestion = newValue } }
  }
}

/// The progress of the question whether a file is there.
enum FileQuestion: Hashable {
  case due
  case open(RunID)
}

extension TaskEntry {
  /// The key under which the task is found while it waits, or `nil` while it runs.
  var waitingKey: TaskKey? { place == .running ? nil : task.key }

  /// Returns the wait from the task's date to its beginning now. A task that waits for other tasks or for a
  /// change has no date.
  func wait(until now: WallTime) -> RunWait? {
    guard !task.request.hasTurn else { return nil }
    let first = task.request.earliestBegin.map { max($0, task.submitted) }
    let dates = [
      first ?? (task.recurrence == 0 ? task.submitted : nil), task.attempt > 1 ? task.retryNotBefore : nil,
    ]
    guard let date = dates.compactMap(\.self).max(), date + RunWait.shortest <= now else { return nil }
    // A date is no reason once it has come.
    let isDate = reportedReason == .earliestBegin || reportedReason == .backoff
    return RunWait(since: date, reason: isDate ? nil : reportedReason)
  }

  /// Has the task wait for another attempt.
  mutating func tryAgain(after pause: TimeSpan, at moment: Moment) {
    task.attempt += 1
    (retryAt, isRetryDated) = (moment.monotonic + pause, false)
    task.retryNotBefore = moment.wall + pause
  }

  /// Takes over the backoff of the task that this one replaces, and the question that follows its attempt.
  mutating func takeRetry(of earlier: TaskEntry, asksForFile: Bool) {
    (retryAt, isRetryDated) = (earlier.retryAt, earlier.isRetryDated)
    fileQuestion = asksForFile && earlier.fileQuestion != nil ? .due : nil
  }

  /// Resumes a backoff that began before the daemon did. However wrong the clock is, the rest is no longer
  /// than the whole backoff, or than the longest wish of a server for a transfer.
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
