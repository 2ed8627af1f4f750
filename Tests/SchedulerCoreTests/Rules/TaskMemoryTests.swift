import Testing

@testable import SchedulerCore

@Suite("Memory of tasks")
struct TaskMemoryTests {
  /// Why a task that waits for a date is not accepted; nil when it is.
  private static func message(_ core: inout CoreHarness, _ name: String, uid: UInt32) -> String? {
    let request = TaskRequest.command(name) { $0.earliestBegin = .at(100) }
    for case .reply(_, .failed(.unavailable(let message))) in core.directives(
      .submit(request, uid: uid), at: 0)
    {
      return message
    }
    return nil
  }

  @Test("A user's tasks take no more memory than a user's may, and another's are another's")
  func perUser() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumTaskMemoryPerUser = 2 * Footprint.task })
    #expect(Self.message(&core, "a", uid: 10) == nil)
    #expect(Self.message(&core, "b", uid: 10) == nil)
    #expect(
      Self.message(&core, "c", uid: 10)?.contains(
        "take \(2 * Footprint.task) of \(2 * Footprint.task) bytes (MaxTaskMemoryPerUser=)") == true)
    #expect(Self.message(&core, "a", uid: 10) == nil, "what is replaced makes room")
    #expect(Self.message(&core, "c", uid: 11) == nil)
    core.take(.cancel("a", uid: 10), at: 1)
    #expect(Self.message(&core, "c", uid: 10) == nil)
  }

  @Test("What takes no more than the task that it replaces is accepted, also beyond a limit that was lowered")
  func replaced() {
    var core = CoreHarness()
    for name in ["a", "b"] { #expect(Self.message(&core, name, uid: 10) == nil) }
    core = core.restarted(.plain.with { $0.maximumTaskMemoryPerUser = Footprint.task })
    core.start(at: 1)
    #expect(Self.message(&core, "a", uid: 10) == nil)
    #expect(Self.message(&core, "c", uid: 10)?.contains("allowed are 0 more") == true)
  }

  @Test("An edit without room for the state in which its task goes on is accepted, and its wait begins anew")
  func editedWithoutRoom() throws {
    let request = TaskRequest.command("a") { ($0.earliestBegin, $0.deadline) = (.at(100), .at(200)) }
    for hasRoom in [true, false] {
      var core = CoreHarness()
      core.take(.submit(request), at: 0)
      core = core.restarted(hasRoom ? nil : .plain.with { $0.maximumTaskMemoryPerUser = Footprint.task })
      core.start(at: 1)
      core.take(.submit(request), at: 2)
      let task = try #require(core.scheduler.task("a", of: 1000)).task
      #expect(task.submitted == .at(2))
      #expect(task.waitsSince == (hasRoom ? .at(0) : nil))
    }
  }

  @Test("An edit is charged with the state in which its task goes on")
  func edited() throws {
    var core = CoreHarness()
    core.take(.submit(.command("a") { ($0.earliestBegin, $0.deadline) = (.at(100), .at(200)) }), at: 0)
    let before = try #require(core.scheduler.task("a", of: 1000)).task
    core.take(.submit(.command("a") { ($0.earliestBegin, $0.deadline) = (.at(100), .at(300)) }), at: 1)
    let after = try #require(core.scheduler.task("a", of: 1000)).task
    #expect(after.waitsSince == before.submitted)
    #expect(after.heldBytes == before.heldBytes + Footprint.rareState)
    // The state and the head of its box.
    #expect(MemoryLayout<ScheduledTask.RareState>.size + 16 <= Footprint.rareState)
    #expect(core.scheduler.tables.indexes.pending.heldBytes(of: 1000) == after.heldBytes)
  }

  @Test("The tasks of all users take half of what the daemon may use, and one user's a quarter of that")
  func ofAll() {
    let configuration = SchedulerConfiguration.plain.with { $0.memoryLimit = 16 * Footprint.task }
    #expect(configuration.taskMemory == 8 * Footprint.task)
    #expect(configuration.taskMemoryPerUser == 2 * Footprint.task)
    var core = CoreHarness(configuration: configuration)
    for user in UInt32(10)..<14 {
      for name in ["a", "b"] { #expect(Self.message(&core, name, uid: user) == nil) }
    }
    #expect(Self.message(&core, "a", uid: 20)?.contains("(MaxTaskMemory=)") == true)
  }

  private static func task(_ id: Int64, of uid: UInt32, isRunning: Bool = false) -> ScheduledTask {
    ScheduledTask(
      id: TaskID(id), uid: uid, request: .command("t\(id)"), requirements: [], submitted: .at(0),
      runID: isRunning ? RunID("r") : nil)
  }

  @Test("A start that cannot hold everything holds back whole users, of those who have much the latest first")
  func heldBack() {
    var demand = MemoryDemand()
    for id in 1...10 { demand.add(Self.task(Int64(id), of: 10)) }
    for id in 11...100 { demand.add(Self.task(Int64(id), of: 66)) }
    for id in 101...190 { demand.add(Self.task(Int64(id), of: 67)) }
    demand.add(Self.task(191, of: 11))
    func held(_ tasks: Int) -> [HeldBackUser] { demand.heldBack(limit: tasks * Footprint.task) }
    #expect(held(191).isEmpty)
    #expect(held(150) == [HeldBackUser(uid: 67, tasks: 90)])
    #expect(held(50) == [HeldBackUser(uid: 66, tasks: 90), HeldBackUser(uid: 67, tasks: 90)])
    // Nobody who has little is held back for what they have submitted last.
    #expect(!held(12).map(\.uid).contains(11))
  }

  @Test("Whose tasks are held back submits nothing until they are ended")
  func submission() {
    var store = StoreModel()
    store.apply(.putTask(Self.task(1, of: 10), payload: [1]))
    var scheduler = Scheduler(
      configuration: .plain, seed: 1, heldBack: [HeldBackUser(uid: 10, tasks: 1)], nextTaskID: TaskID(2))
    let moment = Moment(wall: .at(0), monotonic: .at(0))
    _ = scheduler.handle(.started(sameBoot: true, surviving: []), at: moment)
    #expect(scheduler.heldBack(of: nil).count == 1 && scheduler.heldBack(of: 11).isEmpty)
    func answer(_ event: Event) -> Decision {
      let decision = scheduler.handle(event, at: moment)
      scheduler.commit()
      return decision
    }
    let refused = answer(.submit(.command("t1"), uid: 10)).directives
    #expect(
      refused.contains {
        if case .reply(_, .failed(.unavailable(let message))) = $0 {
          message.contains("MaxTaskMemory=")
        } else {
          false
        }
      })
    let cancelled = answer(.call(.cancelAll, uid: 10))
    #expect(cancelled.changes == [.deleteWaiting(uid: 10)])
    #expect(scheduler.heldBack(of: nil).isEmpty)
    let accepted = answer(.submit(.command("t1"), uid: 10)).directives
    #expect(accepted.contains { if case .reply(_, .submitted) = $0 { true } else { false } })
  }

  /// A task of user 10 that runs, with its run.
  private static func running(_ number: Int64, _ identifier: String) -> (ScheduledTask, Run) {
    let run = Run(
      id: RunID("1"), taskID: TaskID(number), uid: 10, identifier: identifier, kind: .processing, attempt: 1,
      started: .at(0))
    var task = task(number, of: 10)
    (task.request.identifier, task.runID) = (identifier, run.id)
    return (task, run)
  }

  @Test("Cancelling ends what a start has left in the store as well, behind a run of the same identifier")
  func cancelledBehindRun() {
    let moment = Moment(wall: .at(0), monotonic: .at(0))
    let (task, run) = Self.running(1, "t1")
    let record = DeclarationRecord(
      task: TaskID(2), uid: 10, identifier: "t1", file: "/etc/t1.task", digest: 1, timing: 1)
    var scheduler = Scheduler(
      configuration: .plain, seed: 1, tasks: [task], activeRuns: [run], declarations: [record],
      heldBack: [HeldBackUser(uid: 10, tasks: 1)], nextTaskID: TaskID(3))
    _ = scheduler.handle(.started(sameBoot: true, surviving: [run.id]), at: moment)
    func answer(_ identifier: String) -> Decision {
      defer { scheduler.commit() }
      return scheduler.handle(.call(.cancel(identifier: identifier), uid: 10), at: moment)
    }
    #expect(answer("t1").changes.contains(.deleteWaiting(uid: 10, identifier: "t1")))
    // Whether it is there nobody knows, so nobody says that it is not.
    let other = answer("t2")
    #expect(other.changes.isEmpty)
    #expect(
      other.directives.contains {
        if case .reply(_, .failed(.unavailable(let message))) = $0 {
          message.contains("--all")
        } else {
          false
        }
      })
  }

  @Test("Ends are counted on from what tasks know that a start leaves in the store")
  func endsBeyondHeldBack() {
    var demand = MemoryDemand()
    var task = Self.task(1, of: 10)
    task.request.order.predecessors = [Predecessor("p", mustSucceed: false)]
    task.endsBefore = 8
    demand.add(task)
    let heldBack = demand.heldBack(limit: 0)
    #expect(heldBack.map(\.lastEnd) == [8])
    let (running, run) = Self.running(2, "p")
    var scheduler = Scheduler(
      configuration: .plain, seed: 1, tasks: [running], activeRuns: [run], heldBack: heldBack,
      nextTaskID: TaskID(3))
    let moment = Moment(wall: .at(0), monotonic: .at(0))
    _ = scheduler.handle(.started(sameBoot: true, surviving: [run.id]), at: moment)
    let changes = scheduler.handle(.runEnded(run.id, .status(0)), at: moment).changes
    let ends = changes.compactMap { if case .putEnd(let record) = $0 { record.ended } else { nil } }
    #expect(ends == [9])
  }

  @Test("A file that goes while its user is held back is compared again by the start that knows its task")
  func declared() {
    let record = DeclarationRecord(
      task: TaskID(1), uid: 10, identifier: "t1", file: "/etc/t1.task", digest: 1, timing: 1)
    func changes(heldBack: [HeldBackUser]) -> [StoreChange] {
      var scheduler = Scheduler(
        configuration: .plain, seed: 1, declarations: [record], heldBack: heldBack, nextTaskID: TaskID(2))
      let moment = Moment(wall: .at(0), monotonic: .at(0))
      let start = Event.started(sameBoot: true, surviving: [], ended: [:], declared: DeclarationSet())
      return scheduler.handle(start, at: moment).changes
    }
    #expect(changes(heldBack: []) == [.deleteDeclaration(TaskID(1))])
    #expect(changes(heldBack: [HeldBackUser(uid: 10, tasks: 1)]).isEmpty)
  }
}
