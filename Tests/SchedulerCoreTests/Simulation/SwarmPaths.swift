@testable import SchedulerCore

/// Files that somebody changes, and those who look at them and watch them: what has changed since when,
/// counted apart from the scheduler. It has random numbers of its own.
struct SwarmPaths {
  private var random: SeededGenerator
  private var step = 0
  /// Every change, by path.
  private var changes: [String: [(step: Int, date: WallTime)]] = [:]
  /// When each task was accepted, or its last run ended.
  private var since: [TaskID: Mark] = [:]
  /// What comes after this has to start the task, or to be about to.
  private var unserved: [TaskID: Mark] = [:]
  /// When the paths were looked at last for each task, and had been when its run began.
  private var seen: [TaskID: Mark] = [:]
  private var begun: [TaskID: Mark] = [:]
  /// What runs are about to change themselves.
  private var own: [String] = []
  private var looks: [PathLook] = []
  private var lookers: [RunID: TaskID] = [:]
  private var watches: [RunID: [String]] = [:]
  /// Of these it is about to be said.
  private var touched: [RunID] = []

  private typealias Mark = (step: Int, date: WallTime)

  private static let names = ["/p0", "/p1", "/p2"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func often(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func ask(of request: inout TaskRequest) {
    guard request.kind != .continued, !request.order.repeats, often(25) else { return }
    // What comes round with changes has no dates to come round with.
    (request.repeatEvery, request.calendar, request.deadline) = (nil, nil, nil)
    let paths = Self.names.filter { _ in often(40) }
    guard !paths.isEmpty else { return }
    let quiet = TimeSpan.seconds(Int64.random(in: 0...10, using: &random))
    let more = TimeSpan.seconds(Int64.random(in: 0...60, using: &random))
    request.pathTrigger = PathTrigger(
      paths, quiet: quiet, atLatest: quiet + more, ownChanges: often(30) ? .ignore : .count)
  }

  // MARK: What happens

  /// Nil mostly.
  mutating func nextEvent(at now: Moment) -> Event? {
    if often(15) { change(Self.names.randomElement(using: &random) ?? "", at: now.wall) }
    if !own.isEmpty, often(50) { change(own.removeFirst(), at: now.wall) }
    if !touched.isEmpty, often(50) { return .pathsTouched(touched.removeFirst()) }
    guard !looks.isEmpty, often(50) else { return nil }
    let look = looks.remove(at: Int.random(in: looks.indices, using: &random))
    if often(10) { return .pathsLooked(look.id, .failed("Permission denied")) }
    watches[look.id] = look.paths
    if let task = lookers[look.id] { seen[task] = (step, now.wall) }
    return .pathsLooked(look.id, .seen(stamp(of: look.paths)))
  }

  private mutating func change(_ path: String, at date: WallTime) {
    changes[path, default: []].append((step, date))
    // Things beside it that happen are no change.
    for (id, paths) in watches where paths.contains(path) || often(5) {
      watches[id] = nil
      touched.append(id)
    }
    touched.sort { $0.text < $1.text }
  }

  private func stamp(of paths: [String]) -> PathStamp {
    var digest = ContentDigest()
    for path in paths { digest.add(Int64(changes[path]?.count ?? 0)) }
    return PathStamp(digest: digest.value, newest: paths.compactMap { changes[$0]?.last?.date }.max())
  }

  /// Somebody begins to look. Says what is wrong with that.
  mutating func begin(_ look: PathLook, for task: TaskID?) -> String? {
    looks.append(look)
    lookers[look.id] = task
    return looks.count { $0.uid == look.uid } > 1 ? "two look for one user" : nil
  }

  /// Nobody wants to know any more. What is on its way comes all the same.
  mutating func end(_ id: RunID) {
    looks.removeAll { $0.id == id }
    watches[id] = nil
    lookers[id] = nil
  }

  mutating func loseDaemon() { (looks, watches, touched, lookers) = ([], [:], [], [:]) }

  // MARK: What has to be so

  /// What is waited for is looked at, watched, or about to be told, and nothing else is.
  func violations(of scheduler: Scheduler, clockIsSet: Bool) -> [String] {
    let wanted = Set(scheduler.tables.indexes.pathWatches.keys)
    let known = Set(looks.map(\.id)).union(watches.keys)
    return wanted.subtracting(known).subtracting(touched).map { "nobody watches for \($0.text)" }
      + known.subtracting(wanted).map { "\($0.text) is watched for nobody" }
      + (clockIsSet ? [] : missed(by: scheduler))
  }

  /// What is only watched has had a run for every change.
  private func missed(by scheduler: Scheduler) -> [String] {
    watches.compactMap { id, paths in
      guard let task = scheduler.tables.indexes.pathWatches[id], let mark = unserved[task],
        scheduler.tables.tasks[task]?.pathState.step == .watched(id)
      else { return nil }
      let isMissed = paths.contains { path in
        (changes[path] ?? []).contains { $0.step > mark.step && $0.date > mark.date }
      }
      return isMissed ? "task \(task.value) waits for a change that has come" : nil
    }
  }

  /// Takes in what an event has brought about, and says what is wrong with it.
  /// - Parameters:
  ///   - store: What was stored before.
  ///   - clockIsSet: Dates say nothing.
  ///   - isByHand: A person has started this run.
  mutating func take(
    _ decision: Decision, _ store: StoreModel, clockIsSet: Bool, isByHand: (RunID) -> Bool
  ) -> [String] {
    step += 1
    var tasks = store.tasks
    // A task that was cancelled waits for nothing any more, and one that a file declares anew, maybe in the
    // same event, takes nothing over from it.
    for case .report(.cancelled(let task)) in decision.directives { tasks[task.id] = nil }
    for case .putTask(let task, _) in decision.changes {
      if since[task.id] == nil {
        let earlier = earlier(than: task, tasks)
        since[task.id] =
          earlier.flatMap { $0.runID == nil ? since[$0.id] : begun[$0.id] } ?? (step, task.submitted)
        unserved[task.id] = earlier.flatMap { unserved[$0.id] } ?? (step, task.submitted)
      }
      tasks[task.id] = task
    }
    // What was dropped before it began has changed nothing, and another attempt is for the same change.
    for case .putRun(let run) in decision.changes where run.outcome != .missed {
      guard let task = tasks[run.taskID], let ended = run.ended, task.attempt == 1 else { continue }
      let counts = task.request.pathTrigger?.ownChanges == .count
      since[task.id] = counts ? begun[task.id] : (step, ended)
      if !counts { unserved[task.id] = (step, ended) }
    }
    var wrong: [String] = []
    for case .report(.launching(let run, _)) in decision.directives {
      guard let task = tasks[run.taskID], let trigger = task.request.pathTrigger else { continue }
      begun[task.id] = seen[task.id] ?? (step, run.started)
      unserved[task.id] = (step, run.started)
      if often(30) { own += trigger.paths.prefix(1) }
      guard run.attempt == 1,
        task.cause == nil, !isByHand(run.id), !clockIsSet, let since = since[task.id]
      else { continue }
      let isChanged = trigger.paths.contains { path in
        // A run begins with what the last look has found, which may be two seconds old: a look whose answer
        // comes when the run has begun already shows nothing.
        (changes[path] ?? []).contains { $0.step >= since.step || $0.date + .seconds(2) >= since.date }
      }
      if !isChanged { wrong.append("task \(task.id.value) was launched without a change") }
    }
    return wrong
  }

  /// One that waits for the same goes on with what the one before it has waited for, or what counts from that
  /// one's run on.
  private func earlier(than task: ScheduledTask, _ tasks: [TaskID: ScheduledTask]) -> ScheduledTask? {
    let same = tasks.values.filter { $0.key == task.key && $0.id < task.id }
    let earlier =
      same.filter { $0.runID == nil }.max { $0.id < $1.id }
      ?? same.filter { $0.runID != nil }.max { $0.id < $1.id }
    guard let earlier, earlier.request.pathTrigger?.paths == task.request.pathTrigger?.paths,
      earlier.runID == nil || task.request.pathTrigger?.ownChanges == .count
    else { return nil }
    return earlier
  }
}
