import SchedulerCore
import TaskStore
import Testing

@Suite("History is kept to its limits")
struct PruningTests {
  @Test("Runs that ended longer ago than the maximum age go with their output; those that last stay")
  func byAge() async throws {
    let scratch = try Scratch()
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
    let scratch = try Scratch()
    let limits = HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: 5)
    let store = try TaskStore(directory: scratch.path, history: limits)
    try await store.write([.putRun(Samples.active(1))])
    // The clock is set back: later runs have earlier dates.
    for number in 2...20 as ClosedRange<Int64> {
      try await store.write(
        [.putRun(Samples.finished(number, ended: -number))],
        outputs: [(Samples.runID(number), RunOutput(bytes: [1]))])
    }
    let kept = try await store.history().map(\.id)
    #expect(kept == [20, 19, 18, 17, 16, 1].map(Samples.runID))
    #expect(try await store.output(of: Samples.runID(15)) == nil)
    #expect(try await store.output(of: Samples.runID(16)) != nil)
  }

  @Test("A history far over its limit shrinks by a bounded number of runs a batch, until it fits")
  func bounded() async throws {
    let scratch = try Scratch()
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write((1...1000).map { .putRun(Samples.finished($0)) })
    store.setHistoryLimits(HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: 10))
    var counts: [Int] = []
    for number in 1001...1030 as ClosedRange<Int64> {
      try await store.write([.putRun(Samples.finished(number))])
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

  @Test("Limits of nothing keep nothing but what lasts, and extreme dates do no harm")
  func nothing() async throws {
    let scratch = try Scratch()
    let store = try TaskStore(
      directory: scratch.path, history: HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: -1))
    try await store.write([.putRun(Samples.active(1)), .putRun(Samples.finished(2))], now: .min)
    #expect(try await store.history() == [Samples.active(1)])
    try await store.write([.putRun(Samples.finished(1))], now: .max)
    #expect(try await store.history().isEmpty)
  }

  @Test("A run counts once, however often it is written, also after a restart")
  func countedOnce() async throws {
    let scratch = try Scratch()
    let limits = HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: 2)
    let store = try TaskStore(directory: scratch.path, history: limits)
    for _ in 0..<5 { try await store.write([.putRun(Samples.finished(1)), .putRun(Samples.finished(2))]) }
    #expect(try await store.history().count == 2)
    store.close()
    let again = try TaskStore(directory: scratch.path, history: limits)
    try await again.write([.putRun(Samples.finished(3))])
    #expect(try await again.history().map(\.id) == [3, 2].map(Samples.runID))
  }
}
