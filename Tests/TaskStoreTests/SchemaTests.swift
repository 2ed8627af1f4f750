import ConditionSyntax
import Glibc
import SchedulerCore
import TestSupport
import Testing

@testable import TaskStore

@Suite("The schema and its versions")
struct SchemaTests {
  /// Beside this file, not in a bundle: finding a bundle takes all of Foundation.
  private static let fixtures = Repository.path("Tests/TaskStoreTests/Fixtures")

  @Test(
    "A file of every released version opens, comes up to date, and has every row",
    arguments: 1...Schema.migrations.count)
  func released(version: Int) async throws {
    let scratch = try TemporaryFolder()
    let fixture = try RawFile.read("\(Self.fixtures)/schema-\(version).sqlite")
    try RawFile.write(fixture, to: scratch.path("bgtaskd.sqlite"))
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let contents = try store.load()
    #expect(contents.tasks == FixtureContents.tasks(ofVersion: version))
    #expect(contents.activeRuns == [FixtureContents.runs(ofVersion: version)[0]])
    #expect(contents.declarations == (version == 1 ? [] : FixtureContents.declarations))
    #expect(Set(contents.pauses) == (version < 10 ? [] : Set(FixtureContents.pauses)))
    #expect(contents.ends == (version < 17 ? [] : FixtureContents.ends))
    #expect(contents.works == (version < 19 ? [] : FixtureContents.works))
    #expect(contents.windows == (version < 19 ? [] : FixtureContents.windows))
    #expect(contents.lastRecorded == (version < 18 ? nil : FixtureContents.record.last))
    #expect(try await store.record().changes == (version < 18 ? [] : FixtureContents.record))
    #expect(contents.nextTaskID == TaskID(version == 1 ? 4 : 8))
    #expect(try store.bootID() == FixtureContents.bootID)
    #expect(try await store.history() == FixtureContents.runs(ofVersion: version).reversed())
    #expect(
      try await store.output(of: FixtureContents.runs(ofVersion: version)[1].id) == FixtureContents.output)
    #expect(
      try await store.payloads(of: [1, 2, 3].map(TaskID.init))
        == FixtureContents.storedPayloads)
    store.close()
    #expect(try Self.version(in: scratch.path) == Schema.migrations.count)
  }

  @Test(
    "A file of every released version that is recovered lacks nothing", arguments: 1...Schema.migrations.count
  )
  func recovered(version: Int) throws {
    let scratch = try TemporaryFolder()
    let fixture = try RawFile.read("\(Self.fixtures)/schema-\(version).sqlite")
    try RawFile.write(fixture, to: scratch.path("bgtaskd.sqlite"))
    let report = try TaskStore.recover(directory: scratch.path, stamp: "1")
    #expect(report.isWhole, "\(report)")
    #expect(report.tasks.saved == 2 && report.runs.saved == 2)
    #expect(report.declarations.saved == (version == 1 ? 0 : 2))
    #expect(report.pauses.saved == (version < 10 ? 0 : 2))
    #expect(report.ends.saved == (version < 17 ? 0 : 1))
    #expect(report.recorded.saved == (version < 18 ? 0 : FixtureContents.record.count))
  }

  @Test("Tasks are told once of the ends that a daemon has left which did not count ends")
  func pastEnds() async throws {
    let scratch = try TemporaryFolder()
    var store = try TaskStore(directory: scratch.path, history: .unlimited)
    let order = TaskOrder(predecessors: [Predecessor("a"), Predecessor("b", mustSucceed: false)])
    let tasks = (1...4 as ClosedRange<Int64>).map { number in
      var task = Samples.task(number)
      (task.uid, task.request.order, task.served) = (1000, order, 0)
      return task
    }
    let run = Samples.finished(1, uid: 1000, identifier: "a")
    try await store.write(tasks.map { .putTask($0, payload: []) } + [.putRun(run)])
    store.close()
    // Malformed lines say nothing; "a" has succeeded for the tasks before 3, "b" has failed for those from 2
    // on, without 3, which has begun since.
    let text = "\(run.id.text) 3\n1000 0 2 9 - 3 b\n1000 1 x 9 - - b\n7 1 0 9 - - b\n\u{e9} 1\n"
    let row = MetaRow(key: .pastEnds, value: text)
    let connection = try Connection(path: StateDirectory(path: scratch.path).database)
    try connection.put(.putMeta, row)
    for _ in 0..<2 {
      store = try TaskStore(directory: scratch.path, history: .unlimited)
      #expect(try store.load().tasks.map(\.served) == [1, 3, 0, 2])
      store.close()
    }
    // Only once: what begins afterwards has them behind it.
    store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write([.putTask(tasks[1], payload: nil)])
    store.close()
    store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try store.load().tasks.map(\.served) == [1, 0, 0, 2])
    store.close()
  }

  @Test("A calendar of a file that does not tell the date asked for begins no sooner than its task")
  func askedDates() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let begin = WallTime(uSec: 1_700_000_000_000_000)
    let tasks = try [WallTime(uSec: 5), nil].enumerated().map { number, asked in
      var task = Samples.task(Int64(number) + 1)
      task.request.calendar = CalendarSchedule([try CalendarSyntax.parse("daily")])
      (task.request.earliestBegin, task.calledFor, task.recurrence) = (begin, nil, 0)
      task.notBefore = asked
      return task
    }
    try await store.write(tasks.map { .putTask($0, payload: []) })
    #expect(try store.load().tasks.map(\.notBefore) == [WallTime(uSec: 5), nil])
    store.close()
    let columns = Table.task.columns.dropLast()
    let connection = try Connection(path: StateDirectory(path: scratch.path).database)
    var rows: [[SQLValue]] = []
    try connection.rows(sql: "SELECT \(columns.joined(separator: ", ")) FROM task") { rows.append($0) }
    for row in rows {
      guard case .integer(let id)? = row.first else { continue }
      // Columns behind it that say nothing do not count.
      let sum = RowChecksum.of(row.prefix(columns.firstIndex(of: "not_before") ?? 0), in: .task)
      try connection.rows(sql: "UPDATE task SET not_before = NULL, checksum = \(sum) WHERE id = \(id)")
    }
    let again = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try again.load().tasks.map(\.notBefore) == [begin, begin])
    again.close()
  }

  /// Writes the fixture of the version that is the last now:
  /// `BGTASKD_WRITE_FIXTURE=1 swift test --filter SchemaTests.writeFixture`. Once a version is released, its
  /// file stays as it is.
  @Test("The fixture of the last version is written", .enabled(if: getenv("BGTASKD_WRITE_FIXTURE") != nil))
  func writeFixture() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await FixtureContents.write(to: store)
    store.close()
    let file = try RawFile.read(scratch.path("bgtaskd.sqlite"))
    #expect(file.count > 4096)
    try RawFile.write(file, to: "\(Self.fixtures)/schema-\(Schema.migrations.count).sqlite")
  }

  @Test("Every released version has its fixture")
  func fixtures() throws {
    let names = (1...Schema.migrations.count).map { "schema-\($0).sqlite" }
    #expect(Set(try RawFile.list(Self.fixtures)) == Set(names))
  }

  @Test("A later step is carried out once, recorded by name, and makes the file too new for this program")
  func laterStep() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await FixtureContents.write(to: store)
    store.close()
    let step = Migration(
      name: "notes", statements: ["ALTER TABLE task ADD COLUMN note TEXT", "CREATE TABLE note (text) STRICT"])
    let later = Migrator(migrations: Schema.migrations + [step])
    // The second statement is wrong (a STRICT table needs types): nothing of the step may stay.
    #expect(throws: StoreError.self) { try later.migrate(try Self.connect(scratch.path)) }
    let last = Schema.migrations.count
    #expect(try Self.version(in: scratch.path) == last)
    let reopened = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try reopened.load().tasks == FixtureContents.tasks(ofVersion: last))
    reopened.close()

    let mended = Migration(name: "notes", statements: ["ALTER TABLE task ADD COLUMN note TEXT"])
    for _ in 0..<2 {
      try Migrator(migrations: Schema.migrations + [mended]).migrate(try Self.connect(scratch.path))
    }
    var names: [String] = []
    try Self.connect(scratch.path).rows(sql: "SELECT name FROM migration ORDER BY version") { row in
      if case .text(let name) = row[0] { names.append(name) }
    }
    #expect(names == Schema.migrations.map(\.name) + ["notes"])
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: scratch.path, history: .unlimited)
    }
    #expect(failure?.code == .newerVersion(found: last + 1, known: last))
  }

  @Test("No question sorts or walks through a whole table, except those that ask for all of it")
  func plans() throws {
    let scratch = try TemporaryFolder()
    try TaskStore(directory: scratch.path, history: .unlimited).close()
    let whole: [Query] = [
      .allTasks, .allDeclarations, .history, .historyOfIdentifier, .countRuns, .payloadSizes, .allUses,
      .allPauses, .allEnds, .allWindows, .allWorks, .deleteWaiting, .sizesOfWaiting,
      .outputBytesOfUsers, .countRecord, .forgetRecord,
    ]
    for query in Query.allCases {
      let plan = try Raw.plan(query, in: scratch.path)
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(query): \(plan)")
      if !whole.contains(query) { #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(query): \(plan)") }
    }
    #expect(try Raw.plan(.historyOfTask, in: scratch.path).contains { $0.contains("INDEX run_of_task") })
    #expect(try Raw.plan(.historyOfUser, in: scratch.path).contains { $0.contains("INDEX run_of_user") })
    #expect(try Raw.plan(.pruneSurplus, in: scratch.path).contains { $0.contains("INDEX run_surplus") })
    #expect(try Raw.plan(.pruneByAge, in: scratch.path).contains { $0.contains("INDEX run_ended") })
  }

  @Test("The checksum of a row notices every single bit, and where a value stands")
  func checksum() {
    let values: [SQLValue] = [
      .integer(7), .text("größer"), .null, .blob([1, 2, 3, 4, 5, 6, 7, 8, 9]), .text(""),
    ]
    let sum = RowChecksum.of(values, in: .task)
    // Part of the file's format.
    #expect(sum == 7_458_761_644_693_748_756)
    #expect(RowChecksum.of(values + [.null], in: .task) == sum)
    #expect(RowChecksum.of(values, in: .run) != sum)
    #expect(RowChecksum.of([values[0], values[1], values[4], values[3], values[2]], in: .task) != sum)
    #expect(RowChecksum.of([values[0], values[1], .blob([]), values[3], values[4]], in: .task) != sum)
    for bit in 0..<64 {
      #expect(RowChecksum.of([.integer(7 ^ (1 << bit))] + values.dropFirst(), in: .task) != sum)
    }
    for bit in 0..<72 {
      var bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
      bytes[bit / 8] ^= 1 << (bit % 8)
      #expect(
        RowChecksum.of([values[0], values[1], values[2], .blob(bytes), values[4]], in: .task) != sum)
    }
  }

  private static func connect(_ directory: String) throws(StoreError) -> Connection {
    try Connection(path: StateDirectory(path: directory).database)
  }

  private static func version(in directory: String) throws(StoreError) -> Int {
    try Migrator().version(of: try connect(directory))
  }
}
