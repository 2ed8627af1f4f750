import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("What is written is what is read")
struct RoundTripTests {
  @Test("Every field of a task comes back after a restart, in every combination that a seed finds")
  func tasks() async throws {
    let scratch = try TemporaryFolder()
    let tasks = (1...400).map { Samples.task($0, payloadBytes: 300) }
    let store = try TaskStore(directory: scratch.path("state"), history: .unlimited)
    try await store.write(tasks.map { .putTask($0, payload: Samples.payload($0.id.value)) })
    #expect(try store.load().tasks == tasks)
    store.close()

    let again = try TaskStore(directory: scratch.path("state"), history: .unlimited)
    let contents = try again.load()
    #expect(contents.tasks == tasks)
    #expect(contents.nextTaskID == TaskID(401))
    let payloads = try await again.payloads(of: [TaskID(1), TaskID(400), TaskID(401)])
    #expect(
      payloads == [
        TaskID(1): .success(Samples.payload(1)), TaskID(400): .success(Samples.payload(400)),
        TaskID(401): .failure(.missing),
      ])
  }

  @Test("Every case of every enumeration and the extremes of every number are kept")
  func extremes() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    var tasks: [ScheduledTask] = []
    for kind in Kind.allCases {
      for deadline in DeadlinePolicy.allCases {
        for conflict in ConflictPolicy.allCases {
          for strategy in SubmissionStrategy.allCases {
            for backoff in Backoff.allCases {
              for target in [TaskTarget.command, .application] {
                var task = Samples.task(Int64(tasks.count + 1))
                task.request.kind = kind
                task.request.onDeadline = deadline
                task.request.onConflict = conflict
                task.request.strategy = strategy
                task.request.target = target
                task.request.retry = Retry(
                  backoff: backoff, initial: TimeSpan(uSec: .min), maximum: TimeSpan(uSec: .max),
                  maximumAttempts: .max)
                task.request.identifier = Samples.texts[tasks.count % Samples.texts.count]
                task.uid = tasks.count % 2 == 0 ? .max : 0
                tasks.append(task)
              }
            }
          }
        }
      }
    }
    var runs: [Run] = []
    for outcome in Outcome.allCases {
      for code in ReasonCode.allCases {
        for text in Samples.texts {
          var run = Samples.active(Int64(runs.count + 1))
          run.ended = WallTime(uSec: runs.count % 2 == 0 ? .min : .max)
          run.outcome = outcome
          run.exitStatus = runs.count % 2 == 0 ? .min : .max
          run.signal = text
          run.stopReason = Reason(
            code: code, message: text, required: text, observed: text, since: WallTime(uSec: .max))
          run.progress = Progress(
            completedUnitCount: .min, totalUnitCount: .max, title: text, subtitle: text)
          runs.append(run)
        }
      }
    }
    try await store.write(tasks.map { .putTask($0, payload: []) } + runs.map { .putRun($0) }, now: .min)
    #expect(try store.load().tasks == tasks)
    #expect(try await store.history() == runs.reversed())
  }

  @Test("Runs that last are what a start finds; those that ended are history, the newest first")
  func runs() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let active = (1...5).map { Samples.active($0) }
    let finished = (6...200).map { Samples.finished($0) }
    try await store.write((active + finished).map { .putRun($0) })
    #expect(try store.load().activeRuns == active)
    #expect(try await store.history() == (active + finished).reversed())
    #expect(try await store.run(Samples.runID(7)) == finished[1])
    #expect(try await store.run(Samples.runID(999)) == nil)

    var ended = active[2]
    ended.ended = WallTime(uSec: 5)
    ended.outcome = .killed
    try await store.write([.putRun(ended)])
    #expect(try store.load().activeRuns == [active[0], active[1], active[3], active[4]])
    #expect(try await store.run(ended.id) == ended)
    #expect(try await store.history().count == 200)
  }

  @Test("History is asked for by user, by identifier, by both, and never longer than the limit")
  func history() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let runs = (1...60).map { number in
      Samples.finished(number, uid: UInt32(number % 3), identifier: "id\(number % 2)")
    }
    try await store.write(runs.map { .putRun($0) })
    let newest = Array(runs.reversed())
    #expect(try await store.history(uid: 1) == newest.filter { $0.uid == 1 })
    #expect(try await store.history(identifier: "id1") == newest.filter { $0.identifier == "id1" })
    #expect(
      try await store.history(uid: 2, identifier: "id0")
        == newest.filter { $0.uid == 2 && $0.identifier == "id0" })
    #expect(try await store.history(uid: 0, limit: 3) == Array(newest.filter { $0.uid == 0 }.prefix(3)))
    #expect(try await store.history(limit: 0).isEmpty)
    #expect(try await store.history(limit: -5).isEmpty)
    #expect(try await store.history(uid: 77).isEmpty)
  }

  @Test("Output is kept byte for byte with its run, and dropped when its run is not stored")
  func output() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let bytes = Samples.payload(3, count: 65_536)
    try await store.write(
      [.putRun(Samples.finished(1)), .putRun(Samples.finished(2))],
      outputs: [
        (Samples.runID(1), RunOutput(bytes: bytes, isTruncated: true)),
        (Samples.runID(2), RunOutput(bytes: [])),
        (Samples.runID(3), RunOutput(bytes: [1])),
      ])
    #expect(try await store.output(of: Samples.runID(1)) == RunOutput(bytes: bytes, isTruncated: true))
    #expect(try await store.output(of: Samples.runID(2)) == RunOutput(bytes: []))
    #expect(try await store.output(of: Samples.runID(3)) == nil)
    try await store.write([], outputs: [(Samples.runID(2), RunOutput(bytes: [9]))])
    #expect(try await store.output(of: Samples.runID(2)) == RunOutput(bytes: [9]))
  }

  @Test(
    "Records of declared tasks are kept whether their tasks are there or not, replaced by task and deleted")
  func declarations() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let records = (1...100).map { Samples.declaration($0) }
    try await store.write([.putTask(Samples.task(7), payload: [])] + records.map { .putDeclaration($0) })
    #expect(try store.load().declarations == records)
    // No task gets the number of one that a record remembers.
    #expect(try store.load().nextTaskID == TaskID(101))
    var changed = records[6]
    changed.state = .withdrawn
    changed.file = "/etc/größer.task"
    try await store.write([.putDeclaration(changed), .deleteTask(TaskID(7)), .deleteDeclaration(TaskID(9))])
    store.close()
    let again = try TaskStore(directory: scratch.path, history: .unlimited)
    var expected = records
    expected[6] = changed
    expected.remove(at: 8)
    #expect(try again.load().declarations == expected)
    #expect(try again.load().tasks == [])
  }

  @Test("The boot's id is nil in a new store and survives a restart")
  func bootID() throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try store.bootID() == nil)
    try store.setBootID("6a1c")
    try store.setBootID("7b2d")
    store.close()
    #expect(try TaskStore(directory: scratch.path, history: .unlimited).bootID() == "7b2d")
  }
}
