import Glibc
import SchedulerCore
import TestSupport
import Testing

@testable import TaskStore

@Suite("Opening a state directory")
struct OpeningTests {
  @Test("What is missing is made, for the owner only, also the directories above")
  func modes() async throws {
    let scratch = try TemporaryFolder()
    let directory = scratch.path("a/b/state")
    let store = try TaskStore(directory: directory, history: .unlimited)
    try await store.write([.putTask(Samples.task(1), payload: [])])
    for path in ["a", "a/b", "a/b/state"] { #expect(try RawFile.mode(scratch.path(path)) == 0o700) }
    let files = try RawFile.list(directory)
    #expect(files == ["bgtaskd.lock", "bgtaskd.sqlite", "bgtaskd.sqlite-wal"])
    for file in files { #expect(try RawFile.mode("\(directory)/\(file)") == 0o600) }
  }

  @Test("A second store is refused with the number of the process that has the directory")
  func locked() throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: scratch.path, history: .unlimited)
    }
    #expect(failure?.code == .locked(pid: getpid()))
    #expect(
      failure?.description == "another bgtaskd (pid \(getpid())) uses the state directory \(scratch.path)")
    #expect(throws: StoreError.self) { try TaskStore.recover(directory: scratch.path, stamp: "now") }
    store.close()
    #expect(throws: Never.self) { try TaskStore(directory: scratch.path, history: .unlimited) }
  }

  @Test("A lock file without a number still keeps others out")
  func lockedWithoutNumber() throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(truncate(scratch.path("bgtaskd.lock"), 0) == 0)
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: scratch.path, history: .unlimited)
    }
    #expect(failure?.code == .locked(pid: nil))
    #expect(failure?.description == "another bgtaskd uses the state directory \(scratch.path)")
    store.close()
  }

  @Test("A file that a newer bgtaskd wrote is refused with both versions, and left as it is")
  func newer() throws {
    let next = Schema.migrations.count + 1
    let scratch = try TemporaryFolder()
    try TaskStore(directory: scratch.path, history: .unlimited).close()
    try Raw.execute(
      ["INSERT INTO migration VALUES (\(next), 'of the future')", "PRAGMA user_version = \(next)"],
      in: scratch.path)
    let before = try RawFile.read(scratch.path("bgtaskd.sqlite"))
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: scratch.path, history: .unlimited)
    }
    #expect(failure?.code == .newerVersion(found: next, known: Schema.migrations.count))
    #expect(failure?.description.contains("version \(next)") == true)
    #expect(failure?.description.contains("up to version \(Schema.migrations.count)") == true)
    // It is not damaged, so it is not salvaged either: that would lose what is new in it.
    let refusal = #expect(throws: StoreError.self) {
      try TaskStore.recover(directory: scratch.path, stamp: "now")
    }
    #expect(refusal?.code == .newerVersion(found: next, known: Schema.migrations.count))
    #expect(try RawFile.read(scratch.path("bgtaskd.sqlite")) == before)
    #expect(try RawFile.list(scratch.path) == ["bgtaskd.lock", "bgtaskd.sqlite"])
  }

  @Test("Another program's database is refused and left as it is")
  func notOurs() throws {
    let scratch = try TemporaryFolder()
    try RawFile.write([], to: scratch.path("bgtaskd.sqlite"))
    try Raw.execute(["CREATE TABLE recipe (name)", "PRAGMA application_id = 5"], in: scratch.path)
    let before = try RawFile.read(scratch.path("bgtaskd.sqlite"))
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: scratch.path, history: .unlimited)
    }
    #expect(failure?.code == .notOurs)
    #expect(try RawFile.read(scratch.path("bgtaskd.sqlite")) == before)
  }

  @Test("A text, an empty file and a log without its file are damage, and the message says what to run")
  func notADatabase() throws {
    for name in ["bgtaskd.sqlite", "bgtaskd.sqlite-wal"] {
      for content in [Array("recipes\n".utf8), []] {
        let scratch = try TemporaryFolder()
        try RawFile.write(content, to: scratch.path(name))
        let failure = #expect(throws: StoreError.self) {
          try TaskStore(directory: scratch.path, history: .unlimited)
        }
        #expect(failure?.code == .damaged)
        #expect(
          failure?.description.hasSuffix("run: bgtaskd --recover --state-directory \(scratch.path)") == true)
        #expect(try RawFile.read(scratch.path(name)) == content)
      }
    }
  }

  @Test("A directory that cannot be written is refused as read-only")
  func readOnly() throws {
    guard let disk = try SmallDisk(size: "4m") else { return }
    try TaskStore(directory: disk.path, history: .unlimited).close()
    // As a child of another test has it that was forked meanwhile.
    let held = open(disk.path("bgtaskd.sqlite"), O_RDWR | O_CLOEXEC)
    defer { close(held) }
    try #require(held >= 0 && disk.makeReadOnly())
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: disk.path, history: .unlimited)
    }
    #expect(failure?.code == .readOnly)
    #expect(failure?.cause.hasPrefix("\(disk.path)/bgtaskd") == true)
    #expect(failure?.cause.contains(" cannot be written (") == true)
    let other = #expect(throws: StoreError.self) {
      try TaskStore(directory: disk.path("below"), history: .unlimited)
    }
    #expect(other?.code == .readOnly)
  }

  @Test("A path through a file is an error with the path, not a trap")
  func pathThroughFile() throws {
    let scratch = try TemporaryFolder()
    try RawFile.write([1], to: scratch.path("file"))
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: scratch.path("file/state"), history: .unlimited)
    }
    #expect(failure?.path == scratch.path("file/state"))
    #expect(failure?.code == .ioError)
  }

  @Test("A half-made file of a start that was killed does not matter")
  func halfMade() throws {
    let scratch = try TemporaryFolder()
    try RawFile.write(Array("half".utf8), to: scratch.path("bgtaskd.sqlite.new"))
    try RawFile.write(Array("half".utf8), to: scratch.path("bgtaskd.sqlite.new-wal"))
    #expect(try TaskStore(directory: scratch.path, history: .unlimited).load().tasks.isEmpty)
  }

  @Test("A name that nobody knows is damage, with its table, row and column")
  func unknownName() async throws {
    let cases = [
      (
        "UPDATE task SET kind = 'weekly' WHERE id = 2",
        "table task, row 2, column kind: unknown name \"weekly\""
      ),
      (
        "UPDATE task SET uid = -1 WHERE id = 1",
        "table task, row 1, column uid: -1 is not from 0 to 4294967295"
      ),
      ("UPDATE task SET is_overdue = 2 WHERE id = 1", "column is_overdue: 2 is neither 0 nor 1"),
      (
        "UPDATE task SET attempt = attempt / 2 + 3 WHERE id = 1",
        "table task, row 1: its checksum does not match"
      ),
      (
        "UPDATE task SET retry_backoff = NULL, retry_initial = 5 WHERE id = 1",
        "only some of the columns retry_"
      ),
      ("UPDATE run SET stop_message = 'why' WHERE seq = 1", "only one of stop_code and stop_message is set"),
      (
        "UPDATE run SET progress_total = 1 WHERE seq = 1", "only one of progress_completed and progress_total"
      ),
      ("UPDATE run SET kind = 'x' WHERE seq = 1", "table run, row 1, column kind: unknown name \"x\""),
    ]
    for (statement, message) in cases {
      let scratch = try TemporaryFolder()
      let store = try TaskStore(directory: scratch.path, history: .unlimited)
      try await store.write([
        .putTask(Samples.task(1), payload: []), .putTask(Samples.task(2), payload: []),
        .putRun(Samples.active(1)),
      ])
      store.close()
      try Raw.execute([statement], in: scratch.path)
      let failure = try #require(
        throws: StoreError.self,
        performing: { try TaskStore(directory: scratch.path, history: .unlimited).load() })
      #expect(failure.code == .damaged)
      #expect(failure.detail.contains(message), "\(failure)")
    }
  }
}
