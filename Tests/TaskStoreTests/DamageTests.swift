import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("Damaged files")
struct DamageTests {
  @Test("200 kinds of damage: opening works or says what is wrong, and what is salvaged is as it was written")
  func anyDamage() async throws {
    let whole = try await DamagedStore(tasks: 60, runs: 40, logged: false)
    let logged = try await DamagedStore(tasks: 60, runs: 40, logged: true)
    var (refused, savedTasks, intact) = (0, 0, 0)
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let original = seed % 2 == 0 ? whole : logged
      var damaged = original
      Self.damage(&damaged, using: &random)
      let scratch = try TemporaryFolder(inMemory: true)
      try damaged.write(to: scratch.path)
      do throws(StoreError) {
        let store = try TaskStore(directory: scratch.path, history: .unlimited)
        _ = try store.load()
        store.close()
        intact += 1
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
      // From the same damage, not from what opening made of it.
      let second = try TemporaryFolder(inMemory: true)
      try damaged.write(to: second.path)
      let report = try TaskStore.recover(directory: second.path, stamp: "\(seed)")
      savedTasks += report.tasks.saved
      try await Self.expectSalvaged(of: original, in: second.path, report: report, "seed \(seed)")
    }
    // The loop shows something only when there are both kinds, and when most of the rows survive.
    #expect(refused > 20)
    #expect(intact > 5)
    #expect(savedTasks > 200 * 60 / 2)
  }

  @Test("An index that leads to another's row shows nobody what is another's")
  func strayedIndex() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    // The first row's key is in no index's bytes: 1 has a type of its own.
    let runs = [
      Samples.finished(1), Samples.finished(2),
      Samples.finished(3, uid: 1001, identifier: "org.example.other"),
    ]
    let output = RunOutput(bytes: Array("another's".utf8), isTruncated: false)
    try await store.write(runs.map { .putRun($0) }, outputs: [(runs[2].id, output)], now: .min)
    #expect(try await store.page(HistoryQuery(uid: 1000, rows: 9)).runs == [runs[1], runs[0]])
    store.close()
    var file = try RawFile.read(scratch.path("bgtaskd.sqlite"))
    // Entries of the indexes end with the key of the row that they lead to: 2, which becomes 3.
    let entries = [
      Array(runs[1].id.text.utf8) + [2], [3, 2, 1, 0x03, 0xE8, 2],
      [0x03, 0xE8] + Array(runs[1].identifier.utf8) + [2],
    ]
    for entry in entries {
      let place = try #require(file.firstRange(of: entry), "\(entry)")
      file[place.upperBound - 1] = 3
    }
    try RawFile.write(file, to: scratch.path("bgtaskd.sqlite"))

    let damaged = try TaskStore(directory: scratch.path, history: .unlimited)
    await #expect(throws: StoreError.self) { try await damaged.run(runs[1].id) }
    await #expect(throws: StoreError.self) { try await damaged.output(of: runs[1].id) }
    #expect(try await damaged.run(runs[2].id) == runs[2])
    #expect(try await damaged.output(of: runs[2].id) == output)
    for identifier in [nil, runs[1].identifier] {
      let page = try await damaged.page(HistoryQuery(uid: 1000, identifier: identifier, rows: 9))
      #expect(page.runs == [runs[0]], "\(identifier ?? "all")")
      // SQLite takes from the index what it has, so the row that it makes of both has not this checksum.
      #expect(page.damaged.count == 1 && page.damaged.first?.hasPrefix("table run, row 3: ") == true)
    }
    damaged.close()
  }

  @Test("A damaged page of rows costs the rows on it, all others are saved")
  func leafPages() async throws {
    let original = try await DamagedStore(tasks: 1500, runs: 100, logged: false)
    let leaves = original.pages(ofKind: 13)
    #expect(leaves.count > 100)
    var damaged = original
    // The first, the last and some in between, two of them neighbours.
    let erased = [0, 20, 21, leaves.count / 2, leaves.count - 1].map { leaves[$0] }
    for page in erased { damaged.erase(page: page) }
    let scratch = try TemporaryFolder()
    try damaged.write(to: scratch.path)
    #expect(throws: StoreError.self) { try TaskStore(directory: scratch.path, history: .unlimited).load() }
    let report = try TaskStore.recover(directory: scratch.path, stamp: "1")
    try await Self.expectSalvaged(of: original, in: scratch.path, report: report, "leaves")
    // At most 30 rows of these tables fit a page.
    #expect(report.tasks.saved + report.runs.saved >= 1600 - 30 * erased.count)
    #expect(!report.isWhole)
  }

  @Test("A header with a format that SQLite only reads is damage, and not a disk that takes nothing")
  func unwritableFormat() async throws {
    var damaged = try await DamagedStore(tasks: 5, runs: 5, logged: false)
    // "File format write version" of the header: 1 or 2.
    damaged.file[18] = 9
    let scratch = try TemporaryFolder()
    try damaged.write(to: scratch.path)
    let error = #expect(throws: StoreError.self) {
      try TaskStore(directory: scratch.path, history: .unlimited)
    }
    #expect(error?.code == .damaged)
    #expect(try TaskStore.recover(directory: scratch.path, stamp: "1").tasks.saved == 5)
  }

  @Test("Where the first page is destroyed, the rows are found all the same")
  func firstPage() async throws {
    for erased in [0..<16, 0..<100, 0..<4096] as [Range<Int>] {
      for logged in [false, true] {
        let original = try await DamagedStore(tasks: 100, runs: 20, logged: logged)
        var damaged = original
        for offset in erased { damaged.file[offset] = 0xff }
        let scratch = try TemporaryFolder()
        try damaged.write(to: scratch.path)
        if !logged {
          let failure = #expect(throws: StoreError.self) {
            try TaskStore(directory: scratch.path, history: .unlimited)
          }
          #expect(failure?.code == .damaged)
        }
        let report = try TaskStore.recover(directory: scratch.path, stamp: "1")
        try await Self.expectSalvaged(of: original, in: scratch.path, report: report, "\(erased) \(logged)")
        #expect(report.tasks.saved == 100)
        #expect(report.runs.saved == 20)
        #expect(report.outputs.saved == 1)
      }
    }
  }

  @Test("Where nothing can be read, the new store is empty, the report says so, and the file is kept")
  func nothingLeft() async throws {
    for content in [[], [1], [UInt8](repeating: 0xaa, count: 40_000), Array("SQLite format 3\u{0}".utf8)] {
      let scratch = try TemporaryFolder()
      try RawFile.write(content, to: scratch.path("bgtaskd.sqlite"))
      let report = try TaskStore.recover(directory: scratch.path, stamp: "20250102T030405")
      #expect(report.isEmpty)
      #expect(report.description.contains("the new state file is empty"))
      let kept = scratch.path("bgtaskd.sqlite.damaged-20250102T030405")
      #expect(report.keptFiles == [kept])
      #expect(try RawFile.read(kept) == content)
      let store = try TaskStore(directory: scratch.path, history: .unlimited)
      #expect(try store.load() == StoreContents())
      store.close()
    }
  }

  @Test("A log whose file is gone gives back what it holds")
  func fileGone() async throws {
    let original = try await DamagedStore(tasks: 80, runs: 5, logged: true)
    let scratch = try TemporaryFolder()
    try RawFile.write(original.log, to: scratch.path("bgtaskd.sqlite-wal"))
    let report = try TaskStore.recover(directory: scratch.path, stamp: "1")
    try await Self.expectSalvaged(of: original, in: scratch.path, report: report, "no file")
    #expect(report.keptFiles == [scratch.path("bgtaskd.sqlite.damaged-1-wal")])
  }

  @Test("A whole store is carried over completely, with its log, and recovering twice keeps both")
  func whole() async throws {
    let original = try await DamagedStore(tasks: 120, runs: 30, logged: true)
    let scratch = try TemporaryFolder()
    try original.write(to: scratch.path)
    for number in 1...2 {
      let report = try TaskStore.recover(directory: scratch.path, stamp: "same")
      #expect(report.isWhole)
      #expect(report.tasks.saved == 120)
      #expect(report.runs.saved == 30)
      #expect(report.outputs.saved == 1)
      #expect(report.declarations.saved == 20)
      #expect(report.keptFiles.first == scratch.path("bgtaskd.sqlite.damaged-same\(number == 1 ? "" : "-2")"))
      try await Self.expectSalvaged(of: original, in: scratch.path, report: report, "whole")
    }
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try store.load().nextTaskID == TaskID(121))
    #expect(try store.bootID() == "boot")
    #expect(try RawFile.read(scratch.path("bgtaskd.sqlite.damaged-same")) == original.file)
    #expect(try RawFile.read(scratch.path("bgtaskd.sqlite.damaged-same-wal")) == original.log)
    store.close()
  }

  @Test("A bit that changed in a payload is noticed: the task is not launched, and a recovery leaves it out")
  func payload() async throws {
    let original = try await DamagedStore(tasks: 10, runs: 1, logged: false)
    var damaged = original
    let payload = Samples.payload(4)
    let place = try #require(
      damaged.file.indices.dropLast(payload.count).first { damaged.file[$0...].starts(with: payload) })
    damaged.file[place + 150] ^= 0x10
    let scratch = try TemporaryFolder()
    try damaged.write(to: scratch.path)
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let launched = try await store.write(
      [.putRun(Samples.active(77))], now: .min, payloadsOf: [TaskID(3), TaskID(4)])
    let damage = "table payload, row 4: its checksum does not match"
    let expected: [TaskID: Result<[UInt8], PayloadProblem>] = [
      TaskID(3): .success(Samples.payload(3)), TaskID(4): .failure(.damaged(damage)),
    ]
    #expect(launched == expected)
    #expect(try await store.payloads(of: [TaskID(3), TaskID(4)]) == expected)
    store.close()
    let report = try TaskStore.recover(directory: scratch.path, stamp: "1")
    #expect(report.tasks.saved == 9)
    #expect(report.faults.contains { $0.contains("the payload of org.example.task4 of user") })
    let again = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try again.load().tasks == original.tasks.filter { $0.id != TaskID(4) })
    #expect(try again.load().nextTaskID == TaskID(78))
    again.close()
  }

  @Test("A recovery that was killed after its decision is finished at the next start")
  func interruptedRecovery() async throws {
    let old = try await DamagedStore(tasks: 20, runs: 1, logged: true)
    let salvaged = try await DamagedStore(tasks: 12, runs: 1, logged: false)
    let scratch = try TemporaryFolder()
    try old.write(to: scratch.path)
    try RawFile.write(salvaged.file, to: scratch.path("bgtaskd.sqlite.recovered"))
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try store.load().tasks == salvaged.tasks)
    store.close()
    #expect(try RawFile.list(scratch.path) == ["bgtaskd.lock", "bgtaskd.sqlite"])
  }

  @Test("There is nothing to recover where there is nothing, and a stamp is no path")
  func refusedRecovery() throws {
    let scratch = try TemporaryFolder()
    for directory in [scratch.path, scratch.path("absent")] {
      let failure = #expect(throws: StoreError.self) {
        try TaskStore.recover(directory: directory, stamp: "1")
      }
      #expect(failure?.code == .missing)
    }
    try TaskStore(directory: scratch.path, history: .unlimited).close()
    for stamp in ["", "a/b", "..", "a b", String(repeating: "1", count: 65)] {
      let failure = #expect(throws: StoreError.self) {
        try TaskStore.recover(directory: scratch.path, stamp: stamp)
      }
      #expect(failure?.code == .refused)
    }
  }

  private static func damage(_ store: inout DamagedStore, using random: inout SplitMix64) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: store.file.removeLast(.random(in: 1...store.file.count, using: &random))
    case 1: store.erase(page: .random(in: 0..<store.file.count / 4096, using: &random))
    case 2 where !store.log.isEmpty:
      flip(&store.log, .random(in: 1...20, using: &random), using: &random)
    case 3:
      // The header and the schema, where every byte decides.
      var head = Array(store.file[..<4096])
      flip(&head, .random(in: 1...4, using: &random), using: &random)
      store.file.replaceSubrange(..<4096, with: head)
    case 4: flip(&store.file, .random(in: 100...400, using: &random), using: &random)
    default: flip(&store.file, .random(in: 1...20, using: &random), using: &random)
    }
  }

  private static func flip(_ bytes: inout [UInt8], _ count: Int, using random: inout SplitMix64) {
    for _ in 0..<count {
      bytes[.random(in: bytes.indices, using: &random)] ^= .random(in: 1...255, using: &random)
    }
  }

  /// Every row of the store is one that was written, and the report counts them.
  private static func expectSalvaged(
    of original: DamagedStore, in directory: String, report: RecoveryReport, _ comment: Comment
  ) async throws {
    let store = try TaskStore(directory: directory, history: .unlimited)
    defer { store.close() }
    let contents = try store.load()
    #expect(contents.tasks.count == report.tasks.saved, comment)
    #expect(Set(contents.tasks).isSubset(of: original.tasks), comment)
    #expect(Set(contents.activeRuns).isSubset(of: original.runs), comment)
    #expect(contents.declarations.count == report.declarations.saved, comment)
    #expect(Set(contents.declarations).isSubset(of: original.declarations), comment)
    let payloads = try await store.payloads(of: contents.tasks.map(\.id))
    #expect(
      contents.tasks.allSatisfy { payloads[$0.id] == .success(Samples.payload($0.id.value)) }, comment)
    let runs = try await store.history()
    #expect(runs.count == report.runs.saved, comment)
    #expect(Set(runs).isSubset(of: original.runs), comment)
    for run in runs {
      guard let output = try await store.output(of: run.id) else { continue }
      #expect(output == original.outputs[run.id], comment)
    }
    #expect(contents.nextTaskID > contents.tasks.last?.id ?? TaskID(0), comment)
  }
}
