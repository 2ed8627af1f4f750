import Dispatch
import Glibc
import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("History page by page, beside commits")
struct HistoryPageTests {
  @Test("Pages of any size follow one another without a gap, whoever's and whichever runs are asked for")
  func pages() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let runs = (1...97).map { Samples.finished($0, uid: UInt32($0 % 3), identifier: "id\($0 % 2)") }
    try await store.write(runs.map { .putRun($0) })
    for uid in [nil, 1, 9] as [UInt32?] {
      for identifier in [nil, "id1"] as [String?] {
        let expected = runs.reversed().filter {
          (uid == nil || $0.uid == uid) && (identifier == nil || $0.identifier == identifier)
        }
        for (rows, bytes) in [(1, Int.max), (7, .max), (100, 1), (100, 3000), (-1, -1), (.max, .max)] {
          let pages = try await Self.pages(
            of: HistoryQuery(uid: uid, identifier: identifier, rows: rows, bytes: bytes), store)
          #expect(pages.flatMap(\.runs) == expected)
          #expect(pages.allSatisfy { $0.runs.count <= max(rows, 1) && $0.damaged.isEmpty })
          #expect(pages.dropLast().allSatisfy { !$0.runs.isEmpty })
          if bytes == 3000 { #expect(pages.allSatisfy { $0.runs.count <= 6 }) }
          // Nobody is sent for another page when there is none.
          #expect(expected.isEmpty || pages.last?.runs.isEmpty == false)
        }
      }
    }
    #expect(try await store.page(HistoryQuery(before: .min, rows: 5)) == HistoryPage())
    #expect(try await store.page(HistoryQuery(before: 1, rows: 5)) == HistoryPage())
    store.close()
  }

  @Test("Runs are found by how their names begin, among a user's or among all")
  func names() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    var runs = (1...4).map { Samples.finished($0, uid: UInt32($0 % 2)) }
    for (place, name) in ["0a", "0af", "0b", "f"].enumerated() {
      runs[place].id = RunID(name + String(repeating: "0", count: 32 - name.count))
    }
    try await store.write(runs.map { .putRun($0) })
    for (name, uid, places) in [
      ("0", nil, [2, 1, 0]), ("0a", nil, [1, 0]), ("0a", 1, [0]), ("0a0", nil, [0]), ("f", 1, []),
      ("f", 0, [3]),
      ("e", nil, []), (runs[2].id.text, nil, [2]),
    ] as [(String, UInt32?, [Int])] {
      let page = try await store.page(HistoryQuery(uid: uid, name: name, rows: 10))
      #expect(page.runs == places.map { runs[$0] }, "\(name)")
    }
    let cut = try await store.page(HistoryQuery(name: "0", rows: 2))
    #expect(cut.runs == [runs[2], runs[1]] && cut.next != nil)
    store.close()
  }

  @Test("The last run that has ended of each task, whatever is damaged beside it")
  func lastRuns() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    var runs = (1...9).map { Samples.finished($0, uid: 7, identifier: "id\($0 % 3)") }
    // The newest of one goes on.
    runs[8].ended = nil
    runs[8].outcome = nil
    try await store.write(runs.map { .putRun($0) })
    store.close()
    try Raw.execute(["UPDATE run SET attempt = 77 WHERE seq = 7"], in: scratch.path)
    let again = try TaskStore(directory: scratch.path, history: .unlimited)
    let keys = (0...3).map { TaskKey(uid: 7, identifier: "id\($0)") } + [TaskKey(uid: 8, identifier: "id1")]
    let found = try await withCheckedThrowingContinuation { continuation in
      again.lastRuns(of: keys) { continuation.resume(with: $0) }
    }
    #expect(found == [keys[0]: runs[5], keys[2]: runs[7]])
    again.close()
  }

  @Test("A damaged row is named and hides nothing beside it")
  func damagedRows() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let runs = (1...20).map { Samples.finished($0) }
    try await store.write(runs.map { .putRun($0) })
    store.close()
    try Raw.execute(
      ["UPDATE run SET attempt = 77 WHERE seq = 20", "UPDATE run SET kind = 'x' WHERE seq IN (3, 4)"],
      in: scratch.path)
    let again = try TaskStore(directory: scratch.path, history: .unlimited)
    let good = runs.filter { ![3, 4, 20].contains($0.taskID.value) }.reversed()
    for rows in [1, 2, 100] {
      let pages = try await Self.pages(of: HistoryQuery(rows: rows), again)
      #expect(pages.flatMap(\.runs) == Array(good))
      #expect(
        pages.flatMap(\.damaged) == [
          "table run, row 20: its checksum does not match",
          "table run, row 4, column kind: unknown name \"x\"",
          "table run, row 3, column kind: unknown name \"x\"",
        ])
    }
    #expect(try await again.history() == Array(good))
    again.close()
  }

  @Test("A page of the file that breaks while the daemon runs costs the runs on it, and is named")
  func damagedPage() async throws {
    let scratch = try TemporaryFolder()
    var store = try TaskStore(directory: scratch.path, history: .unlimited)
    let runs = (1...400).map { Samples.completed($0, identifier: "org.example.run") }
    try await store.write(runs.map { .putRun($0) })
    store.close()
    store = try TaskStore(directory: scratch.path, history: .unlimited)
    // The leaf of the table in which the 200th run is, found by its name.
    let file = try RawFile.read(scratch.path("bgtaskd.sqlite"))
    let name = Array(Samples.runID(200).text.utf8)
    let leaf = try #require(
      (1..<file.count / 4096).first { page in
        let bytes = file[page * 4096..<(page + 1) * 4096]
        return bytes.first == 13
          && bytes.indices.contains { $0 + name.count <= bytes.endIndex && bytes[$0...].starts(with: name) }
      })
    let descriptor = open(scratch.path("bgtaskd.sqlite"), O_WRONLY | O_CLOEXEC)
    let zeros = [UInt8](repeating: 0, count: 4096)
    #expect(pwrite(descriptor, zeros, 4096, leaf * 4096) == 4096)
    close(descriptor)
    for query in [HistoryQuery(rows: 30), HistoryQuery(uid: 1000, identifier: "org.example.run", rows: 1000)]
    {
      let pages = try await Self.pages(of: query, store)
      let read = pages.flatMap(\.runs)
      #expect(read.count >= 340 && read.count < 400)
      #expect(read.first == runs.last && read.last == runs.first)
      #expect(pages.flatMap(\.damaged).count == 1)
      #expect(pages.flatMap(\.damaged).allSatisfy { $0.hasPrefix("table run, rows ") })
    }
    store.close()
  }

  @Test("While somebody reads without an end, commits go on, and the log stays within bounds")
  func readersDelayNobody() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    for part in 0..<20 as Range<Int64> {
      try await store.write((1...500).map { .putRun(Samples.finished(part * 500 + $0)) })
    }
    let isOver = Counter()
    let pages = Counter()
    // Two readers, so that there is always a look waiting behind the one that is under way.
    for _ in 0..<2 { Self.readOn(store, pages, until: isOver) }
    let payload = [UInt8](repeating: 7, count: 16_384)
    for round in 0..<60 as Range<Int64> {
      let read = pages.value
      try await store.write((1...40).map { .putTask(Samples.task($0), payload: payload) })
      // What was committed is seen by who asks next, though others are before him.
      let task = TaskID(round % 40 + 1)
      #expect(try await store.payloads(of: [task]) == [task: .success(payload)])
      #expect(pages.value > read)
    }
    var status = stat()
    #expect(stat(scratch.path("bgtaskd.sqlite-wal"), &status) == 0)
    #expect(status.st_size < 32 << 20)
    isOver.add()
    store.close()
  }

  @Test("A closed store refuses to look as well")
  func closed() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try await store.history().isEmpty)
    store.close()
    for _ in 0..<2 {
      let failure = await #expect(throws: StoreError.self) { try await store.history() }
      #expect(failure?.code == .closed)
      await #expect(throws: StoreError.self) { try await store.payloads(of: [TaskID(1)]) }
    }
    #expect(try RawFile.list(scratch.path) == ["bgtaskd.lock", "bgtaskd.sqlite"])
  }

  private static func readOn(_ store: TaskStore, _ pages: Counter, until isOver: Counter) {
    store.history(HistoryQuery(identifier: "org.example.run", rows: 2000)) { _ in
      pages.add()
      if isOver.value == 0 { readOn(store, pages, until: isOver) }
    }
  }

  private static func pages(of query: HistoryQuery, _ store: TaskStore) async throws -> [HistoryPage] {
    var query = query
    var pages: [HistoryPage] = []
    repeat {
      let page = try await store.page(query)
      if let next = page.next, let before = query.before { #expect(next < before) }
      pages.append(page)
      query.before = page.next
    } while query.before != nil && pages.count < 1000
    return pages
  }
}
