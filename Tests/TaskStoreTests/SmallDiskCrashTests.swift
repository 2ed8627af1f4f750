import Glibc
import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("SIGKILL on a small disk", .serialized)
struct SmallDiskCrashTests {
  /// Tasks that are one batch.
  private static let batch: Int64 = 20
  /// So many batches come before one that deletes all there is: more than the log takes.
  private static let round: Int64 = 40

  /// The batch of this number.
  private static func changes(_ number: Int64) -> [StoreChange] {
    guard number % round == round - 1 else {
      return ids(number).map { .putTask(Samples.task($0), payload: Samples.payload($0, count: 1000)) }
    }
    return (number - round + 1..<number).flatMap(ids).map { .deleteTask(TaskID($0)) }
  }

  private static func ids(_ number: Int64) -> Range<Int64> { number * batch + 1..<number * batch + batch + 1 }

  /// The tasks that there are after so many batches.
  private static func tasks(after count: Int64) -> [Int64] {
    (count - count % round..<count).flatMap(ids)
  }

  @Test(
    "However short the log is and whatever it is being made shorter for, what was acknowledged is there",
    arguments: [3, 17, 38, 39, 40, 41, 58, 77, 79, 80, 99, 119] as [Int64])
  func killed(afterBatches count: Int64) async throws {
    guard let disk = try SmallDisk(size: "2m") else { return }
    let scratch = try TemporaryFolder()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = disk.path as String, log = scratch.path as String, count = count as Int64] in
      try Self.commitUntilKilled(in: path, log, afterBatches: count)
    }

    let acknowledged = Int64(try RawFile.read("\(scratch.path)/acknowledged").count)
    #expect(acknowledged >= count)
    let store = try TaskStore(directory: disk.path("state"), history: .unlimited)
    let found = try store.load().tasks
    // The batches stand there whole, in their order, with or without some that nobody was told of.
    let isAsAfter = (acknowledged...acknowledged + 5).contains { count in
      found.map(\.id.value) == Self.tasks(after: count)
    }
    #expect(isAsAfter, "\(acknowledged) batches were acknowledged, and \(found.count) tasks are there")
    let payloads = try await store.payloads(of: found.map(\.id))
    for task in found {
      #expect(task == Samples.task(task.id.value, payloadBytes: 1000))
      #expect(payloads[task.id] == .success(Samples.payload(task.id.value, count: 1000)))
    }
    // And it goes on.
    let next = (found.last?.id.value ?? 0) + Self.batch * Self.round
    try await store.write([.putTask(Samples.task(next), payload: [1])])
    store.close()
  }

  /// Hands in batch after batch, writes down what is acknowledged, and is killed by itself, from another
  /// thread than the store's, when so many are.
  private static func commitUntilKilled(in path: String, _ scratch: String, afterBatches count: Int64) throws
  {
    let store = try TaskStore(directory: "\(path)/state", history: .unlimited)
    let log = open("\(scratch)/acknowledged", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let reached = Acknowledgements()
    for number in 0..<count + 5 as Range<Int64> {
      store.commit(StoreBatch(changes: changes(number), now: WallTime(uSec: 0))) { result in
        guard case .success = result else { return }
        // What was written stays written when the process is killed.
        withUnsafePointer(to: UInt8(1)) { _ = write(log, $0, 1) }
        if number + 1 == count { reached.signal() }
      }
    }
    reached.wait()
    kill(getpid(), SIGKILL)
  }
}
