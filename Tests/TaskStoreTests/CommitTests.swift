import Glibc
import SchedulerCore
import TestSupport
import Testing

@testable import TaskStore

@Suite("A batch is one transaction")
struct CommitTests {
  @Test("A statement that fails in the middle undoes the whole batch, and the next batch works")
  func atomicity() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write([
      .putTask(Samples.task(1), payload: [1]), .putTask(Samples.task(2), payload: [2]),
      .putRun(Samples.active(1)),
    ])
    let before = try store.load()
    let tooLong = [UInt8](repeating: 0, count: (16 << 20) + 1)
    let failure = await #expect(throws: StoreError.self) {
      try await store.write(
        [
          .deleteTask(TaskID(1)), .putTask(Samples.task(3), payload: [3]), .putRun(Samples.finished(1)),
          .putTask(Samples.task(4), payload: tooLong), .putTask(Samples.task(5), payload: [5]),
        ], payloadsOf: [TaskID(3)])
    }
    #expect(failure?.code == .refused)
    #expect(try store.load() == before)
    #expect(
      try await store.payloads(of: [TaskID(1), TaskID(3), TaskID(5)])
        == [
          TaskID(1): .success([1]), TaskID(3): .failure(.missing), TaskID(5): .failure(.missing),
        ])
    #expect(try await store.run(Samples.runID(1)) == Samples.active(1))

    try await store.write([.putTask(Samples.task(3), payload: [3])])
    #expect(try store.load().tasks == [1, 2, 3].map { Samples.task($0, payloadBytes: 1) })
    #expect(try store.load().nextTaskID == TaskID(4))
  }

  @Test("Changes are carried out in order")
  func order() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write([
      .putTask(Samples.task(1), payload: [1]), .deleteTask(TaskID(1)),
      .putTask(Samples.task(2), payload: [2]), .putTask(Samples.task(2, seed: 5), payload: [3]),
      .deleteTask(TaskID(9)),
    ])
    #expect(try store.load().tasks == [Samples.task(2, seed: 5, payloadBytes: 1)])
    #expect(
      try await store.payloads(of: [TaskID(1), TaskID(2)])
        == [TaskID(1): .failure(.missing), TaskID(2): .success([3])])
  }

  @Test("A task that is put without a payload keeps the one it has, and goes with it")
  func payloadStays() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write([.putTask(Samples.task(1), payload: [7, 8])])
    let payloads = try await store.write(
      [.putTask(Samples.task(1, seed: 2), payload: nil), .putTask(Samples.task(2), payload: nil)],
      payloadsOf: [TaskID(1), TaskID(2), TaskID(3)])
    #expect(
      payloads == [
        TaskID(1): .success([7, 8]), TaskID(2): .success([]), TaskID(3): .failure(.missing),
      ])
    #expect(try store.load().tasks.first == Samples.task(1, seed: 2, payloadBytes: 2))
    try await store.write([.deleteTask(TaskID(1))])
    #expect(try await store.payloads(of: [TaskID(1)]) == [TaskID(1): .failure(.missing)])
  }

  @Test("A number that a task had is not given again, whatever became of the task")
  func nextTaskID() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try store.load().nextTaskID == TaskID(1))
    try await store.write([.putTask(Samples.task(41), payload: [])])
    try await store.write([.deleteTask(TaskID(41))])
    store.close()
    let again = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try again.load().nextTaskID == TaskID(42))
    // Also where the batch that deletes it is the first to say which numbers there were.
    let changes: [StoreChange] = [
      .putTask(Samples.task(50), payload: []), .putTask(Samples.task(51), payload: []),
    ]
    try await again.write(changes)
    try await again.write([.deleteWaiting(uid: Samples.task(51).uid, identifier: nil)])
    again.close()
    let third = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try third.load().nextTaskID == TaskID(52))
    try await third.write([.putTask(Samples.task(.max), payload: [])])
    #expect(try third.load().nextTaskID == TaskID(.max))
  }

  @Test(
    "A batch is written on the caller's thread where the store has nothing else to do and the disk is quick")
  func atOnce() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(store.commitAtOnce(StoreBatch(changes: [], now: WallTime(uSec: 0))) == nil)
    var written: Int64 = 0
    for number in 1...1000 as ClosedRange<Int64> {
      let batch = StoreBatch(
        changes: [.putTask(Samples.task(number), payload: Samples.payload(number))], now: WallTime(uSec: 0),
        payloadsOf: [TaskID(number)])
      written = number
      guard let result = store.commitAtOnce(batch) else {
        // A disk that other tests keep busy is measured again.
        try await store.write([.putTask(Samples.task(number), payload: Samples.payload(number))])
        continue
      }
      #expect(try result.get() == [TaskID(number): .success(Samples.payload(number))])
      break
    }
    #expect(written < 1000)
    store.close()
    let again = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try again.load().tasks.count == written)
  }

  @Test("A store with other work, or with a slow disk, is not waited for")
  func pace() {
    let pace = CommitPace(quickNSec: 1_000_000_000)
    #expect(!pace.isQuick)
    pace.measured {}
    #expect(pace.isQuick)
    pace.begins()
    pace.begins()
    pace.ends()
    #expect(!pace.isQuick)
    pace.ends()
    #expect(pace.isQuick)
    let slow = CommitPace(quickNSec: 0)
    slow.measured { _ = Samples.payload(1) }
    #expect(!slow.isQuick)
  }

  @Test("What is asked when a batch is acknowledged sees the batch")
  func readAfterWrite() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    for number in 1...50 as ClosedRange<Int64> {
      let task = TaskID(number)
      // Asked on the store's own queue, in the completion.
      let read = await withCheckedContinuation { continuation in
        let changes: [StoreChange] = [.putTask(Samples.task(number), payload: [UInt8(number)])]
        store.commit(StoreBatch(changes: changes, now: WallTime(uSec: 0))) { _ in
          store.payloads(of: [task]) { continuation.resume(returning: $0) }
        }
      }
      #expect(try read.get() == [task: .success([UInt8(number)])])
    }
    #expect(try store.load().tasks.count == 50)
  }

  @Test("A closed store answers every call with closed, and lets the next one have the directory")
  func closed() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    store.close()
    store.close()
    let failure = await #expect(throws: StoreError.self) { try await store.write([.deleteTask(TaskID(1))]) }
    #expect(failure?.code == .closed)
    #expect(throws: StoreError.self) { try store.load() }
    await #expect(throws: StoreError.self) { try await store.probe() }
    #expect(try TaskStore(directory: scratch.path, history: .unlimited).load().tasks.isEmpty)
    // A clean end leaves the file whole by itself.
    #expect(try RawFile.list(scratch.path) == ["bgtaskd.lock", "bgtaskd.sqlite"])
  }

  @Test("Batch after batch of megabytes keeps the log within bounds")
  func logIsReused() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    for _ in 0..<8 {
      let payload = [UInt8](repeating: 7, count: 16_384)
      try await store.write((1...300).map { .putTask(Samples.task($0), payload: payload) })
    }
    try await store.probe()
    var status = stat()
    #expect(stat(scratch.path("bgtaskd.sqlite-wal"), &status) == 0)
    #expect(status.st_size < 17 << 20)
    #expect(try store.load().tasks.count == 300)
  }
}
