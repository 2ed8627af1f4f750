@testable import SchedulerCore

/// What tasks may take of memory: in a share of lives so little that requests are refused for it, and that a
/// start leaves users' tasks in the store. It has random numbers of its own, so that other lives stay as they
/// were when they were found.
struct SwarmMemory {
  /// What is charged at a moment.
  struct Charged {
    let all: Int
    private let users: [UInt32: Int]

    init(_ scheduler: Scheduler) {
      let pending = scheduler.tables.indexes.pending
      all = pending.allHeldBytes
      users = Dictionary(uniqueKeysWithValues: SwarmMemory.users.map { ($0, pending.heldBytes(of: $0)) })
    }

    func of(_ uid: UInt32) -> Int { users[uid] ?? 0 }
  }

  static let users: ClosedRange<UInt32> = 10...12

  private var numbers: SeededGenerator
  private let isBounded: Bool
  /// Tasks that the last start has left in the store.
  private(set) var left: [TaskID: ScheduledTask] = [:]
  /// How many requests were refused for it, and how many starts have left something.
  private(set) var refusals = 0
  private(set) var holdingStarts = 0

  init(seed: UInt64, isBounded: Bool) {
    numbers = SeededGenerator(seed: seed)
    self.isBounded = isBounded
  }

  mutating func bound(_ configuration: inout SchedulerConfiguration) {
    guard isBounded else { return }
    configuration.maximumTaskMemory = Int.random(in: 3_000...30_000, using: &numbers)
    configuration.maximumTaskMemoryPerUser =
      Bool.random(using: &numbers) ? Int.random(in: 1_000...15_000, using: &numbers) : nil
  }

  // MARK: Submitting

  /// What is wrong with what an event has led to.
  mutating func violations(
    _ event: Event, _ decision: Decision, before: Charged, _ scheduler: Scheduler
  ) -> [String] {
    take(decision.changes)
    guard case .call(let call, let caller, _) = event else { return [] }
    var found = messages(decision).compactMap { message in
      refusals += 1
      return message.contains("(MaxTaskMemoryPerUser=)") || message.contains("(MaxTaskMemory=)")
        ? nil : "a refusal names no bound of memory: \(message)"
    }
    switch call {
    case .submit(let submission):
      found += boundViolations(decision, of: caller.uid, before: before, scheduler)
      found += refusalViolations(submission, decision, of: caller.uid, before: before, scheduler)
    case .submitBatch: found += boundViolations(decision, of: caller.uid, before: before, scheduler)
    default: break
    }
    return found
  }

  private func messages(_ decision: Decision) -> [String] {
    decision.directives.flatMap { directive -> [SchedulerError] in
      switch directive {
      case .reply(_, .failed(let error)): [error]
      case .reply(_, .batch(let results)):
        results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
      default: []
      }
    }.compactMap {
      if case .unavailable(let message) = $0, message.contains("bytes in memory") { message } else { nil }
    }
  }

  /// What is accepted is within the bounds; only what was there before, or follows from it, may be more.
  private func boundViolations(
    _ decision: Decision, of uid: UInt32, before: Charged, _ scheduler: Scheduler
  ) -> [String] {
    let after = Charged(scheduler)
    let followed = decision.changes.reduce(0) { sum, change in
      guard case .putTask(let task, payload: nil) = change, task.program != nil else { return sum }
      return sum + task.heldBytes
    }
    let configuration = scheduler.configuration
    return [
      ("user \(uid)", before.of(uid), after.of(uid), configuration.taskMemoryPerUser),
      ("all users", before.all, after.all, configuration.taskMemory),
    ].compactMap { whom, before, after, limit in
      after - followed <= max(before, limit)
        ? nil : "a submission has \(whom) take \(after) bytes, \(before) before it, of \(limit)"
    }
  }

  /// What is refused for it would have been too much.
  private func refusalViolations(
    _ submission: Submission, _ decision: Decision, of uid: UInt32, before: Charged, _ scheduler: Scheduler
  ) -> [String] {
    let request = submission.request
    guard decision.changes.isEmpty, !messages(decision).isEmpty else { return [] }
    let configuration = scheduler.configuration
    let key = TaskKey(uid: uid, identifier: request.identifier)
    let replaced = scheduler.tables.waitingTask(key).flatMap { scheduler.tables.tasks[$0]?.task }
    // What is edited, or submitted again by the same calendar, has a state of its own.
    let mayGoOn =
      (replaced ?? scheduler.runningTask(of: key)).map {
        request.earliestBegin != nil || request.calendar == $0.request.calendar
      } ?? false
    let state = submission.trustedUntil != nil || mayGoOn ? Footprint.rareState : 0
    let more = Footprint.bytes(of: request) + state - (replaced?.heldBytes ?? 0)
    let isTooMuch =
      before.of(uid) + more > configuration.taskMemoryPerUser || before.all + more > configuration.taskMemory
    return isTooMuch ? [] : ["a request of \(more) bytes more was refused for its memory, and has room"]
  }

  // MARK: Starting

  /// Leaves in the store what would take more than all may, as the store does when it is read.
  mutating func start(_ store: inout StoreModel, _ configuration: SchedulerConfiguration) -> [HeldBackUser] {
    store.putBack(left.values.sorted { $0.id < $1.id })
    var demand = MemoryDemand()
    for task in store.tasks.values.sorted(by: { $0.id < $1.id }) { demand.add(task) }
    let users = demand.heldBack(limit: configuration.taskMemory)
    let tasks = store.takeOut(Set(users.map(\.uid)))
    left = Dictionary(uniqueKeysWithValues: tasks.map { ($0.id, $0) })
    if !users.isEmpty { holdingStarts += 1 }
    return users
  }

  /// What is wrong right after a start: users are held back as a whole, each with all that waits.
  func startViolations(_ scheduler: Scheduler, _ users: [HeldBackUser]) -> [String] {
    let counted = Dictionary(grouping: left.values, by: \.uid).mapValues(\.count)
    guard counted == Dictionary(uniqueKeysWithValues: users.map { ($0.uid, $0.tasks) }) else {
      return ["\(users) are held back, and \(counted) tasks are left in the store"]
    }
    return users.filter { user in
      scheduler.tasks(of: user.uid, prefix: "").contains { $0.task.runID == nil }
    }.map { "some of what is held back of user \($0.uid) was taken in" }
  }

  /// The tasks of whoever ends all of theirs are gone as well where they were left in the store.
  private mutating func take(_ changes: [StoreChange]) {
    for case .deleteWaiting(let uid, let name) in changes {
      left = left.filter { _, task in
        task.uid != uid || name.map { $0 != task.request.identifier } ?? false
      }
    }
  }
}
