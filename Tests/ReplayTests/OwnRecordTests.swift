import Replay
import SchedulerCore
import Testing

@Suite("The record that a daemon has made of its own machine")
struct OwnRecordTests {
  /// A run as both sides tell of it, to the microsecond.
  private struct Line: Hashable, CustomStringConvertible {
    let started: Int64
    let identifier: String
    let ended: Int64?
    let outcome: Outcome?
    let attempt: Int

    init(_ run: Run) {
      (started, identifier, ended) = (run.started.uSec, run.identifier, run.ended?.uSec)
      (outcome, attempt) = (run.outcome, run.attempt)
    }

    var description: String {
      "\(identifier)#\(attempt) \(started)...\(ended ?? 0) \(outcome.map(\.rawValue) ?? "lasts")"
    }
  }

  private static func lines(_ runs: [Run]) -> [Line] {
    runs.map(Line.init).sorted { ($0.started, $0.identifier) < ($1.started, $1.identifier) }
  }

  private static func replayed(
    _ life: RecordedLife, _ tasks: DeclaredTasks, _ rules: SchedulerConfiguration
  ) throws -> [Line] {
    let traces = try Records.read(life.record, .changes)
    let replay = TraceReplay(
      traces, columns: [ReplayColumn(name: "own", rules)], loads: [.declared(tasks)], seed: 99)
    return lines(try #require(replay.run().first).tasks.flatMap(\.runs).map(\.run))
  }

  @Test(
    "Its replay has exactly the runs that the daemon had, over sleep, boots and lapses",
    arguments: UInt64(1)...24)
  func exact(seed: UInt64) throws {
    let tasks = try RecordedLife.tasks()
    let rules = RecordedLife.rules(seed)
    var life = RecordedLife(seed: seed, tasks, rules)
    life.run(days: 3)
    let (own, replayed) = (Self.lines(life.runs), try Self.replayed(life, tasks, rules))
    let first = zip(own, replayed).first { $0 != $1 }
    #expect(first == nil, "\(first.map { "\($0.0)\nreplayed \($0.1)" } ?? "")")
    #expect(own.count == replayed.count)
    // A life in which nothing happens shows nothing.
    #expect(own.count > 20 && life.boots > 1 && life.sleeps > 0)
  }

  @Test(
    "Its runs have waited since the daemon's dates, and for no start of a daemon", arguments: UInt64(1)...6)
  func waits(seed: UInt64) throws {
    let tasks = try RecordedLife.tasks()
    let rules = RecordedLife.rules(seed)
    var life = RecordedLife(seed: seed, tasks, rules)
    life.run(days: 3)
    let traces = try Records.read(life.record, .changes)
    let replay = TraceReplay(
      traces, columns: [ReplayColumn(name: "own", rules)], loads: [.declared(tasks)], seed: 99)
    let replayed = try #require(replay.run().first).tasks.flatMap(\.runs).map(\.run)
    func waits(_ runs: [Run]) -> [RunWait?] {
      runs.filter { $0.outcome != .missed }
        .sorted { ($0.started, $0.identifier) < ($1.started, $1.identifier) }.map(\.wait)
    }
    let (own, found) = (waits(life.runs), waits(replayed))
    #expect(found.map { $0?.since } == own.map { $0?.since })
    let reasons = found.compactMap { $0?.reason }
    #expect(!reasons.contains(.starting) && !reasons.contains(.sleep))
    #expect(Set(reasons).isSuperset(of: [.externalPower, .youngWindow]), "\(Set(reasons))")
  }

  @Test("The lives have runs of all ends, frozen runs, retries and tasks that their windows hold back")
  func variety() throws {
    let tasks = try RecordedLife.tasks()
    var (outcomes, freezes, retries): (Set<Outcome>, Int, Int) = ([], 0, 0)
    var delayed = 0
    for seed in UInt64(1)...6 {
      var life = RecordedLife(seed: seed, tasks, RecordedLife.rules(seed))
      life.run(days: 3)
      outcomes.formUnion(life.runs.compactMap(\.outcome))
      freezes += life.freezes
      retries += life.runs.count { $0.attempt > 1 }
      delayed += life.runs.count { $0.wait?.reason == .youngWindow }
    }
    #expect(outcomes.isSuperset(of: [.completed, .expired]))
    #expect(freezes > 5 && retries > 5 && delayed > 5)
  }
}
