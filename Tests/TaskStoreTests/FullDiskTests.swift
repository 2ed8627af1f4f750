import Glibc
import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("A full disk")
struct FullDiskTests {
  @Test("Nothing of a batch that found no room is there, and the store works again when there is some")
  func full() async throws {
    guard let disk = try SmallDisk(size: "3m") else { return }
    let state = disk.path("state")
    let store = try TaskStore(directory: state, history: .unlimited)
    try await store.write([.putTask(Samples.task(1), payload: [1]), .putRun(Samples.active(1))])
    let before = try store.load()
    #expect(disk.fill())

    let batch: [StoreChange] =
      [.deleteTask(TaskID(1)), .putRun(Samples.finished(1))]
      + (2...50).map { .putTask(Samples.task($0), payload: Samples.payload($0, count: 8000)) }
    for _ in 0..<3 {
      let failure = await #expect(throws: StoreError.self) { try await store.write(batch) }
      #expect(failure?.code == .full)
      #expect(failure?.cause.hasPrefix("no space left in \(state) (") == true)
    }
    let probe = await #expect(throws: StoreError.self) { try await fillWithProbes(store, disk) }
    #expect(probe?.code == .full)
    // Reading needs no room, and shows what was there before.
    #expect(try store.load() == before)
    #expect(try await store.payloads(of: [TaskID(1)]) == [TaskID(1): .success([1])])

    #expect(try await store.history() == [Samples.active(1)])

    // What another process finds after a kill at this moment.
    let scratch = try TemporaryFolder()
    for name in ["bgtaskd.sqlite", "bgtaskd.sqlite-wal"] {
      try RawFile.write(try RawFile.read("\(state)/\(name)"), to: scratch.path(name))
    }
    #expect(try TaskStore(directory: scratch.path, history: .unlimited).load() == before)

    #expect(disk.makeRoom())
    try await store.probe()
    try await store.write(batch)
    #expect(try store.load().tasks == (2...50).map { Samples.task($0, payloadBytes: 8000) })
    #expect(try await store.run(Samples.runID(1)) == Samples.finished(1))
    store.close()
    let again = try TaskStore(directory: state, history: .unlimited)
    #expect(try again.load().tasks == (2...50).map { Samples.task($0, payloadBytes: 8000) })
    again.close()
  }

  @Test("A probe finds a full disk full, also when the disk took an earlier one")
  func probedAgain() async throws {
    guard let disk = try SmallDisk(size: "3m") else { return }
    let store = try TaskStore(directory: disk.path("state"), history: .unlimited)
    try await store.probe()
    let failure = await #expect(throws: StoreError.self) {
      try await fillWithProbes(store, disk)
    }
    #expect(failure?.code == .full)
    store.close()
  }

  @Test("A disk that is full already at the start is a typed error, and the next start works")
  func fullAtStart() async throws {
    guard let disk = try SmallDisk(size: "1m") else { return }
    #expect(disk.fill())
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: disk.path("state"), history: .unlimited)
    }
    #expect(failure?.code == .full)
    #expect(disk.makeRoom())
    let store = try TaskStore(directory: disk.path("state"), history: .unlimited)
    try await store.write([.putTask(Samples.task(1), payload: [1])])
    #expect(try store.load().tasks == [Samples.task(1, payloadBytes: 1)])
    store.close()
  }

  @Test("A recovery without room fails, and leaves the damaged file as it is")
  func recovery() async throws {
    guard let disk = try SmallDisk(size: "3m") else { return }
    let state = disk.path("state")
    let store = try TaskStore(directory: state, history: .unlimited)
    try await store.write((1...50).map { .putTask(Samples.task($0), payload: Samples.payload($0)) })
    store.close()
    let before = try RawFile.read("\(state)/bgtaskd.sqlite")
    #expect(disk.fill())
    let failure = #expect(throws: StoreError.self) { try TaskStore.recover(directory: state, stamp: "1") }
    #expect(failure?.code == .full)
    #expect(try RawFile.read("\(state)/bgtaskd.sqlite") == before)
    #expect(try RawFile.list(state) == ["bgtaskd.lock", "bgtaskd.sqlite"])
    #expect(disk.makeRoom())
    #expect(try TaskStore.recover(directory: state, stamp: "1").tasks.saved == 50)
  }

  /// A probe goes into what is left of the log's room, so it may take a few; what the store gives back for
  /// the next one is taken as well.
  private func fillWithProbes(_ store: TaskStore, _ disk: SmallDisk) async throws {
    for _ in 0..<1000 {
      #expect(disk.fill())
      try await store.probe()
    }
  }
}
