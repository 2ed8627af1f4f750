import Glibc
import SchedulerCore
import TestSupport
import Testing

@testable import TaskStore

@Suite("The record of conditions on the disk", .serialized)
struct RecordTests {
  private static func line(_ number: Int64, _ content: RecordedContent = .machine(.on)) -> RecordedChange {
    RecordedChange(WallTime(uSec: number * 1_000_000), content)
  }

  private static func batteries(_ numbers: ClosedRange<Int64>) -> [RecordedChange] {
    numbers.map { line($0, .condition(.batteryPercent, .percent(Int($0 % 101)))) }
  }

  @Test("Every field with every kind of value comes back after a restart, in order")
  func roundTrip() async throws {
    let scratch = try TemporaryFolder()
    var contents: [RecordedContent] = [.machine(nil)] + MachineState.allCases.map { .machine($0) }
    for field in ConditionField.allCases {
      let values: [ConditionValue] =
        switch field.place {
        case .flag: [.flag(true), .flag(false), .flag(nil)]
        case .percent: [.percent(0), .percent(100), .percent(nil)]
        case .powerSource: PowerSource.allCases.map { .powerSource($0) }
        case .network: NetworkAccess.allCases.map { .network($0) }
        case .names: [.names([]), .names(["a", "größer; \\"]), .names(nil)]
        }
      contents += values.map { .condition(field, $0) }
    }
    let lines = contents.enumerated().map { Self.line(Int64($0.offset), $0.element) }
    var store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try store.load().lastRecorded == nil)
    try await store.write(lines.map { .record($0) })
    #expect(try await store.record().changes == lines)
    store.close()
    store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try store.load().lastRecorded == lines.last)
    #expect(try await store.record() == RecordPage(changes: lines))
    // What comes then is behind it.
    try await store.write([.record(Self.line(-5))])
    #expect(try await store.record().changes == lines + [Self.line(-5)])
  }

  @Test("The numbers of fields are part of the format: a new one goes to the end")
  func numbers() {
    let names = ConditionField.allCases.map(\.rawValue)
    #expect(
      names == [
        "powerSource", "batteryPercent", "lowPowerMode", "network", "idle", "thermalPressure", "cpuPressure",
        "memoryPressure", "ioPressure", "storageLow", "vpn", "charging", "locked", "networkNames", "users",
        "lidClosed", "activeUsers", "bluetoothDevices",
      ])
    #expect(PowerSource.allCases == [.external, .battery, .unknown])
    #expect(NetworkAccess.allCases == [.none, .metered, .unmetered, .unknown])
    #expect(MachineState.allCases == [.on, .asleep, .off])
  }

  @Test("Pages are read one after the other, and none is left out")
  func pages() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let lines = Self.batteries(1...25)
    try await store.write(lines.map { .record($0) })
    for length in [1, 7, 24, 25, 26] {
      var read: [RecordedChange] = []
      var pages = 0
      var next: Int64?
      repeat {
        let page = try await store.record(RecordQuery(after: next, rows: length))
        #expect(page.changes.count <= length)
        read += page.changes
        pages += 1
        next = page.next
      } while next != nil
      #expect(read == lines && pages == (25 + length - 1) / length, "\(length)")
    }
  }

  /// Returns a store that was written, closed, damaged and opened again.
  private static func store(
    of changes: [StoreChange], damagedBy statements: [String], in scratch: TemporaryFolder
  ) async throws -> TaskStore {
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write(changes)
    store.close()
    try Raw.execute(statements, in: scratch.path)
    return try TaskStore(directory: scratch.path, history: .unlimited)
  }

  @Test("Lines that are damaged or missing are time in which nothing was observed, on any page")
  func gaps() async throws {
    let scratch = try TemporaryFolder()
    let lines = Self.batteries(1...10)
    let store = try await Self.store(
      of: lines.map { .record($0) },
      damagedBy: [
        "DELETE FROM condition_record WHERE seq IN (3, 4)",
        "UPDATE condition_record SET value = 1 WHERE seq IN (7, 10)",
      ], in: scratch)
    #expect(try store.load().lastRecorded == nil)
    func gap(_ number: Int64) -> RecordedChange { Self.line(number, .machine(nil)) }
    let expected: [RecordedChange] = [
      lines[0], lines[1], gap(2), lines[4], lines[5], gap(6), lines[7], lines[8], gap(9),
    ]
    #expect(try await store.record().changes == expected)
    // A daemon that found no last line goes on after the damage.
    try await store.write([.record(Self.line(20))])
    #expect(try await store.record().changes == expected + [Self.line(20)])
    for length in [2, 3, 5] {
      var read: [RecordedChange] = []
      var next: Int64?
      repeat {
        let page = try await store.record(RecordQuery(after: next, rows: length))
        read += page.changes
        next = page.next
      } while next != nil
      // Where a page begins with the gap its date may be that of the line behind it.
      #expect(read.map(\.content) == expected.map(\.content) + [.machine(.on)], "\(length)")
    }
  }

  @Test(
    "A line with a number that no line can have is deleted, and stops neither a start nor what comes after",
    arguments: [
      ("max", Int64.max), ("max", .max - 1), ("max", 1 << 40), ("min", .min), ("min", 0), ("min", -5),
    ])
  func impossibleNumber(which: String, number: Int64) async throws {
    let scratch = try TemporaryFolder()
    let lines = Self.batteries(1...10)
    let store = try await Self.store(
      of: lines.map { .record($0) },
      damagedBy: [
        "UPDATE condition_record SET seq = \(number) WHERE seq = (SELECT \(which)(seq) FROM condition_record)"
      ], in: scratch)
    _ = try store.load()
    try await store.write([.record(Self.line(20)), .record(Self.line(21))])
    let kept = which == "max" ? lines.dropLast() : lines.dropFirst()
    #expect(try await store.record().changes.suffix(11) == kept + [Self.line(20), Self.line(21)])
    try await store.write([.forgetRecord])
    #expect(try await store.record().changes.isEmpty)
  }

  @Test("A record of which nothing can be read begins anew")
  func unreadable() async throws {
    let scratch = try TemporaryFolder()
    let store = try await Self.store(
      of: Self.batteries(1...200).map { .record($0) },
      damagedBy: ["UPDATE condition_record SET seq = -seq"], in: scratch)
    try await store.write([.record(Self.line(300))])
    #expect(try await store.record().changes == [Self.line(300)])
  }

  @Test("Damaged records of windows and of past work are learned anew, and stop no start")
  func damagedLearning() async throws {
    let scratch = try TemporaryFolder()
    let store = try await Self.store(
      of: FixtureContents.windows.map { .putWindows($0) } + FixtureContents.works.map { .putWork($0) },
      damagedBy: [
        "UPDATE condition_window SET checksum = checksum + 1", "UPDATE work SET checksum = checksum + 1",
      ], in: scratch)
    let contents = try store.load()
    #expect(contents.windows.isEmpty && contents.works.isEmpty)
    try await store.write(FixtureContents.windows.map { .putWindows($0) })
    #expect(try store.load().windows == FixtureContents.windows)
  }

  @Test("The oldest lines go where the record takes too much, a bounded number with each batch")
  func byBytes() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write(Self.batteries(1...2000).map { .record($0) })
    store.setHistoryLimits(
      HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: .max, maximumRecordBytes: 32 * 100))
    var counts: [Int] = []
    for number in 2001...2040 as ClosedRange<Int64> {
      try await store.write([.record(Self.batteries(number...number)[0])])
      counts.append(try await store.record().changes.count)
    }
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 - $1 <= 66 })
    #expect(counts.last == 100)
    #expect(try await store.record().changes == Self.batteries(1941...2040))
    // A batch that records nothing deletes nothing.
    store.setHistoryLimits(
      HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: .max, maximumRecordBytes: 0))
    try await store.write([.putRun(Samples.finished(1))])
    #expect(try await store.record().changes.count == 100)
  }

  @Test("Lines that are too old go, whatever dates of a wrong clock stand before them")
  func byAge() async throws {
    let scratch = try TemporaryFolder()
    let limits = HistoryLimits(
      maximumAge: TimeSpan(uSec: .max), maximumRuns: .max, maximumRecordAge: .seconds(100))
    let store = try TaskStore(directory: scratch.path, history: limits)
    let future = (1...20 as ClosedRange<Int64>).map { Self.line(1_000_000 + $0) }
    try await store.write((future + Self.batteries(1...30)).map { .record($0) }, now: 30_000_000)
    #expect(try await store.record().changes.count == 50)
    try await store.write([.record(Self.line(120))], now: 120_000_000)
    #expect(try await store.record().changes == Self.batteries(20...30) + [Self.line(120)])
    // A clock that is not trusted makes nothing old.
    try await store.write([.record(Self.line(900))], now: .min)
    #expect(try await store.record().changes.count == 13)
  }

  @Test("What is deleted is gone, also for the next daemon, and what comes then is whole")
  func forgotten() async throws {
    let scratch = try TemporaryFolder()
    var store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write(Self.batteries(1...50).map { .record($0) })
    try await store.write([.forgetRecord, .record(Self.line(60))])
    #expect(try await store.record().changes == [Self.line(60)])
    try await store.write([.record(Self.line(61))])
    store.close()
    store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write([.record(Self.line(62))])
    #expect(try await store.record().changes == [60, 61, 62].map { Self.line($0) })
    try await store.write([.forgetRecord])
    #expect(try store.load().lastRecorded == nil)
  }

  @Test("Four megabytes of lines make a file of little more, and a full one does not grow")
  func compact() async throws {
    let scratch = try TemporaryFolder()
    var store = try TaskStore(directory: scratch.path, history: .unlimited)
    let count = Int64(4 << 20) / 32
    var number: Int64 = 0
    while number < count {
      let some = (number..<min(number + 10_000, count)).map { place in
        RecordedChange(
          WallTime(uSec: 1_700_000_000_000_000 + place * 40_000_000),
          .condition(.batteryPercent, .percent(Int(place % 101))))
      }
      try await store.write(some.map { .record($0) })
      number += 10_000
    }
    store.close()
    let file = try RawFile.read(scratch.path("bgtaskd.sqlite"))
    print("record: \(count) lines in \(file.count) bytes")
    #expect(file.count < 5 << 20)
    store = try TaskStore(directory: scratch.path, history: .unlimited)
    #expect(try store.load().lastRecorded != nil)
    // Its lines are used again.
    for number in 0..<50 as Range<Int64> { try await store.write([.record(Self.line(number))]) }
    store.close()
    #expect(try RawFile.read(scratch.path("bgtaskd.sqlite")).count <= file.count + 64 << 10)
  }

  @Test("On a small file system the record takes a thirty-second at most")
  func small() {
    let limits = HistoryLimits(maximumAge: .maximum, maximumRuns: 1)
    #expect(limits.maximumRecordBytes == 4 << 20)
    #expect(limits.within(2 << 20).maximumRecordBytes == 64 << 10)
    #expect(limits.within(1 << 40).maximumRecordBytes == 4 << 20)
    #expect(limits.within(nil).maximumRecordBytes == 4 << 20)
  }

  @Test(
    "After a kill at any write the record is what was recorded, up to some batch",
    arguments: [1, 7, 23, 40, 61, 90])
  func killed(afterBatches count: Int) async throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = scratch.path as String, count = count as Int] in
      let store = try TaskStore(directory: path, history: .unlimited)
      let reached = Acknowledgements()
      for batch in 0..<120 as Range<Int64> {
        let lines = Self.batteries((batch * 3 + 1)...(batch * 3 + 3))
        store.commit(StoreBatch(changes: lines.map { .record($0) }, now: WallTime(uSec: 0))) { result in
          if case .success = result, batch + 1 == Int64(count) { reached.signal() }
        }
      }
      reached.wait()
      kill(getpid(), SIGKILL)
    }
    let store = try TaskStore(directory: path, history: .unlimited)
    let found = try await store.record().changes
    #expect(found.count >= count * 3 && found.count % 3 == 0)
    #expect(found == Self.batteries(1...Int64(found.count)))
    #expect(try store.load().lastRecorded == found.last)
  }
}
