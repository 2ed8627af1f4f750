import SchedulerCore
import TestSupport
import Testing

@testable import TaskStore

@Suite("History is kept to its limits")
struct PruningTests {
  @Test("Runs that ended longer ago than the maximum age go with their output; those that last stay")
  func byAge() async throws {
    let scratch = try TemporaryFolder()
    let limits = HistoryLimits(maximumAge: .seconds(10), maximumRuns: .max)
    let store = try TaskStore(directory: scratch.path, history: limits)
    try await store.write([.putRun(Samples.active(1)), .putRun(Samples.active(2))])
    try await store.write(
      [.putRun(Samples.finished(3, ended: 1_000_000)), .putRun(Samples.finished(4, ended: 2_000_000))],
      outputs: [(Samples.runID(3), RunOutput(bytes: [3])), (Samples.runID(4), RunOutput(bytes: [4]))],
      now: 2_000_000)
    #expect(try await store.history().count == 4)
    let last = Samples.finished(2, ended: 11_500_000)
    try await store.write([.putRun(last)], now: 11_500_000)
    #expect(
      try await store.history() == [Samples.finished(4, ended: 2_000_000), last, Samples.active(1)])
    #expect(try await store.output(of: Samples.runID(3)) == nil)
    #expect(try await store.output(of: Samples.runID(4)) == RunOutput(bytes: [4]))
  }

  @Test("Only so many finished runs are kept, the last ones, whatever their dates say")
  func byNumber() async throws {
    let scratch = try TemporaryFolder()
    let limits = HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: 5)
    let store = try TaskStore(directory: scratch.path, history: limits)
    try await store.write([.putRun(Samples.active(1))])
    // The clock is set back: later runs have earlier dates.
    for number in 2...20 as ClosedRange<Int64> {
      try await store.write(
        [.putRun(Samples.completed(number, identifier: "org.example.run", ended: -number))],
        outputs: [(Samples.runID(number), RunOutput(bytes: [1]))])
    }
    let kept = try await store.history().map(\.id)
    #expect(kept == [20, 19, 18, 17, 16, 1].map(Samples.runID))
    #expect(try await store.output(of: Samples.runID(15)) == nil)
    #expect(try await store.output(of: Samples.runID(16)) != nil)
  }

  @Test("A history far over its limit shrinks by a bounded number of runs a batch, until it fits")
  func bounded() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write((1...1000).map { .putRun(Samples.completed($0, identifier: "org.example.run")) })
    store.setHistoryLimits(HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: 10))
    var counts: [Int] = []
    for number in 1001...1030 as ClosedRange<Int64> {
      try await store.write([.putRun(Samples.completed(number, identifier: "org.example.run"))])
      counts.append(try await store.history().count)
    }
    #expect(counts.first == 1001 - 66)
    #expect(counts.last == 10)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 - $1 <= 66 })
    // A batch that ends no run deletes nothing.
    store.setHistoryLimits(HistoryLimits(maximumAge: .zero, maximumRuns: 0))
    try await store.write([.putTask(Samples.task(1), payload: [])], now: .max)
    #expect(try await store.history().count == 10)
  }

  @Test("Of output the last bytes of each user are kept, also after a restart, and no other user loses any")
  func outputBytes() async throws {
    let scratch = try TemporaryFolder()
    let limits = HistoryLimits(
      maximumAge: TimeSpan(uSec: .max), maximumRuns: .max, maximumOutputBytes: 1_000_000)
    var store = try TaskStore(directory: scratch.path, history: limits)
    try await store.write(
      [.putRun(Samples.finished(1, uid: 1))], outputs: [(Samples.runID(1), RunOutput(bytes: [1]))])
    let runs = (2...100).map { Samples.finished($0, uid: 2, identifier: "org.example.m\($0)") }
    for run in runs {
      if run.id == Samples.runID(50) {
        store.close()
        store = try TaskStore(directory: scratch.path, history: limits)
      }
      try await store.write(
        [.putRun(run)], outputs: [(run.id, RunOutput(bytes: Array(repeating: 0xFF, count: 30_000)))])
    }
    var kept: [RunID] = []
    for run in runs where try await store.output(of: run.id) != nil { kept.append(run.id) }
    #expect(kept == runs.suffix(kept.count).map(\.id))
    #expect((25...33).contains(kept.count))
    #expect(try await store.output(of: Samples.runID(1)) == RunOutput(bytes: [1]))
    #expect(try await store.history(uid: 2).count == runs.count)
    store.close()
  }

  @Test("Output far over its limit goes a bounded number at a time; with a limit of nothing none is kept")
  func boundedOutput() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    let runs = (1...400).map { Samples.finished($0, identifier: "org.example.m\($0)") }
    try await store.write(
      runs.map { .putRun($0) },
      outputs: runs.map { ($0.id, RunOutput(bytes: Array(repeating: 1, count: 1000))) })
    var limits = HistoryLimits.unlimited
    limits.maximumOutputBytes = 0
    store.setHistoryLimits(limits)
    var counts: [Int] = []
    for number in 401...408 as ClosedRange<Int64> {
      let run = Samples.finished(number, identifier: "org.example.last")
      try await store.write([.putRun(run)], outputs: [(run.id, RunOutput(bytes: [1]))])
      var count = 0
      for run in runs where try await store.output(of: run.id) != nil { count += 1 }
      counts.append(count)
    }
    #expect(counts == [334, 268, 202, 136, 70, 4, 0, 0])
    #expect(try await store.output(of: Samples.runID(408)) == nil)
  }

  @Test("Limits of nothing keep nothing but what lasts, and extreme dates do no harm")
  func nothing() async throws {
    let scratch = try TemporaryFolder()
    let store = try TaskStore(
      directory: scratch.path, history: HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: -1))
    try await store.write([.putRun(Samples.active(1)), .putRun(Samples.finished(2))], now: .min)
    #expect(try await store.history() == [Samples.active(1)])
    try await store.write([.putRun(Samples.finished(1))], now: .max)
    #expect(try await store.history().isEmpty)
  }

  @Test("A run counts once, however often it is written, also after a restart")
  func countedOnce() async throws {
    let scratch = try TemporaryFolder()
    let limits = HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: 2)
    let store = try TaskStore(directory: scratch.path, history: limits)
    for _ in 0..<5 { try await store.write([.putRun(Samples.finished(1)), .putRun(Samples.finished(2))]) }
    #expect(try await store.history().count == 2)
    store.close()
    let again = try TaskStore(directory: scratch.path, history: limits)
    try await again.write([.putRun(Samples.finished(3))])
    #expect(try await again.history().map(\.id) == [3, 2].map(Samples.runID))
  }

  @Test("One user's flood deletes nothing of another's, also after a restart")
  func eachUser() async throws {
    let scratch = try TemporaryFolder()
    let limits = HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: 50)
    var store = try TaskStore(directory: scratch.path, history: limits)
    let alice = (1...40).map { Samples.finished($0, uid: 1, identifier: "org.example.a\($0)") }
    try await store.write(alice.map { .putRun($0) })
    for round in 0..<10 as Range<Int64> {
      if round == 5 {
        store.close()
        store = try TaskStore(directory: scratch.path, history: limits)
      }
      let flood = (1...100).map { 100 + round * 100 + $0 }
      try await store.write(
        flood.map { .putRun(Samples.completed($0, uid: 2, identifier: "org.example.m\($0)")) })
    }
    #expect(try await store.history(uid: 1) == alice.reversed())
    let kept = try await store.history(uid: 2)
    #expect(kept.map(\.id) == (1051...1100).reversed().map { Samples.runID($0) })
    store.close()
  }

  @Test("What runs every minute does not drive out the last ten runs of what runs every month")
  func eachIdentifier() async throws {
    let scratch = try TemporaryFolder()
    let limits = HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: 60)
    let store = try TaskStore(directory: scratch.path, history: limits)
    let monthly = (1...15).map { Samples.completed($0, identifier: "org.example.monthly") }
    try await store.write(monthly.map { .putRun($0) })
    for number in 16...500 as ClosedRange<Int64> {
      try await store.write([.putRun(Samples.completed(number, identifier: "org.example.minutely"))])
    }
    let kept = try await store.history()
    #expect(kept.count == 60)
    #expect(kept.filter { $0.identifier == "org.example.monthly" } == monthly.suffix(10).reversed())
    // Nobody has more than the limit by using many names: then the oldest go.
    for number in 501...700 as ClosedRange<Int64> {
      try await store.write([.putRun(Samples.completed(number, identifier: "org.example.n\(number)"))])
    }
    #expect(try await store.history().map(\.id) == (641...700).reversed().map { Samples.runID($0) })
    store.close()
  }

  @Test("Tasks that are dropped by the thousand drive out none that were done")
  func missed() async throws {
    let scratch = try TemporaryFolder()
    let limits = HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: 100)
    let store = try TaskStore(directory: scratch.path, history: limits)
    let done = (1...30).map { Samples.completed($0, identifier: "org.example.done\($0)") }
    try await store.write(done.map { .putRun($0) })
    for round in 0..<7 as Range<Int64> {
      try await store.write(
        (1...2000 as ClosedRange<Int64>).map { number -> StoreChange in
          var run = Samples.completed(1000 + round * 2000 + number, identifier: "org.example.d\(number)")
          run.outcome = .missed
          return .putRun(run)
        })
    }
    let kept = try await store.history()
    #expect(kept.count == 100)
    #expect(kept.filter { $0.outcome != .missed } == done.reversed())
    store.close()
  }

  /// What takes back the tables and columns that later versions brought.
  private func broughtSince(version: Int) -> [String] {
    Schema.migrations.dropFirst(version).flatMap(\.statements).compactMap { statement in
      let words = statement.split(separator: " ")
      if words.starts(with: ["CREATE", "TABLE"]) { return "DROP TABLE \(words[2])" }
      guard words.starts(with: ["ALTER", "TABLE"]), words[3...4] == ["ADD", "COLUMN"] else { return nil }
      return "ALTER TABLE \(words[2]) DROP COLUMN \(words[5])"
    }
  }

  @Test("A file of the version before, and one that was recovered, keep the last of each identifier as well")
  func surplusOfOldFiles() async throws {
    let scratch = try TemporaryFolder()
    var store = try TaskStore(directory: scratch.path, history: .unlimited)
    let monthly = (1...12).map { Samples.completed($0, identifier: "org.example.monthly") }
    let minutely = (13...200).map { Samples.completed($0, identifier: "org.example.minutely") }
    try await store.write((monthly + minutely).map { .putRun($0) })
    store.close()
    #expect(try TaskStore.recover(directory: scratch.path, stamp: "1").isWhole)
    for revert in [false, true] {
      if revert {
        try Raw.execute(
          ["DROP INDEX run_surplus"] + broughtSince(version: 3)
            + ["DELETE FROM migration WHERE version >= 4", "PRAGMA user_version = 3"], in: scratch.path)
      }
      let limits = HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: revert ? 30 : 100)
      store = try TaskStore(directory: scratch.path, history: limits)
      for number in 0..<5 as Range<Int64> {
        let id = 1000 + number + (revert ? 10 : 0)
        try await store.write([.putRun(Samples.completed(id, identifier: "org.example.minutely"))])
      }
      let kept = try await store.history()
      #expect(kept.count == (revert ? 30 : 100))
      #expect(kept.filter { $0.identifier == "org.example.monthly" } == monthly.suffix(10).reversed())
      store.close()
    }
  }
}
