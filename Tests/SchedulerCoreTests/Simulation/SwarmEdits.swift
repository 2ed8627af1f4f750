@testable import SchedulerCore

/// Edits of tasks in some lives: requests that give back the date that a task shows, with other fields
/// changed. They have a generator of their own, so that lives without them are as they were before there
/// were any.
struct SwarmEdits {
  private var random: SeededGenerator
  private let isUsed: Bool
  /// The number of edits that were accepted of tasks that run, that are tried again and that are called.
  private(set) var (running, tried, called) = (0, 0, 0)

  init(seed: UInt64, isUsed: Bool) { (random, self.isUsed) = (SeededGenerator(seed: seed), isUsed) }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func length(upTo seconds: Int64) -> TimeSpan {
    .seconds(Int64.random(in: 1...seconds, using: &random))
  }

  /// An edit of any task that no file declares.
  mutating func nextEvent(of scheduler: Scheduler, at now: Moment) -> Event? {
    guard isUsed, chance(40) else { return nil }
    let tasks = scheduler.tasks(of: nil, prefix: "").map(\.task).filter {
      $0.request.kind != .continued && $0.program == nil && !scheduler.isDeclared($0.key)
    }
    let unusual = tasks.filter { $0.attempt > 1 || $0.calledFor != nil || $0.runID != nil }
    guard
      let task = (chance(60) && !unusual.isEmpty ? unusual : tasks).sorted(by: { $0.id < $1.id })
        .randomElement(using: &random)
    else { return nil }
    var request = task.request
    request.earliestBegin = task.shownDate ?? task.submitted
    request.onConflict = .replace
    if chance(30) { request.tolerance = length(upTo: 3600) }
    if chance(20) { request.deadline = chance(30) ? nil : now.wall + length(upTo: 90_000) }
    if chance(20) { request.onDeadline = DeadlinePolicy.allCases.randomElement(using: &random) ?? .wait }
    if chance(20) { request.retry = chance(50) ? nil : Retry(initial: length(upTo: 100)) }
    if chance(30) { changeRule(of: &request) }
    return .submit(request, uid: task.uid)
  }

  private mutating func changeRule(of request: inout TaskRequest) {
    if chance(30) { request.order = .none }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: (request.calendar, request.repeatEvery) = (nil, chance(50) ? nil : length(upTo: 40_000))
    case 1:
      request.repeatEvery = nil
      request.calendar = Swarm.calendars.randomElement(using: &random).map {
        CalendarSchedule($0, randomizedDelay: chance(50) ? length(upTo: 7200) : .zero)
      }
    default:
      guard let calendar = request.calendar else { return request.repeatEvery = length(upTo: 40_000) }
      request.calendar = Swarm.calendars.lazy.map {
        CalendarSchedule($0, randomizedDelay: calendar.randomizedDelay + .seconds(1))
      }.first { $0.hasSameDates(as: calendar) }
    }
  }

  /// Whether the event may be an edit.
  func judges(_ event: Event) -> Bool {
    if isUsed, case .call(.submit, _, _) = event { true } else { false }
  }

  /// Holds what an edit has made of a task against what was there before it.
  mutating func violations(
    _ event: Event, _ before: Scheduler, _ decision: Decision, at now: Moment
  ) -> [String] {
    guard case .call(.submit(let submission), let caller, _) = event else { return [] }
    let request = submission.request
    let key = TaskKey(uid: caller.uid, identifier: request.identifier)
    let waiting = before.tables.waitingTask(key).flatMap { before.tables.tasks[$0]?.task }
    let next = decision.changes.lazy.compactMap { change in
      if case .putTask(let task, _) = change, task.key == key, task.runID == nil { task } else { nil }
    }.first { $0.id == before.volatile.nextTaskID }
    guard let task = waiting ?? before.runningTask(of: key), let next, request.kind != .continued,
      request.earliestBegin == task.shownDate ?? task.submitted
    else { return [] }
    let hasRule =
      request.calendar == task.request.calendar && request.repeatEvery == task.request.repeatEvery
    let name = "the edit \(next.id.value) of task \(task.id.value)"
    var violations: [String] = []
    func check(_ holds: Bool, _ message: String) {
      if !holds { violations.append("\(name) \(message): \(Self.words(task)) → \(Self.words(next))") }
    }
    let run = waiting == nil ? before.run(of: task) : nil
    if let asked = Self.asked(of: task), asked > max(now.wall, run?.started ?? now.wall),
      request.repeats || !task.request.repeats
    {
      check(next.ownDate.map { $0 >= asked } ?? false, "is before the date asked for (R17)")
    }
    if let date = next.ownDate, let own = task.ownDate, request.deadline == task.request.deadline,
      let deadline = request.deadline, next.runID == nil
    {
      let moved = date == own ? deadline : date + max(deadline - own, .zero)
      check(next.request.deadline == moved, "has its deadline moved wrongly")
    } else if request.deadline != task.request.deadline {
      check(next.request.deadline == request.deadline, "has another deadline than it says")
    }
    // A run that was the only one, or the last, has nothing behind it to go on with; nor has a task without
    // room for more state, or without the turn that it has waited for.
    let (configuration, pending) = (before.volatile.configuration, before.tables.indexes.pending)
    let more = next.heldBytes + Footprint.rareState - (waiting?.heldBytes ?? 0)
    let isShort =
      pending.heldBytes(of: key.uid) + more > configuration.taskMemoryPerUser
      || pending.allHeldBytes + more > configuration.taskMemory
    let mayBeginAnew =
      waiting == nil || !request.repeats && request.deadline == nil || isShort
      || task.isBeforeTurn && !next.isBeforeTurn
    check(
      next.waitsSince == task.waitsSince ?? task.submitted || next.waitsSince == nil && mayBeginAnew,
      "waits since another date")
    guard waiting != nil else {
      running += 1
      // Where the run has ended before the edit in one event, the edit is that of a waiting task.
      guard request.repeats || task.request.repeats, let run, let own = task.ownDate, own <= run.started,
        run.started <= now.wall, next.attempt == 1
      else { return violations }
      check(next.ownDate.map { $0 > now.wall } ?? request.repeatsWithoutDates, "serves its date again")
      return violations
    }
    if task.attempt > 1 {
      tried += 1
      check(next.attempt == task.attempt, "has lost its attempts")
      check(next.retryNotBefore == task.retryNotBefore, "has another backoff")
    }
    if task.calledFor != nil {
      called += 1
      check(next.cause == task.cause, "has lost its call")
      check(
        task.attempt > 1
          || next.request.earliestBegin.map { $0 <= max(now.wall, task.request.earliestBegin ?? $0) }
            ?? true,
        "is not due any more")
    }
    if hasRule {
      check(next.request.earliestBegin == task.request.earliestBegin, "has another date")
      check(next.recurrence == task.recurrence, "has another number of periods")
      check(next.notBefore == task.notBefore, "asks for another date")
    } else if let old = task.request.calendar, request.calendar?.hasSameDates(as: old) == true,
      let own = task.ownDate, own <= now.wall
    {
      check(next.ownDate == own, "has dropped the date that had come")
    }
    return violations
  }

  private static func words(_ task: ScheduledTask) -> String {
    let dates = [task.request.earliestBegin, task.calledFor, task.notBefore, task.request.deadline].map {
      $0.map { ($0 - .at(0)).roundedText } ?? "-"
    }
    return
      "\(dates) \(task.request.calendar?.description ?? "-") \(task.request.repeatEvery?.roundedText ?? "-") "
      + "attempt \(task.attempt) period \(task.recurrence) \(task.runID?.text ?? "waiting")"
  }

  /// The date that the task's request has asked for.
  private static func asked(of task: ScheduledTask) -> WallTime? {
    task.request.calendar == nil && task.recurrence == 0 ? task.ownDate : task.notBefore
  }
}
