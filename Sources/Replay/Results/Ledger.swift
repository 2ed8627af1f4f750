import SchedulerCore

/// The records of all tasks of a replayed machine, kept by what its scheduler reports.
struct Ledger {
  /// The wait of a task.
  private struct Wait {
    var id: TaskID
    /// The reason that counts; `nil` before the task's date, and while none is known.
    var code: ReasonCode? {
      didSet { note() }
    }
    /// The last reason that was the task's own, else one of those that hold back all tasks for a moment.
    var last: ReasonCode?
    var since: WallTime
    /// The date before which nothing holds the task back; `nil` is none.
    var due: WallTime?
    /// The date from which the wait does not count, because the task is dropped; `nil` is none.
    var until: WallTime?

    init(
      id: TaskID, code: ReasonCode? = nil, after last: ReasonCode? = nil, since: WallTime, due: WallTime?,
      until: WallTime? = nil
    ) {
      (self.id, self.code, self.last) = (id, code, last)
      (self.since, self.due, self.until) = (since, due, until)
      note()
    }

    private mutating func note() {
      guard let code, !Ledger.unnamed.contains(code), last == nil || !Ledger.gates.contains(code) else {
        return
      }
      last = code
    }
  }

  private(set) var records: [TaskRecord] = []
  private var places: [TaskKey: Int] = [:]
  private var waits: [Int: Wait] = [:]
  private var unmet: [ReasonCode] = []
  /// The waits before the last launches, and before dates that were missed.
  private var past: [Int: RunWait] = [:]
  /// The first date of a wait after a run. A scheduler does not report a reason again that held the task back
  /// before that run as well.
  private var nextDue: WallTime?
  /// The tasks whose reason has to be asked for.
  private var open: Set<Int> = []

  /// Returns the place of a task's record.
  mutating func place(of key: TaskKey, submitted: WallTime) -> Int {
    if let place = places[key] { return place }
    places[key] = records.count
    records.append(TaskRecord(key: key, submitted: submitted))
    return records.count - 1
  }

  /// Takes in a report of the scheduler.
  mutating func take(_ occurrence: Occurrence, at now: WallTime) {
    switch occurrence {
    case .submitted(let snapshot, _, let reasons):
      let task = snapshot.task
      wait(task, for: Self.first(of: reasons), due: task.request.earliestBegin, at: now)
    case .held(let task, let reasons):
      wait(task, for: Self.first(of: reasons), due: task.request.earliestBegin, at: now)
    case .cancelled(let task), .withdrawn(let task, _):
      endWait(place(of: task.key, submitted: task.submitted), at: now)
    case .launching(let run, _): endWait(place(of: run.key, submitted: run.started), at: now)
    case .ended(let run, let next):
      let place = place(of: run.key, submitted: run.started)
      endWait(place, at: now)
      guard let next else { break }
      waits[place] = Wait(id: run.taskID, since: now, due: next)
      nextDue = min(nextDue ?? next, next)
    case .conditions(let snapshot):
      guard unmet != snapshot.unmet else { break }
      unmet = snapshot.unmet
      for (place, wait) in waits where wait.code.map(unmet.contains) == false { open.insert(place) }
    default: break
    }
  }

  /// Returns the code of the first reason that a task has of its own, else of the first one.
  static func first(of reasons: [Reason]) -> ReasonCode? {
    (reasons.first { !gates.contains($0.code) } ?? reasons.first)?.code
  }

  /// The reasons that hold back all tasks for a moment.
  private static let gates: [ReasonCode] = [.starting, .settling, .gradualStart]

  /// The reasons that a daemon does not name as what a run has waited for: its own start, the machine's
  /// absence, and dates, which are no reason once they have come.
  private static let unnamed: [ReasonCode] = [.starting, .sleep, .machineShutdown, .earliestBegin, .backoff]

  private mutating func wait(
    _ task: ScheduledTask, for code: ReasonCode?, due: WallTime?, at now: WallTime
  ) {
    let place = place(of: task.key, submitted: task.submitted)
    let last = waits[place]?.last
    endWait(place, at: now)
    // A scheduler that starts does not know yet what holds the task back.
    if code == .starting { open.insert(place) }
    let isKnown = code != .starting && code != .earliestBegin
    waits[place] = Wait(
      id: task.id, code: isKnown ? code : nil, after: last, since: now, due: due,
      until: task.request.onDeadline == .drop ? task.request.deadline : nil)
  }

  private mutating func endWait(_ place: Int, at now: WallTime) {
    open.remove(place)
    count(place, at: now)
    if let wait = waits.removeValue(forKey: place) {
      past[place] = RunWait(
        since: wait.due.map { max($0, records[place].submitted) } ?? records[place].submitted,
        reason: wait.last)
    }
  }

  /// Counts the time of a wait up to now for its reason.
  private mutating func count(_ place: Int, at now: WallTime) {
    guard let wait = waits[place] else { return }
    if let code = wait.code { records[place].held.add(min(now, wait.until ?? now) - wait.since, code) }
    waits[place]?.since = now
  }

  /// Returns the tasks whose reasons are not known any more, with the places of their records.
  mutating func takeQuestions(at now: WallTime) -> [(place: Int, task: TaskID)] {
    openDue(at: now)
    guard !open.isEmpty else { return [] }
    defer { open = [] }
    return open.compactMap { place in waits[place].map { (place, $0.id) } }
  }

  /// Asks for the reasons of tasks whose dates have come, and which wait all the same.
  private mutating func openDue(at now: WallTime) {
    guard let first = nextDue, first <= now else { return }
    nextDue = nil
    for (place, wait) in waits where wait.code == nil {
      guard let due = wait.due else { continue }
      if due <= now { open.insert(place) } else { nextDue = min(nextDue ?? due, due) }
    }
  }

  /// Takes in the reasons of a task now.
  mutating func answer(_ place: Int, _ reasons: [Reason], at now: WallTime) {
    count(place, at: now)
    let code = Self.first(of: reasons)
    waits[place]?.code = code == .earliestBegin ? nil : code
    if let code, Self.gates.contains(code) { open.insert(place) }
  }

  /// Lets all tasks wait for the machine.
  /// - Parameter code: The reason that counts from now on; `nil` counts for nothing.
  mutating func leave(for code: ReasonCode?, at now: WallTime) {
    for place in Array(waits.keys) {
      count(place, at: now)
      if waits[place]?.code != nil { waits[place]?.code = code }
    }
    open = []
  }

  /// Counts the time without the machine, which is back.
  mutating func comeBack(from code: ReasonCode?, at now: WallTime) {
    for (place, wait) in waits {
      // A task whose date came meanwhile was held back from then on.
      if let code, wait.code == nil, let due = wait.due, due < now {
        waits[place]?.code = code
        waits[place]?.since = max(due, wait.since)
      }
      count(place, at: now)
      if wait.code != nil || wait.due ?? now <= now { open.insert(place) }
    }
  }

  /// Adds time in which a task could not even be submitted.
  mutating func hold(_ place: Int, _ length: TimeSpan, for code: ReasonCode) {
    records[place].held.add(length, code)
  }

  /// Adds a run to its task's record. A scheduler that is asked for reasons does not tell them with the run,
  /// nor with a date that was missed.
  mutating func add(_ run: ReplayedRun) {
    let place = place(of: run.run.key, submitted: run.run.started)
    var run = run
    if run.run.outcome == .missed {
      run.run.wait = past[place].flatMap { $0.since < run.run.started ? $0 : nil }
    } else if run.run.wait != nil {
      run.run.wait?.reason = past[place]?.reason
    }
    records[place].runs.append(run)
  }

  /// Leaves a task out of the figures, unless it is done.
  mutating func excuse(_ key: TaskKey, submitted: WallTime) {
    let place = place(of: key, submitted: submitted)
    if records[place].finished == nil { records[place].isScored = false }
  }

  /// Ends all waits with the record.
  mutating func close(at now: WallTime) {
    for place in waits.keys.sorted() {
      let isHeld = waits[place]?.code != nil
      endWait(place, at: now)
      if isHeld { records[place].openWait = past[place] }
    }
  }
}
