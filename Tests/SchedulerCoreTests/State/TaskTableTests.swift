import Testing

@testable import SchedulerCore

@Suite("The table of tasks")
struct TaskTableTests {
  @Test("Whatever a task is, it comes back as it was put in", arguments: 1...4)
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 1...2000 {
      let entry = TaskEntry.any(id: TaskID(Int64(number)), &random)
      #expect("\(PackedTask(entry).entry(entry.task.id))" == "\(entry)")
      #expect(PackedTask(entry).key == entry.task.key)
    }
  }

  @Test("It holds what a dictionary would hold, the oldest first", arguments: 1...3)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = TaskTable()
    var model: [TaskID: TaskEntry] = [:]
    for step in 0..<6000 {
      let id = TaskID(Int64.random(in: 1..<500, using: &random) * (step.isMultiple(of: 3) ? 1 : 1_000_003))
      let entry = Bool.random(using: &random) ? TaskEntry.any(id: id, &random) : nil
      table[id] = entry
      model[id] = entry
      if let other = model.randomElement(using: &random), other.value.place != .running {
        let place = Place.date(WallTime(uSec: Int64(step)))
        table.move(other.key, to: place, .none)
        model[other.key]?.place = place
      }
      #expect(
        table.count == model.count && table[id] == nil && model[id] == nil
          || "\(table[id]!)" == "\(model[id]!)")
    }
    #expect(table.ids == model.keys.sorted())
    #expect(table.entries.map { "\($0)" } == model.values.sorted { $0.task.id < $1.task.id }.map { "\($0)" })
    for id in table.ids { table[id] = nil }
    #expect(table.count == 0 && table.ids.isEmpty && table.wishes.isEmpty && table.calendars.isEmpty)
  }

  @Test("Tasks that say the same of conditions share it, as long as there is one of them")
  func wishes() throws {
    var table = TaskTable()
    for number in 1...3 {
      // Each reads it for itself, as callers and the store do.
      let request = try TaskRequest.command("a\(number)", "vpn and idle", relax: "after 1d without idle")
      let task = ScheduledTask(
        id: TaskID(Int64(number)), uid: 0, request: request, requirements: [], submitted: .at(0))
      table[task.id] = TaskEntry(task: task, place: .behindRun)
    }
    let kept = table.entries.compactMap(\.task.request.wish.start)
    #expect(kept.count == 3 && kept.allSatisfy { $0 === kept[0] })
    #expect(Array(table.wishes.uses.values) == [3])
    var other = try #require(table[TaskID(2)])
    other.task.request.wish = try TaskRequest.command("a", "vpn").wish
    table[TaskID(2)] = other
    #expect(table.wishes.uses.values.sorted() == [1, 2])
    for id in table.ids { table[id] = nil }
    #expect(table.wishes.isEmpty)
  }

  @Test("Tasks that come round by the same calendar share it, as long as there is one of them")
  func calendars() throws {
    var table = TaskTable()
    for number in 1...3 {
      // Each reads it for itself, as callers and the store do.
      let request = try CalendarTests.request("Mon 03:00 UTC", "2030..2040-1-1 0:0:0.5")
      let task = ScheduledTask(
        id: TaskID(Int64(number)), uid: UInt32(number), request: request, requirements: [],
        submitted: .at(0))
      table[task.id] = TaskEntry(task: task, place: .behindRun)
    }
    weak let shared = table[TaskID(1)]?.task.request.calendar
    #expect(shared != nil && table.entries.allSatisfy { $0.task.request.calendar === shared })
    #expect(Array(table.calendars.uses.values) == [3])
    var other = try #require(table[TaskID(2)])
    other.task.request.calendar = try CalendarTests.request("Mon 03:00 UTC").calendar
    table[TaskID(2)] = other
    #expect(table.calendars.uses.values.sorted() == [1, 2])
    // What changes besides keeps the calendar where it is.
    var first = try #require(table[TaskID(1)])
    first.task.request.runtimeLimit = .hours(1)
    table[TaskID(1)] = first
    first = try #require(table[TaskID(1)])
    #expect(first.task.request.calendar === shared && first.task.request.runtimeLimit == .hours(1))
    first.task.request.calendar = nil
    table[TaskID(1)] = first
    table[TaskID(3)] = nil
    #expect(shared == nil && Array(table.calendars.uses.values) == [1])
    for id in table.ids { table[id] = nil }
    #expect(table.calendars.isEmpty)
  }

  @Test("A waiting task of a usual kind takes at most 88 bytes, its name not counted")
  func size() { #expect(MemoryLayout<PackedTask>.stride <= 88) }

  @Test("Names that have the same hash are found apart", arguments: [0, 1, 7])
  func collisions(buckets: Int) {
    var names = HashIndex<TaskKey, TaskID> { buckets == 0 ? 0 : $0.identifier.utf8.count % buckets }
    var table = TaskTable()
    var model: [TaskKey: TaskID] = [:]
    var random = SeededGenerator(seed: 5)
    for number in 1...1500 {
      let key = TaskKey(
        uid: .random(in: 0..<3, using: &random), identifier: "a.\(Int.random(in: 0..<40, using: &random))")
      if let id = model[key] {
        names.remove(id, as: key)
        table[id] = nil
        model[key] = nil
      } else {
        let id = TaskID(Int64(number))
        let task = ScheduledTask(
          id: id, uid: key.uid, request: TaskRequest(identifier: key.identifier, kind: .processing),
          requirements: [], submitted: WallTime(uSec: 0))
        table[id] = TaskEntry(task: task, place: .behindRun)
        names.insert(id, as: key) { table.key(of: $0) }
        model[key] = id
      }
      #expect(names.count == model.count)
      for (key, id) in model { #expect(names.number(of: key) { table.key(of: $0) } == id) }
      #expect(names.number(of: TaskKey(uid: 9, identifier: "a.1")) { table.key(of: $0) } == nil)
    }
  }
}

extension TaskEntry {
  /// An entry in which anything may be something.
  fileprivate static func any(id: TaskID, _ random: inout SeededGenerator) -> TaskEntry {
    func maybe<Value>(_ value: Value) -> Value? { Int.random(in: 0..<3, using: &random) == 0 ? value : nil }
    func number() -> Int64 {
      [.min, .max, 0, -1, 1, .random(in: .min ... .max, using: &random)].randomElement(using: &random) ?? 0
    }
    func count() -> Int { [1, 1, 1, 0, -1, .max, .min, 70_000].randomElement(using: &random) ?? 1 }
    func bits() -> Requirements { Requirements(rawValue: .random(in: 0 ... .max, using: &random)) }
    func one<Value: CaseIterable>(_ type: Value.Type) -> Value where Value.AllCases == [Value] {
      Value.allCases[Int.random(in: 0..<Value.allCases.count, using: &random)]
    }
    let kind = one(Kind.self)
    var request = TaskRequest(
      identifier: "org.example.\(number())", kind: kind,
      target: Bool.random(using: &random) ? .command : .application,
      earliestBegin: maybe(WallTime(uSec: number())), deadline: maybe(WallTime(uSec: number())),
      onDeadline: one(DeadlinePolicy.self), requirements: bits(),
      requiresIdle: maybe(Bool.random(using: &random)),
      runtimeLimit: maybe(TimeSpan(uSec: number())), repeatEvery: maybe(TimeSpan(uSec: number())),
      tolerance: maybe(TimeSpan(uSec: number())) ?? .zero,
      retry: maybe(Retry(backoff: one(Backoff.self), maximumAttempts: count())),
      onConflict: one(ConflictPolicy.self), strategy: one(SubmissionStrategy.self),
      freezeLimit: maybe(TimeSpan(uSec: number())), preventsSleep: Bool.random(using: &random))
    request.unknownConditions = maybe(one(UnknownPolicy.self))
    request.overdueAfter = maybe(TimeSpan(uSec: number()))
    for trigger in ActionTrigger.allCases { request.actions[trigger] = maybe(TaskAction("/bin/a")) }
    request.calendar = maybe(CalendarSchedule([CalendarExpression(.init())], randomizedDelay: .minutes(1)))
    let leaf = ConditionLeaf(.battery(.atLeast, Int.random(in: 0...100, using: &random)))
    request.wish = ConditionWish(
      when: maybe(ConditionExpression(.leaf(leaf))),
      whileRunning: maybe(ConditionExpression(.leaf(ConditionLeaf(.plain(.vpn))))),
      relaxations: maybe([Relaxation(after: .days(1), without: ["battery"])]) ?? [])
    request.sleepsThrough = maybe(Bool.random(using: &random))
    var task = ScheduledTask(
      id: id, uid: .random(in: 0 ... .max, using: &random), request: request, requirements: bits(),
      submitted: WallTime(uSec: number()), attempt: count(), excusedAttempts: maybe(count()) ?? 0,
      retryNotBefore: maybe(WallTime(uSec: number())), recurrence: maybe(count()) ?? 0,
      isOverdue: Bool.random(using: &random), runID: maybe(RunID("\(number())")))
    task.waitsForUnknown = Bool.random(using: &random)
    task.payloadBytes = maybe(count()) ?? 300
    let application = maybe(ApplicationKey(uid: 7, name: "an application"))
    let places: [Place] = [
      .date(WallTime(uSec: number())), .pause(MonotonicTime(uSec: number())), .behindRun, .held, .paused,
      .behindTasks, .running,
      .application(until: maybe(MonotonicTime(uSec: number()))),
    ]
    var entry = TaskEntry(
      task: task, place: places[Int.random(in: 0..<places.count, using: &random)],
      application: application, reportedReason: maybe(.earliestBegin), relaxedSteps: maybe(1) ?? 0)
    entry.retryAt = maybe(MonotonicTime(uSec: number()))
    entry.isRetryDated = Bool.random(using: &random)
    entry.damage = maybe(Reason(code: .damaged, message: "gone"))
    entry.unreadLaunches = maybe(count()) ?? 0
    // Which group it waits in follows from the rest.
    if Bool.random(using: &random) { entry.place = .group }
    return entry
  }
}
