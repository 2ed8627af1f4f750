import Glibc
import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("SIGKILL in the middle of commits", .serialized)
struct CrashTests {
  /// Tasks that are one batch.
  private static let batch: Int64 = 6

  @Test(
    "Every acknowledged batch is there, every other one is there whole or not at all",
    arguments: [1, 7, 23, 40, 61, 90])
  func killed(afterBatches count: Int) async throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = scratch.path as String, count = count as Int] in
      try Self.commitUntilKilled(in: path, afterBatches: count)
    }

    let acknowledged = Set(try RawFile.read("\(path)/acknowledged").map(Int64.init))
    #expect(acknowledged.count >= count)
    let store = try TaskStore(directory: path, history: .unlimited)
    let contents = try store.load()
    var found: [Int64: [ScheduledTask]] = [:]
    for task in contents.tasks { found[(task.id.value - 1) / Self.batch, default: []].append(task) }
    for number in acknowledged { #expect(found[number]?.count == Int(Self.batch)) }
    for (number, tasks) in found {
      let ids = (number * Self.batch + 1)...((number + 1) * Self.batch)
      #expect(tasks == ids.map { Samples.task($0, payloadBytes: 300) })
      let payloads = try await store.payloads(of: ids.map(TaskID.init))
      for id in ids { #expect(payloads[TaskID(id)] == .success(Samples.payload(id))) }
      // Runs of the same batch are of the same transaction.
      #expect(try await store.run(Samples.runID(number)) == Samples.finished(number))
    }
    #expect(try await store.history().count == found.count)
    #expect(contents.nextTaskID.value == Int64(contents.tasks.count) + 1)
  }

  @Test("A process that was killed no longer has the directory, one that lives is named")
  func lockOfAnotherProcess() async throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path
    let store = try TaskStore(directory: path, history: .unlimited)
    let owner = getpid()
    await #expect(processExitsWith: .success) { [path = scratch.path as String, owner = owner as pid_t] in
      let failure = #expect(throws: StoreError.self) { try TaskStore(directory: path, history: .unlimited) }
      #expect(failure?.code == .locked(pid: owner))
      #expect(getpid() != owner)
    }
    store.close()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let store = try TaskStore(directory: path, history: .unlimited)
      withExtendedLifetime(store) { _ = kill(getpid(), SIGKILL) }
    }
    #expect(throws: Never.self) { try TaskStore(directory: path, history: .unlimited) }
  }

  @Test("Waiting for the store on the store's own queue traps instead of standing still for ever")
  func watchdog() async throws {
    let scratch = try TemporaryFolder()
    await #expect(processExitsWith: .failure) { [path = scratch.path as String] in
      let store = try TaskStore(directory: path, history: .unlimited)
      store.probe { _ in _ = try? store.load() }
      store.close()
    }
  }

  /// Hands in batch after batch without waiting, writes down what is acknowledged, and is killed by itself,
  /// from another thread than the store's, when so many are.
  private static func commitUntilKilled(in path: String, afterBatches count: Int) throws {
    let store = try TaskStore(directory: path, history: .unlimited)
    let log = open("\(path)/acknowledged", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let reached = Acknowledgements()
    for number in 0..<120 as Range<Int64> {
      let ids = (number * batch + 1)...((number + 1) * batch)
      let changes: [StoreChange] = ids.map { .putTask(Samples.task($0), payload: Samples.payload($0)) }
      store.commit(
        StoreBatch(changes: changes + [.putRun(Samples.finished(number))], now: WallTime(uSec: 0))
      ) { result in
        guard case .success = result else { return }
        // What was written stays written when the process is killed.
        withUnsafePointer(to: UInt8(number)) { _ = write(log, $0, 1) }
        if number + 1 == Int64(count) { reached.signal() }
      }
    }
    reached.wait()
    kill(getpid(), SIGKILL)
  }
}
