import Foundation
import Glibc
import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("A small disk")
struct SmallDiskTests {
  /// A store on a file system of its own, and what lies there.
  private final class SmallStore: @unchecked Sendable {
    let disk: SmallDisk
    private(set) var store: TaskStore

    init?(size: String) throws {
      guard let disk = try SmallDisk(size: size) else { return nil }
      self.disk = disk
      store = try TaskStore(directory: disk.path("state"), history: .unlimited)
    }

    func reopen() throws {
      store.close()
      store = try TaskStore(directory: disk.path("state"), history: .unlimited)
    }

    /// Writes a batch, and looks at the disk when it is written and nothing has been done behind it.
    func write<Found: Sendable>(
      _ changes: [StoreChange], found: @escaping @Sendable () throws -> Found
    ) async throws -> Found {
      try await withCheckedThrowingContinuation { continuation in
        store.commit(StoreBatch(changes: changes, now: WallTime(uSec: 0))) { result in
          continuation.resume(
            with: Result {
              _ = try result.get()
              return try found()
            })
        }
      }
    }

    /// Waits until the store has done what it does behind a batch.
    func settle() throws { _ = try store.bootID() }

    var logBytes: Int { size(of: "bgtaskd.sqlite-wal") }
    var fileBytes: Int { size(of: "bgtaskd.sqlite") }

    private func size(of name: String) -> Int {
      var status = stat()
      return stat(disk.path("state/\(name)"), &status) == 0 ? Int(status.st_size) : 0
    }
  }

  private static func put(_ id: Int64, bytes: Int = 1000) -> StoreChange {
    .putTask(Samples.task(id), payload: Samples.payload(id, count: bytes))
  }

  private static func waiting(_ id: Int64, of uid: UInt32) -> ScheduledTask {
    var task = Samples.task(id, payloadBytes: 1000)
    (task.uid, task.runID) = (uid, nil)
    return task
  }

  private static func delete(_ ids: some Sequence<Int64>) -> [StoreChange] {
    ids.map { .deleteTask(TaskID($0)) }
  }

  /// Writes tasks one by one until the disk takes no more.
  /// - Returns: Their numbers.
  private static func fill(_ small: SmallStore, from first: Int64) async throws -> ClosedRange<Int64> {
    for id in first... {
      do {
        try await small.store.write([put(id)])
      } catch let error as StoreError {
        #expect(error.code == .full)
        return first...(id - 1)
      }
    }
    return first...first
  }

  private static func find(_ bytes: [UInt8], in folder: String) throws -> Bool {
    Data(try RawFile.read("\(folder)/bgtaskd.sqlite")).range(of: Data(bytes)) != nil
  }

  @Test("400 tasks of 1 KB find room in 2 MB, one by one, as often as they are deleted again")
  func again() async throws {
    guard let small = try SmallStore(size: "2m") else { return }
    for round in 0..<5 as Range<Int64> {
      let ids = (round * 400 + 1)...(round * 400 + 400)
      for id in ids {
        try await small.store.write([Self.put(id)])
        try small.settle()
        #expect(small.logBytes <= small.disk.freeBytes, "round \(round), task \(id)")
      }
      #expect(try small.store.load().tasks.map(\.id.value) == Array(ids))
      // The pages of the requests are written over, but not all at once.
      let log = try await small.write(Self.delete(ids)) { small.logBytes }
      #expect(log < 450_000, "round \(round)")
      #expect(try small.store.load().tasks.isEmpty)
    }
  }

  @Test("What fills the disk can be deleted in one batch, however short the log is, and as much fits again")
  func full() async throws {
    guard let small = try SmallStore(size: "4m") else { return }
    let first = try await Self.fill(small, from: 1)
    #expect(first.count > 2200)
    try await small.store.write(Self.delete(first))
    #expect(try small.store.load().tasks.isEmpty)
    let second = try await Self.fill(small, from: first.upperBound + 1)
    #expect(second.count > first.count * 95 / 100, "\(second.count) after \(first.count)")
    // As another process finds it.
    try small.reopen()
    let loaded = try small.store.load()
    #expect(loaded.tasks.map(\.id.value) == Array(second))
    #expect(loaded.nextTaskID.value > second.upperBound)
  }

  @Test("What a deletion has left behind is written over, also after a kill before that")
  func leftBehind() async throws {
    guard let small = try SmallStore(size: "2m") else { return }
    let ids = try await Self.fill(small, from: 1)
    let secret = Array(Samples.payload(ids.upperBound / 2, count: 1000).prefix(64))
    let state = small.disk.path("state")
    try small.settle()
    #expect(try Self.find(secret, in: state))

    // What the files hold at the moment at which the tasks are gone.
    let (killed, damaged) = (try TemporaryFolder(), try TemporaryFolder())
    try await small.write(Self.delete(ids)) {
      for name in ["bgtaskd.sqlite", "bgtaskd.sqlite-wal"] {
        let bytes = try RawFile.read("\(state)/\(name)")
        for folder in [killed, damaged] { try RawFile.write(bytes, to: folder.path(name)) }
      }
    }
    let next = try TaskStore(directory: killed.path, history: .unlimited)
    for (store, folder) in [(small.store, state), (next, killed.path)] {
      #expect(try store.load().tasks.isEmpty)
      var isGone = false
      while !isGone {
        _ = try store.bootID()
        isGone = try await store.payloads(of: ids.map(TaskID.init)).values.allSatisfy {
          $0 == .failure(.missing)
        }
      }
      store.close()
      #expect(try !Self.find(secret, in: folder))
    }
    #expect(try TaskStore.recover(directory: damaged.path, stamp: "1").tasks.saved == 0)
    #expect(try !Self.find(secret, in: damaged.path))
  }

  @Test("What waits of a user goes from a full disk in one batch, and does not come back after a kill")
  func waiting() async throws {
    guard let small = try SmallStore(size: "2m") else { return }
    let kept = Self.waiting(1, of: 1)
    let others = (2...1100).map { Self.waiting($0, of: 2) }
    for task in [kept] + others {
      try await small.store.write([.putTask(task, payload: Samples.payload(task.id.value, count: 1000))])
    }
    try small.settle()
    #expect(small.disk.fill())

    let killed = try TemporaryFolder()
    try await small.write([.deleteWaiting(uid: 2)]) {
      for name in ["bgtaskd.sqlite", "bgtaskd.sqlite-wal"] {
        try RawFile.write(try RawFile.read(small.disk.path("state/\(name)")), to: killed.path(name))
      }
    }
    #expect(try small.store.load().tasks == [kept])
    let next = try TaskStore(directory: killed.path, history: .unlimited)
    for round in 0..<2 {
      let loaded = try next.load(memory: 1)
      #expect(loaded.tasks.isEmpty && loaded.heldBack == [HeldBackUser(uid: 1, tasks: 1)], "round \(round)")
      _ = try next.bootID()
    }
    next.close()
  }

  @Test("A batch that the log and the file cannot both take is refused, and smaller ones go on")
  func tooLarge() async throws {
    guard let small = try SmallStore(size: "2m") else { return }
    let failure = await #expect(throws: StoreError.self) {
      try await small.store.write((1...1100).map { Self.put($0) })
    }
    #expect(failure?.code == .full)
    try small.settle()
    #expect(small.disk.freeBytes > 1_800_000, "what failed has left something")
    try await small.store.write((1...400).map { Self.put($0) })
    try await small.store.write((401...600).map { Self.put($0) })
    #expect(try small.store.load().tasks.count == 600)
  }

  @Test("What is in the log has its place in the database already, whoever takes the rest of the disk")
  func claimed() async throws {
    guard let small = try SmallStore(size: "2m") else { return }
    #expect(try await small.write((1...300).map { Self.put($0) }) { small.disk.fill() })
    try small.settle()
    #expect(small.disk.freeBytes > 300_000, "the log was not given back")
    try await small.store.write((1...20).map { Self.put($0, bytes: 900) })
    #expect(try small.store.load().tasks.count == 300)
  }

  @Test("What a batch that failed has left is given back, in the log and in the database")
  func failed() async throws {
    guard let small = try SmallStore(size: "2m") else { return }
    try await small.store.write([.putRun(Samples.active(1))])
    // With an empty log.
    try small.reopen()
    let free = small.disk.freeBytes
    let output = RunOutput(bytes: Samples.payload(1, count: 1_100_000), isTruncated: false)
    let failure = await #expect(throws: StoreError.self) {
      try await small.store.write([.putRun(Samples.finished(1))], outputs: [(Samples.runID(1), output)])
    }
    #expect(failure?.code == .full)
    #expect(small.disk.freeBytes >= free - 8192)
    #expect(try await small.store.run(Samples.runID(1)) == Samples.active(1))
  }

  @Test("A database that is almost empty is written anew, and a batch finds the room in the log as well")
  func shrunk() async throws {
    guard let small = try SmallStore(size: "2m") else { return }
    let ids = 1...1100 as ClosedRange<Int64>
    for id in ids { try await small.store.write([Self.put(id)]) }
    try await small.store.write(Self.delete(ids))
    for _ in 0..<10_000 where small.fileBytes > 200_000 { try small.settle() }
    #expect(small.fileBytes <= 200_000)
    let next = ids.upperBound + 1
    try await small.store.write((next...next + 400).map { Self.put($0) })
    #expect(try small.store.load().tasks.count == 401)
  }

  @Test("A log that became long while there was room is given back when others have taken that")
  func taken() async throws {
    guard let small = try SmallStore(size: "40m") else { return }
    for bytes in 1...500 { try await small.store.write([Self.put(1, bytes: bytes)]) }
    try small.settle()
    #expect(small.logBytes > 2_000_000)
    #expect(small.disk.fill())
    for bytes in 1...100 { try await small.store.write([Self.put(1, bytes: bytes)]) }
    try small.settle()
    #expect(small.logBytes <= small.disk.freeBytes)
    #expect(try small.store.load().tasks == [Samples.task(1, payloadBytes: 100)])
  }

  @Test("A log whose pages find no place stays, with the room that is left, until others make some")
  func stuck() async throws {
    guard let small = try SmallStore(size: "40m") else { return }
    try await small.store.write((1...500).map { Self.put($0) })
    try small.settle()
    #expect(small.disk.fill(leaving: 300_000))
    let output = RunOutput(bytes: Samples.payload(1, count: 500_000), isTruncated: false)
    let failure = await #expect(throws: StoreError.self) {
      try await small.store.write([.putRun(Samples.finished(1))], outputs: [(Samples.runID(1), output)])
    }
    #expect(failure?.code == .full)
    #expect(small.disk.freeBytes > 250_000)
    #expect(small.store.stateRoom().map { $0.bytes < 0 } == true)
    await #expect(throws: StoreError.self) { try await small.store.write([Self.put(501)]) }
    for id in 2...9 as ClosedRange<Int64> { try await small.store.write([.putRun(Samples.finished(id))]) }
    #expect(small.disk.makeRoom())
    try await small.store.write([.putRun(Samples.finished(1))], outputs: [(Samples.runID(1), output)])
    try small.reopen()
    #expect(try small.store.load().tasks.count == 500)
    #expect(try await small.store.output(of: Samples.runID(1)) == output)
  }

  @Test("Who looks at the store meanwhile sees what was there, and keeps no room from the log")
  func readers() async throws {
    guard let small = try SmallStore(size: "2m") else { return }
    try await small.store.write((1...50).map { .putRun(Samples.finished($0)) })
    let seen = Counter()
    for id in 1...300 as ClosedRange<Int64> {
      for _ in 0..<4 {
        small.store.history(uid: nil, identifier: nil, limit: 50) { result in
          if (try? result.get())?.count == 50 { seen.add() }
        }
      }
      try await small.store.write([Self.put(id)])
    }
    #expect(try await small.store.history().count == 50)
    #expect(seen.value == 1200)
    #expect(small.logBytes <= small.disk.freeBytes)
  }

  @Test("Large disks keep the long log, which is what makes commits quick")
  func large() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    for id in 1...100 as ClosedRange<Int64> { try await store.write([Self.put(id)]) }
    _ = try store.bootID()
    // Nothing was moved yet.
    #expect(try RawFile.read(scratch.path("bgtaskd.sqlite-wal")).count > 1_000_000)
    store.close()
  }
}
